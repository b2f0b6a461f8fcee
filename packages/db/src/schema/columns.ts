import { sql } from 'drizzle-orm'
import {
  customType,
  type ExtraConfigColumn,
  foreignKey,
  index,
  type PgColumn,
  uuid,
} from 'drizzle-orm/pg-core'
import { isoInstant } from '../values.ts'

/**
 * A point in time, to the millisecond. It is text from the database to the HTTP response
 * (`2026-05-01T09:30:00.000Z`), and never a Date.
 */
const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp (3) with time zone',
  fromDriver: isoInstant,
})

const now = sql`now()`

/**
 * SQL: the time of a change of a record. `now()` is the begin of the transaction, before it waits for the record: of
 * two changes, the later one could have the earlier time. docs/contract.md#c11-time-of-change
 */
export const CHANGE_TIME = 'clock_timestamp()'
export const changeTime = sql.raw(CHANGE_TIME)

export const organizationId = () => uuid('organization_id').notNull()
export const optionalInstant = (name: string) => instant(name)
export const requiredInstant = (name: string) => instant(name).notNull()
export const createdAt = (name = 'created_at') => instant(name).notNull().default(now)
export const updatedAt = (name = 'updated_at') => instant(name).notNull().default(now)

interface Tenanted {
  organizationId: PgColumn
}

/** A foreign key of `column` to the records of `to`, within an organization: no reference crosses tenants. */
export function tenantKey(
  name: string,
  { organizationId }: Tenanted,
  column: PgColumn,
  to: Tenanted & { id: PgColumn },
) {
  return foreignKey({
    name,
    columns: [organizationId, column],
    foreignColumns: [to.organizationId, to.id],
  })
}

/** The order of an index for lists by id, newest first. */
export const newestId = ({ id }: { id: ExtraConfigColumn }) => id.desc().nullsFirst()

/** The order of an index for lists by creation, newest first. */
export const newestFirst = (table: { createdAt: ExtraConfigColumn; id: ExtraConfigColumn }) =>
  [table.createdAt.desc().nullsFirst(), newestId(table)] as const

export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })

/**
 * The index of `words`, a column that a trigger fills (migrations/0000_baseline.sql). The tables in this
 * folder do not list that column: no record has it, and a `select` of all columns must not read it.
 */
export const wordsIndex = (name: string) =>
  index(name).using('gin', sql`words`).with({ gin_pending_list_limit: 512 })

// The conditions and expressions of indexes. PostgreSQL uses such an index only for a query with the same condition,
// so the index and the queries share these texts. They are literals because a prepared statement with
// placeholders would not use the index.

/** SQL: a webhook delivery whose next attempt is still to come. */
export const IS_WAITING = `status in ('PENDING', 'RETRYING')`
/** SQL: a webhook delivery that ended and did not arrive. */
export const IS_UNSUCCESSFUL = `status in ('FAILED', 'CANCELLED')`
/** SQL: a bulk import that waits or runs. */
export const IS_UNFINISHED = `status <> 'COMPLETED'`
/**
 * SQL: a webhook delivery without a success. The dispatcher finds a delivery by its key, and not by this
 * index, because no condition of the form `not in` implies this list.
 */
export const IS_NOT_SUCCEEDED = `status in ('PENDING', 'RETRYING', 'FAILED', 'CANCELLED')`
/** SQL: the id of the project of an event, or null. It is the expression of an index. */
export const EVENT_PROJECT = 'event_project(data)'
