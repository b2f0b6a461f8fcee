import { type OrderStatus, orderTokenRow } from '@mediajobs/domain'
import type { Store } from '@mediajobs/outbox'
import { findOrder, type OrderRow } from '../orders/order.ts'
import { type PlaceOrderInput, placeHeldOrder } from '../orders/place-order.ts'
import type { AccountOptions } from '../payment-account/index.ts'
import { OperationError } from '../shared/errors.ts'
import { openCheckout } from './checkout.ts'
import { requestOrderReading } from './hints.ts'

export interface PlacedOrder {
  /** Token of the order's page. */
  orderToken: string
  status: OrderStatus
  /** Null when nothing is due. */
  checkoutUrl: string | null
}

/**
 * Places an order at a held time, like {@link placeHeldOrder}, and opens the provider's page for the amount due.
 *
 * @throws {OperationError} as in {@link placeHeldOrder} and {@link openCheckout}.
 */
export async function placeOrder(
  store: Pick<Store, 'sql' | 'transaction'>,
  publicId: string,
  input: PlaceOrderInput & { callerAddress: string },
  options: AccountOptions,
): Promise<PlacedOrder> {
  const order = await placeHeldOrder(store, publicId, input, options)
  const { organizationId, id, status, tokenEncrypted } = order
  const row = orderTokenRow(organizationId, id)
  const orderToken = options.keyRing.decrypt(tokenEncrypted ?? '', row)
  return { orderToken, status, checkoutUrl: await checkoutUrlOf(store, order, orderToken, options) }
}

/** The provider's page for an order's amount due. @throws {OperationError} as in {@link openCheckout}. */
export async function openOrderCheckout(
  store: Pick<Store, 'sql' | 'transaction'>,
  token: string,
  options: AccountOptions,
): Promise<{ url: string }> {
  const { organizationId, id: orderId } = await findOrder(store.sql, token)
  const returnUrl = `${new URL(options.deliveryBaseUrl).origin}/orders/${token}`
  return openCheckout(store, { organizationId, of: { orderId }, returnUrl }, {}, options)
}

/** Requests a reading of an order's open payment: its client may have paid. @throws {OperationError} `not_found`. */
export async function readOrderPayment(
  store: Pick<Store, 'sql' | 'transaction'>,
  token: string,
): Promise<void> {
  await requestOrderReading(store, await findOrder(store.sql, token))
}

async function checkoutUrlOf(
  store: Pick<Store, 'sql' | 'transaction'>,
  { status }: OrderRow,
  token: string,
  options: AccountOptions,
): Promise<string | null> {
  if (status !== 'PAYMENT_DUE') return null
  try {
    return (await openOrderCheckout(store, token, options)).url
  } catch (error) {
    // A repeated call: the order has just been paid.
    const isPaid = error instanceof OperationError && PAID.has(error.code)
    if (isPaid) return null
    throw error
  }
}

const PAID: ReadonlySet<string> = new Set(['payment_in_progress', 'order_decided'])
