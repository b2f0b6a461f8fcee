export {
  DELETE_ENDED,
  DELETE_FETCHED,
  fetchJobs,
  fetchNewJobs,
  HAS_ACTIVE_JOB,
  HAS_LIVE_JOB,
  insertJobs,
  QUEUE_SCHEMA,
  REQUEUE_LAPSED,
  RETURN_JOBS,
  WEBHOOK_JOB_ID,
  WEBHOOK_QUEUE,
} from './pgboss-tables.ts'
export { openStore, type Store, type StoreOptions, type Tx } from './store.ts'
export {
  HEARTBEAT_SECONDS,
  migrate,
  NEW_WORK,
  type NewWebhookJob,
  type NewWork,
  WAKE_CHANNEL,
  type WebhookJob,
} from './webhook-queue.ts'
export { publishEvent, writeEvent, writeTestEvent } from './write-event.ts'
