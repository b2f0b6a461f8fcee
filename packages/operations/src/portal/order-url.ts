import { type KeyRing, orderTokenRow } from '@mediajobs/domain'

export interface OrderLinks {
  readonly keyRing: KeyRing
  /** Orders are at its origin. */
  readonly deliveryBaseUrl: string
}

/** The order's own page. Null without an order. */
export function orderUrlOf(
  orgId: string,
  orderId: string | null,
  sealed: string | null,
  { keyRing, deliveryBaseUrl }: OrderLinks,
): string | null {
  if (orderId === null || sealed === null) return null
  const token = keyRing.decrypt(sealed, orderTokenRow(orgId, orderId))
  return `${new URL(deliveryBaseUrl).origin}/orders/${token}`
}
