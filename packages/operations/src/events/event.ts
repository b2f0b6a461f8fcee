import type { EventName } from '@mediajobs/domain'
import { withheldIfLarge } from '../page-bytes.ts'

/** An event of an organization. It is logged with or without a subscription. */
export interface LoggedEvent {
  id: string
  organizationId: string
  event: EventName
  /** The `data` of its webhook deliveries. */
  data: unknown
  /** The time in the id. Lists are in this order, and the filters of time compare it. */
  createdAt: string
}

/** A row of {@link EVENT_COLUMNS}. */
export type EventRow = Omit<LoggedEvent, 'createdAt'>

const SMALL_COLUMNS = `id, organization_id as "organizationId", name as event`
export const EVENT_COLUMNS = `${SMALL_COLUMNS}, data`
/** The same for a list. */
export const LISTED_EVENT_COLUMNS = `${SMALL_COLUMNS}, ${withheldIfLarge('data')} as data`

// RFC 9562: the first 48 bits of a UUIDv7 are its milliseconds. The column `created_at` is the begin of the
// transaction. It may be before the `created_at` of an event that was written earlier.
const MILLISECONDS = /^(.{8})-(.{4})/

export function toLoggedEvent(row: EventRow): LoggedEvent {
  const [, high, low] = MILLISECONDS.exec(row.id) ?? []
  return { ...row, createdAt: new Date(Number.parseInt(`${high}${low}`, 16)).toISOString() }
}
