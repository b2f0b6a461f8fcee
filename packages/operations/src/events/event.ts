import type { EventName } from '@mediajobs/domain'

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

export const EVENT_COLUMNS = `id, organization_id as "organizationId", name as event, data`

// RFC 9562: the first 48 bits of a UUIDv7 are its milliseconds. The column `created_at` is when the
// transaction began, which may be before another event that was written earlier.
const MILLISECONDS = /^(.{8})-(.{4})/

export function toLoggedEvent(row: EventRow): LoggedEvent {
  const [, high, low] = MILLISECONDS.exec(row.id) ?? []
  return { ...row, createdAt: new Date(Number.parseInt(`${high}${low}`, 16)).toISOString() }
}
