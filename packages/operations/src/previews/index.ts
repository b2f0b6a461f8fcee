export {
  claimPreview,
  extendLease,
  FIRST_ORGANIZATION,
  type FinishedPreview,
  finishPreview,
  giveBackPreview,
  type PreviewJob,
} from './preview-job.ts'
export { countPendingPreviews, type PreviewRequest, requestPreviews } from './request-previews.ts'
