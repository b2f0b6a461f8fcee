import { ARCHIVE_SIZES, MAX_ARCHIVE_MEDIA } from '@mediajobs/domain'
import { Type } from '@sinclair/typebox'
import { Instant, OneOf, SentId } from '../schemas.ts'
import { redirectedQuery } from '../wrong-cell.ts'

const ArchiveSize = OneOf(ARCHIVE_SIZES, 'ArchiveSize')

/** For a client, who downloads by a link. */
export const ArchiveQuery = Type.Object({
  size: Type.Optional(
    Type.Unsafe<(typeof ARCHIVE_SIZES)[number]>({
      ...ArchiveSize,
      default: 'original',
      description: '`mls`: pictures of at most 2048 px, and the originals of all other files',
    }),
  ),
  media: Type.Optional(
    Type.Array(SentId, {
      minItems: 1,
      maxItems: MAX_ARCHIVE_MEDIA,
      description: 'Only these media. Without it: all media of the delivery',
    }),
  ),
  ...redirectedQuery,
})

/** For staff, who ask for an address. */
export const ArchiveBody = Type.Object(
  {
    size: ArchiveSize,
    mediaIds: Type.Optional(
      Type.Array(SentId, {
        minItems: 1,
        maxItems: MAX_ARCHIVE_MEDIA,
        description: 'Only these media. Without it: all media of the project',
      }),
    ),
  },
  { title: 'ArchiveBody' },
)

export const Archive = Type.Object(
  {
    url: Type.String({ description: 'The address of the archive. It works without a credential' }),
    expiresAt: Instant,
  },
  { title: 'Archive' },
)
