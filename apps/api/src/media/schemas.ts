import {
  MAX_BATCH_FILES,
  MAX_CDN_URL_LENGTH,
  MAX_CONTENT_TYPE_LENGTH,
  MAX_FILENAME_LENGTH,
  MAX_MEDIA_OF_PROJECT,
  MAX_OBJECT_KEY_LENGTH,
} from '@mediajobs/domain'
import { Type } from '@sinclair/typebox'
import { Alteration, Preview, SentAlteration } from '../vocabulary/media.ts'
import { BatchOf, Id, Instant, MediaType, Nullable, SentId, Size } from '../vocabulary/schemas.ts'

const Filename = Type.String({
  minLength: 1,
  maxLength: MAX_FILENAME_LENGTH,
  format: 'filename',
})

// Restricted names of RFC 6838, section 4.2, at most 127 characters each. Parameters are excluded.
const name = '[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}'
const ContentType = Type.String({
  maxLength: MAX_CONTENT_TYPE_LENGTH,
  pattern: `^${name}/${name}$`,
  patternSentence: 'must be a media type without parameters, like image/jpeg',
})

const toUpload = { filename: Filename, contentType: ContentType, mediaType: MediaType }

export const PresignBody = Type.Object(
  { projectId: SentId, ...toUpload },
  { title: 'PresignUploadBody' },
)

const FileToUpload = Type.Object(toUpload, { title: 'FileToUpload' })

export const PresignBatchBody = Type.Object(
  {
    projectId: SentId,
    files: Type.Array(FileToUpload, { minItems: 1, maxItems: MAX_BATCH_FILES }),
  },
  { title: 'PresignUploadsBody' },
)

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
  size: Size,
  type: MediaType,
  key: Type.Optional(Nullable(Type.String({ maxLength: MAX_OBJECT_KEY_LENGTH }))),
  cdnUrl: Type.Optional(Nullable(Type.String({ maxLength: MAX_CDN_URL_LENGTH }))),
  alteredFromMediaId: Type.Optional(Nullable(SentId)),
  alteration: Type.Optional(Nullable(SentAlteration)),
}

export const ConfirmBody = Type.Object(
  { projectId: SentId, ...uploaded },
  { title: 'ConfirmUploadBody' },
)

const UploadedFile = Type.Object(uploaded, { title: 'UploadedFile' })

export const ConfirmBatchBody = Type.Object(
  {
    projectId: SentId,
    files: Type.Array(UploadedFile, { minItems: 1, maxItems: MAX_BATCH_FILES }),
  },
  { title: 'ConfirmUploadsBody' },
)

export const ReorderBody = Type.Object(
  { projectId: SentId, mediaIds: Type.Array(SentId, { maxItems: MAX_MEDIA_OF_PROJECT }) },
  { title: 'ReorderMediaBody' },
)

export const RenameBody = Type.Object({ filename: Filename }, { title: 'RenameMediaBody' })

export const UpdateMediaBody = Type.Object(
  {
    filename: Type.Optional(Filename),
    alteredFromMediaId: Type.Optional(
      Nullable(
        Type.Unsafe<string>({
          ...SentId,
          description: 'The original of an altered picture. null also clears the alteration',
        }),
      ),
    ),
    alteration: Type.Optional(Nullable(SentAlteration)),
  },
  { title: 'UpdateMediaBody' },
)

export const Media = Type.Object(
  {
    id: Id,
    organizationId: Id,
    projectId: Id,
    type: MediaType,
    filename: Type.String(),
    key: Type.String(),
    contentType: Type.String(),
    size: Size,
    cdnUrl: Type.String(),
    position: Type.Integer(),
    alteredFromMediaId: Nullable(Id),
    alteration: Nullable(Alteration),
    preview: Nullable(Preview),
    publishedAt: Nullable(Instant),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { title: 'Media' },
)

export const MediaBatch = BatchOf(Media)
export const PresignedUploadBatch = BatchOf(PresignedUpload)
