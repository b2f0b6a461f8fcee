import { MEDIA_TYPES } from '@mediajobs/domain'
import { Type } from '@sinclair/typebox'
import { Id, Instant, Nullable, OneOf, SentId } from '../schemas.ts'

const MAX_FILES = 100
// What S3 takes in one PUT: https://docs.aws.amazon.com/AmazonS3/latest/userguide/upload-objects.html
const MAX_SIZE_BYTES = 5_368_709_120

const MediaType = OneOf(MEDIA_TYPES)

const Filename = Type.String({
  minLength: 1,
  maxLength: 255,
  // Everything but slashes of either kind and Unicode's control characters.
  pattern: '^[^/\\\\\\p{Cc}]*$',
  patternSentence: 'must have no path separators and no control characters',
})

// Restricted names of RFC 6838, section 4.2, at most 127 characters each; parameters are no part.
const name = '[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}'
const ContentType = Type.String({
  pattern: `^${name}/${name}$`,
  patternSentence: 'must be a media type without parameters, like image/jpeg',
})

const toUpload = { filename: Filename, contentType: ContentType, mediaType: MediaType }

export const PresignBody = Type.Object({ projectId: SentId, ...toUpload })

export const PresignBatchBody = Type.Object({
  projectId: SentId,
  files: Type.Array(Type.Object(toUpload), { minItems: 1, maxItems: MAX_FILES }),
})

export const PresignedUpload = Type.Object(
  {
    uploadUrl: Type.String(),
    key: Type.String(),
    cdnUrl: Type.String(),
  },
  { title: 'PresignedUpload' },
)

const uploaded = {
  filename: Filename,
  size: Type.Integer({ minimum: 1, maximum: MAX_SIZE_BYTES }),
  type: MediaType,
  key: Type.Optional(Nullable(Type.String())),
  cdnUrl: Type.Optional(Nullable(Type.String())),
  alteredFromMediaId: Type.Optional(Nullable(SentId)),
}

export const ConfirmBody = Type.Object({ projectId: SentId, ...uploaded })

export const ConfirmBatchBody = Type.Object({
  projectId: SentId,
  files: Type.Array(Type.Object(uploaded), { minItems: 1, maxItems: MAX_FILES }),
})

export const ReorderBody = Type.Object({ projectId: SentId, mediaIds: Type.Array(SentId) })

export const RenameBody = Type.Object({ filename: Filename })

export const Media = Type.Object(
  {
    id: Id,
    organizationId: Id,
    projectId: Id,
    type: MediaType,
    filename: Type.String(),
    key: Type.String(),
    contentType: Type.String(),
    size: Type.Integer(),
    cdnUrl: Type.String(),
    position: Type.Integer(),
    alteredFromMediaId: Nullable(Id),
    publishedAt: Nullable(Instant),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { title: 'Media' },
)
