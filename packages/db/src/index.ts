export { isTimeUp, UNFLUSHED, withoutJit } from './connections.ts'
export * from './database.ts'
export {
  isMissingTable,
  isUnavailable,
  type MovedWrite,
  movedWriteOf,
  NotMigrated,
  UNAVAILABILITIES,
  type Unavailability,
  unavailabilityOf,
  violatedConstraint,
} from './database-error.ts'
export { compareMediaGrants, grantMediaRole } from './media-role.ts'
export { MigrationBlocked, migrateSchema, readSchemaState } from './migrate.ts'
export {
  ALL_DAYS,
  createPartitions,
  type Day,
  dayOf,
  groupByDay,
  statementByDay,
} from './partitions.ts'
export { openSingleConnection, type SingleConnection } from './single-connection.ts'
export {
  type Connection,
  inDatabaseSpan,
  inSpan,
  type Placeholders,
  preparedQuery,
  type Sql,
  type SqlValue,
  sqlOn,
  statementName,
} from './sql.ts'
export { columnsOf, fieldsOfForeignKeys, insertInto, one, selectList } from './statements.ts'
export { OpenTransaction, type Savepoint, SNAPSHOT, Transaction } from './transaction.ts'
export { clockSkewSeconds, isoInstant, newId } from './values.ts'
