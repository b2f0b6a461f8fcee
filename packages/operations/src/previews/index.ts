export {
  claimPreview,
  extendLease,
  type FinishedPreview,
  finishPreview,
  type PreviewJob,
  releasePreview,
} from './preview-job.ts'
export { countPendingPreviews, type PreviewRequest, requestPreviews } from './request-previews.ts'
