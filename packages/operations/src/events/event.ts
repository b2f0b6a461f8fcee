import type { EventName } from '@mediajobs/domain'
import { withheldIfLarge } from '../page-bytes.ts'

/** What happened in an organization, whether or not anyone was subscribed. */
export interface LoggedEvent {
  id: string
  organizationId: string
  event: EventName
  /** What receivers were or would have been sent. */
  data: unknown
  /** The instant in the id: lists are in this order, and ranges mean this. */
  createdAt: string
}

/** A row of {@link EVENT_COLUMNS}. */
export type EventRow = Omit<LoggedEvent, 'createdAt'>

const SMALL_COLUMNS = `id, organization_id as "organizationId", name as event`
export const EVENT_COLUMNS = `${SMALL_COLUMNS}, data`
/** The same for a list. */
export const LISTED_EVENT_COLUMNS = `${SMALL_COLUMNS}, ${withheldIfLarge('data')} as data`

// RFC 9562: the first 48 bits of a UUIDv7 are its milliseconds. The column `created_at` is when the
// transaction began, which may be before another event that was written earlier.
const MILLISECONDS = /^(.{8})-(.{4})/

export function toLoggedEvent(row: EventRow): LoggedEvent {
  const [, high, low] = MILLISECONDS.exec(row.id) ?? []
  return { ...row, createdAt: new Date(Number.parseInt(`${high}${low}`, 16)).toISOString() }
}
