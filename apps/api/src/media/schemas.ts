import { MEDIA_TYPES } from '@mediajobs/domain'
import { MAX_MEDIA_OF_PROJECT } from '@mediajobs/operations'
import { Type } from '@sinclair/typebox'
import { Id, Instant, Nullable, OneOf, SentId } from '../schemas.ts'

const MAX_FILES = 100
// What S3 takes in one PUT: https://docs.aws.amazon.com/AmazonS3/latest/userguide/upload-objects.html
const MAX_SIZE_BYTES = 5_368_709_120

// A key of S3 has at most 1,024 bytes, and a CDN's address is put before it.
const MAX_KEY_LENGTH = 1_024
const MAX_CDN_URL_LENGTH = 4_096

const MediaType = OneOf(MEDIA_TYPES)

const Filename = Type.String({
  minLength: 1,
  maxLength: 255,
  // Everything but slashes of either kind and Unicode's control characters.
  pattern: '^[^/\\\\\\p{Cc}]*$',
  patternSentence: 'must have no path separators and no control characters',
})

// Restricted names of RFC 6838, section 4.2, at most 127 characters each; parameters are no part.
const MAX_CONTENT_TYPE_LENGTH = 255
const name = '[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}'
const ContentType = Type.String({
  maxLength: MAX_CONTENT_TYPE_LENGTH,
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
  key: Type.Optional(Nullable(Type.String({ maxLength: MAX_KEY_LENGTH }))),
  cdnUrl: Type.Optional(Nullable(Type.String({ maxLength: MAX_CDN_URL_LENGTH }))),
  alteredFromMediaId: Type.Optional(Nullable(SentId)),
}

export const ConfirmBody = Type.Object({ projectId: SentId, ...uploaded })

export const ConfirmBatchBody = Type.Object({
  projectId: SentId,
  files: Type.Array(Type.Object(uploaded), { minItems: 1, maxItems: MAX_FILES }),
})

export const ReorderBody = Type.Object({
  projectId: SentId,
  mediaIds: Type.Array(SentId, { maxItems: MAX_MEDIA_OF_PROJECT }),
})

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
