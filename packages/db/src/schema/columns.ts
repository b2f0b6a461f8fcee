import { sql } from 'drizzle-orm'
import { customType, index, uuid } from 'drizzle-orm/pg-core'
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

export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })

/**
 * The index of `words`, a column that a trigger fills (migrations/0000_baseline.sql). The tables in this
 * folder do not list that column: no record has it, and a `select` of all columns must not read it.
 */
export const wordsIndex = (name: string) =>
  index(name).using('gin', sql`words`).with({ gin_pending_list_limit: 512 })
