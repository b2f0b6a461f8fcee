export { migrate } from './migrate.ts'
export { publishEvent, publishTestEvent } from './publish-event.ts'
export { openStore, quietly, type Store, type StoreOptions, type Tx } from './store.ts'
export { type StoreTracing, tracedStore } from './traced-store.ts'
export {
  FIRST_TRY_PRIORITY,
  HEARTBEAT_SECONDS,
  type NewWebhookJob,
  QUEUE_SCHEMA,
  WAKE_CHANNEL,
  WEBHOOK_JOB_ID,
  WEBHOOK_QUEUE,
  type WebhookJob,
  webhookJobId,
} from './webhook-queue.ts'
