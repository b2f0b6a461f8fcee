import type { EventData, EventName } from '@mediajobs/domain'
import { type Tx, writeEvent } from '@mediajobs/outbox'

/**
 * Publishes the event `name` of `orgId`: the event, its webhook deliveries and their jobs commit with `tx`.
 * If they cannot be written, the commit fails. Receivers get the fields of `data` in their order, after `event`
 * and `orgId`.
 */
export function publishEvent<Name extends EventName>(
  tx: Tx,
  orgId: string,
  name: Name,
  data: EventData<Name>,
): void {
  writeEvent(tx, orgId, name, data)
}
