export { FIRST_JOBS_SCHEMA_VERSION } from './first-jobs.ts'
export { migrate } from './migrate.ts'
export { openStore, type Store, type StoreOptions } from './store.ts'
export type { Tx } from './tx.ts'
export {
  FIRST_ATTEMPT_PRIORITY,
  HEARTBEAT_SECONDS,
  NEW_WORK,
  type NewWebhookJob,
  type NewWork,
  QUEUE_SCHEMA,
  WAKE_CHANNEL,
  WEBHOOK_JOB_ID,
  WEBHOOK_QUEUE,
  type WebhookJob,
  webhookJobId,
} from './webhook-queue.ts'
export { writeEvent, writeTestEvent } from './write-event.ts'
