export { deleteMedia, type MediaInput, reorderMedia, updateMedia } from './change-media.ts'
export { type Confirmation, type Confirmed, confirmUploads } from './confirm-uploads.ts'
export type { UploadedFile } from './find-uploads.ts'
export { getMedia, listMedia, type Media } from './media.ts'
export { removeObjects } from './object-removals.ts'
export {
  type FileToUpload,
  type PresignedUpload,
  presignAgain,
  presignUploads,
  SWEEP_AFTER_SECONDS,
} from './presign.ts'
