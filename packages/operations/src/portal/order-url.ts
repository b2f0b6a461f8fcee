import { type KeyRing, orderTokenRow } from '@mediajobs/domain'

export interface OrderLinks {
  readonly keyRing: KeyRing
  /** Order pages share its origin. */
  readonly deliveryBaseUrl: string
}

/** The URL of the order's page, or null without an order. */
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
