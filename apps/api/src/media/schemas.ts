import {
  MAX_BATCH_FILES,
  MAX_CDN_URL_LENGTH,
  MAX_CONTENT_TYPE_LENGTH,
  MAX_FILE_BYTES,
  MAX_FILENAME_LENGTH,
  MAX_MEDIA_OF_PROJECT,
  MAX_OBJECT_KEY_LENGTH,
  MEDIA_TYPES,
} from '@mediajobs/domain'
import { Type } from '@sinclair/typebox'
import { Id, Instant, Nullable, OneOf, SentId } from '../schemas.ts'

const MediaType = OneOf(MEDIA_TYPES)

const Filename = Type.String({
  minLength: 1,
  maxLength: MAX_FILENAME_LENGTH,
  // Everything but slashes of either kind and Unicode's control characters.
  pattern: '^[^/\\\\\\p{Cc}]*$',
  patternSentence: 'must have no path separators and no control characters',
})

// Restricted names of RFC 6838, section 4.2, at most 127 characters each; parameters are no part.
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
  files: Type.Array(Type.Object(toUpload), { minItems: 1, maxItems: MAX_BATCH_FILES }),
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
  size: Type.Integer({ minimum: 1, maximum: MAX_FILE_BYTES }),
  type: MediaType,
  key: Type.Optional(Nullable(Type.String({ maxLength: MAX_OBJECT_KEY_LENGTH }))),
  cdnUrl: Type.Optional(Nullable(Type.String({ maxLength: MAX_CDN_URL_LENGTH }))),
  alteredFromMediaId: Type.Optional(Nullable(SentId)),
}

export const ConfirmBody = Type.Object({ projectId: SentId, ...uploaded })

export const ConfirmBatchBody = Type.Object({
  projectId: SentId,
  files: Type.Array(Type.Object(uploaded), { minItems: 1, maxItems: MAX_BATCH_FILES }),
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
