export { clockSkewSeconds } from './clock-skew.ts'
export { openSingleConnection, type SingleConnection } from './connections/single-connection.ts'
export { isTimeUp } from './connections/time-limit.ts'
export { UNFLUSHED } from './connections/unflushed.ts'
export { withoutJit } from './connections/without-jit.ts'
export * from './database.ts'
export {
  isUnavailable,
  type MovedWrite,
  movedWriteOf,
  UNAVAILABILITIES,
  type Unavailability,
  unavailabilityOf,
  violatedConstraint,
} from './database-error.ts'
export { isoInstant } from './instant-text.ts'
export { compareMediaGrants, grantMediaRole } from './media-role.ts'
export { MigrationBlocked, migrateSchema, readSchemaState } from './migrate.ts'
export { newId } from './new-id.ts'
export { OpenTransaction, type Savepoint } from './open-transaction.ts'
export { makePartitions } from './partitions.ts'
export { inDatabaseSpan, inSpan } from './spans.ts'
export { type Connection, type Sql, type SqlValue, sqlOn, statementName } from './sql.ts'
export { insertInto } from './statements/insert-statement.ts'
export { one } from './statements/one.ts'
export { selectList } from './statements/select-list.ts'
export { columnsOf, fieldsOfForeignKeys } from './table-shape.ts'
export { Transaction } from './transaction.ts'
