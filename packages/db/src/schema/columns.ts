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

/** An instant with milliseconds, as text from the database to the response (`2026-05-01T09:30:00.000Z`), never a Date. */
const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp (3) with time zone',
  fromDriver: isoInstant,
})

const now = sql`now()`

/**
 * SQL: the time of a change. Not `now()`, which is the start of the transaction, before it waits for the record's lock:
 * the later of two changes could get the earlier time. docs/contract.md#c11-time-of-change
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
 * The index of `words`, a column maintained by a trigger (migrations/0000_baseline.sql). Not declared here: it isn't
 * part of a record, and a `select` of all columns must not read it.
 */
export const wordsIndex = (name: string) =>
  index(name).using('gin', sql`words`).with({ gin_pending_list_limit: 512 })

// Predicates and expressions of indexes. PostgreSQL uses a partial index only for a query that repeats its predicate, so
// both share the text: literals, because placeholders of a prepared statement don't match.

/** SQL: webhook deliveries awaiting another attempt. */
export const IS_WAITING = `status in ('PENDING', 'RETRYING')`
/** SQL: webhook deliveries that ended without success. */
export const IS_UNSUCCESSFUL = `status in ('FAILED', 'CANCELLED')`
/** SQL: waiting and running bulk imports. */
export const IS_UNFINISHED = `status <> 'COMPLETED'`
/**
 * SQL: webhook deliveries without success. A list, so that the dispatcher's `not in` doesn't match this index: it finds
 * deliveries by key.
 */
export const IS_NOT_SUCCEEDED = `status in ('PENDING', 'RETRYING', 'FAILED', 'CANCELLED')`
/** SQL: orders whose time is held for a client, until `hold_expires_at`. */
export const IS_HELD = `status in ('HELD', 'PAYMENT_DUE')`
/** SQL: orders that may take up a technician's time: held, or waiting for staff. */
export const IS_UNDECIDED = `status in ('HELD', 'PAYMENT_DUE', 'REQUESTED')`
/** SQL: orders that ended unconfirmed and are still to be deleted or stripped of personal data. */
export const IS_UNERASED = `status in ('EXPIRED', 'DECLINED') and (customer_email is not null or placed_at is null)`
/** SQL: placed orders without a customer: they get one when confirmed. */
export const IS_UNMATCHED = `customer_id is null and customer_email is not null`
/** SQL: an event's project id, or null. Indexed. */
export const EVENT_PROJECT = 'event_project(data)'
