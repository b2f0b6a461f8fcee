import { webhookSubscriptions } from '@mediajobs/db/schema'
import type { KeyRing } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import {
  headerColumns,
  type OwnHeaders,
  openedHeaders,
  ownHeadersRow,
  wantedHeaders,
} from './own-headers.ts'
import { isSubscription, type Subscription } from './subscription.ts'

/**
 * The columns to write so that a locked subscription has the headers `wanted`; none when it has them.
 *
 * @throws {OperationError} `invalid`.
 */
export async function changedHeaders(
  tx: Tx,
  { organizationId, id }: Subscription,
  wanted: OwnHeaders | undefined,
  keyRing: KeyRing,
) {
  if (wanted === undefined) return {}
  const [stored] = await tx.orm
    .select({ encrypted: webhookSubscriptions.headersEncrypted })
    .from(webhookSubscriptions)
    .where(isSubscription(organizationId, id))
  const row = ownHeadersRow(organizationId, id)
  const before = readable(stored?.encrypted ?? null, row, keyRing)
  return headerColumns(wantedHeaders(wanted, before ?? {}), before, row, keyRing)
}

// Headers that can't be read can still be replaced: the caller sends all values again.
function readable(encrypted: string | null, row: string, keyRing: KeyRing): OwnHeaders | undefined {
  try {
    return openedHeaders(encrypted, row, keyRing)
  } catch {
    return undefined
  }
}
