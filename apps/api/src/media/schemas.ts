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
import {
  BatchOf,
  Described,
  Id,
  Instant,
  MediaType,
  Named,
  Nullable,
  SentId,
  Size,
} from '../vocabulary/schemas.ts'

const Filename = Type.String({
  minLength: 1,
  maxLength: MAX_FILENAME_LENGTH,
  format: 'filename',
})

// RFC 6838, section 4.2, without parameters.
const name = '[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}'
const ContentType = Type.String({
  maxLength: MAX_CONTENT_TYPE_LENGTH,
  pattern: `^${name}/${name}$`,
  patternSentence: 'must be a media type without parameters, like image/jpeg',
})

const toUpload = { filename: Filename, contentType: ContentType, mediaType: MediaType }

export const PresignBody = Named('PresignUploadBody', { projectId: SentId, ...toUpload })

const FileToUpload = Named('FileToUpload', toUpload)

export const PresignBatchBody = Named('PresignUploadsBody', {
  projectId: SentId,
  files: Type.Array(FileToUpload, { minItems: 1, maxItems: MAX_BATCH_FILES }),
})

export const PresignedUpload = Named('PresignedUpload', {
  uploadUrl: Type.String(),
  key: Type.String(),
  cdnUrl: Type.String(),
})

const uploaded = {
  filename: Filename,
  size: Size,
  type: MediaType,
  key: Type.Optional(Nullable(Type.String({ maxLength: MAX_OBJECT_KEY_LENGTH }))),
  cdnUrl: Type.Optional(Nullable(Type.String({ maxLength: MAX_CDN_URL_LENGTH }))),
  alteredFromMediaId: Type.Optional(Nullable(SentId)),
  alteration: Type.Optional(Nullable(SentAlteration)),
  replacesMediaId: Type.Optional(
    Nullable(
      Described(
        SentId,
        'The media item it replaces, whose alteredFromMediaId and alteration it inherits unless given',
      ),
    ),
  ),
}

export const ConfirmBody = Named('ConfirmUploadBody', { projectId: SentId, ...uploaded })

const UploadedFile = Named('UploadedFile', uploaded)

export const ConfirmBatchBody = Named('ConfirmUploadsBody', {
  projectId: SentId,
  files: Type.Array(UploadedFile, { minItems: 1, maxItems: MAX_BATCH_FILES }),
})

export const ReorderBody = Named('ReorderMediaBody', {
  projectId: SentId,
  mediaIds: Type.Array(SentId, { maxItems: MAX_MEDIA_OF_PROJECT }),
})

export const RenameBody = Named('RenameMediaBody', { filename: Filename })

export const UpdateMediaBody = Named('UpdateMediaBody', {
  filename: Type.Optional(Filename),
  alteredFromMediaId: Type.Optional(
    Nullable(
      Described(SentId, 'The original of an altered picture. null also clears the alteration'),
    ),
  ),
  alteration: Type.Optional(Nullable(SentAlteration)),
})

export const Media = Named('Media', {
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
  replacesMediaId: Nullable(Described(Id, 'The previous version')),
  replacedByMediaId: Nullable(
    Described(Id, 'The version that replaced it. null for current media'),
  ),
  uploadedByUserId: Nullable(
    Described(Id, 'Who confirmed it; with an API key, who created the key'),
  ),
  preview: Nullable(Preview),
  publishedAt: Nullable(Instant),
  createdAt: Instant,
  updatedAt: Instant,
})

export const MediaBatch = BatchOf(Media)
export const PresignedUploadBatch = BatchOf(PresignedUpload)
