import type { EventData, EventName } from '@mediajobs/domain'
import { type Tx, writeEvent } from '@mediajobs/outbox'

/** {@link writeEvent} with typed `data`, whose fields receivers get in order after `event` and `orgId`. */
export function publishEvent<Name extends EventName>(
  tx: Tx,
  orgId: string,
  name: Name,
  data: EventData<Name>,
): void {
  writeEvent(tx, orgId, name, data)
}
