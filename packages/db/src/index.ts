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
export { compareMediaGrants, grantMediaRole } from './media-role.ts'
export { MigrationBlocked, migrateSchema, readSchemaState } from './migrate.ts'
export { makePartitions } from './partitions.ts'
export { UNFLUSHED } from './pooled.ts'
export { withoutJit } from './prepare-connection.ts'
export { openSingleConnection, type SingleConnection } from './single-connection.ts'
export { inDatabaseSpan, inSpan } from './spans.ts'
export { type Connection, type Sql, type SqlValue, sqlOn, statementName } from './sql.ts'
export { insertInto, one, selectList } from './statements.ts'
export { columnsOf, fieldsOfForeignKeys } from './table-shape.ts'
export { isTimeUp } from './time-limit.ts'
export { OpenTransaction, type Savepoint, Transaction } from './transaction.ts'
export { clockSkewSeconds, isoInstant, newId } from './values.ts'
