import { ARCHIVE_SIZES, MAX_ARCHIVE_MEDIA } from '@mediajobs/domain'
import { Type } from '@sinclair/typebox'
import { Instant, OneOf, SentId } from '../schemas.ts'

const ArchiveSize = OneOf(ARCHIVE_SIZES, 'ArchiveSize')

export const ArchiveQuery = Type.Object({
  size: Type.Optional(
    Type.Unsafe<(typeof ARCHIVE_SIZES)[number]>({
      ...ArchiveSize,
      default: 'original',
      description: '`mls`: pictures of at most 2048 px, and the originals of what is no picture',
    }),
  ),
  media: Type.Optional(
    Type.Array(SentId, {
      minItems: 1,
      maxItems: MAX_ARCHIVE_MEDIA,
      description: 'These alone; all media of the delivery when it is left out',
    }),
  ),
})

export const ArchiveBody = Type.Object(
  {
    size: ArchiveSize,
    mediaIds: Type.Optional(
      Type.Array(SentId, {
        minItems: 1,
        maxItems: MAX_ARCHIVE_MEDIA,
        description: 'These alone; all media of the project when it is left out',
      }),
    ),
  },
  { title: 'ArchiveBody' },
)

export const Archive = Type.Object(
  {
    url: Type.String({ description: 'Who has it can download the archive' }),
    expiresAt: Instant,
  },
  { title: 'Archive' },
)
