export { EngineError, type EngineErrorCode } from './engine-error.ts'
export { type CaughtMail, startMailCatcher } from './mail-catcher.ts'
export { type ObjectStore, type ObjectStoreOptions, startObjectStore } from './object-store.ts'
export type { EventScript, SendOptions, StripeEvent } from './payments/events.ts'
export { type Outage, type Payments, startPayments } from './payments/start-payments.ts'
export { assertPortFree, freePort } from './ports.ts'
export {
  databaseUrl,
  dropDatabases,
  ensureDatabase,
  type Postgres,
  type PostgresOptions,
  startPostgres,
} from './postgres.ts'
export { type Account, postgresVersion, unprivilegedAccount } from './postgres-binaries.ts'
export { endProcess, spawnTied, type Tie, type TiedSpawnOptions } from './tied-process.ts'
