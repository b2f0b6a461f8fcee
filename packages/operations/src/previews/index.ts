export {
  claimPreview,
  extendLease,
  type FinishedPreview,
  finishPreview,
  giveBackPreview,
  LEAST_ID,
  type PreviewJob,
} from './preview-job.ts'
export { countPendingPreviews, type PreviewRequest, requestPreviews } from './request-previews.ts'
