import type { EventName } from '@mediajobs/domain'
import { withheldIfLarge } from '../page-bytes.ts'
import { instantOfId } from '../shared/id-time.ts'

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

// The column `created_at` is the begin of the transaction. It may be before the `created_at` of an event that
// was written earlier.
export function toLoggedEvent(row: EventRow): LoggedEvent {
  return { ...row, createdAt: instantOfId(row.id) }
}
