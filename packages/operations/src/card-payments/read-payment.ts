import { payments, refunds } from '@mediajobs/db/schema'
import type { Store } from '@mediajobs/outbox'
import { type PaymentProvider, ProviderError, type ProviderFault } from '@mediajobs/payments'
import { and, eq, isNull } from 'drizzle-orm'
import { type AccountAccess, openAccount, setAccountState } from '../payment-account/index.ts'
import { failRefund } from '../payments/refund-payment.ts'
import { ForeignReading } from './apply-payment.ts'
import { applyReading, cancelPayment } from './apply-reading.ts'
import { postpone, type TakenPayment } from './take-payments.ts'

export type ReadOutcome =
  | { kind: 'read' }
  /** Not an error: the payment was taken again, and a newer reading follows. */
  | { kind: 'overtaken' }
  /** The provider didn't answer. */
  | { kind: 'unreachable'; error: unknown }
  /** Needs another key, or attention from a person. */
  | { kind: 'refused'; error: unknown }

// Faults that end a refund for good: its amount can be refunded again.
const FOR_GOOD: ReadonlySet<ProviderFault> = new Set(['refused', 'not_found', 'amount_not_payable'])

const HOUR_MS = 3_600_000

/**
 * Reads a taken payment at its provider and applies it. First closes its page if the invoice or order no longer needs
 * it, and requests refunds that were decided but never requested.
 *
 * @param retryMs delay if the provider doesn't answer
 */
export async function readPayment(
  store: Pick<Store, 'sql' | 'transaction'>,
  taken: TakenPayment,
  access: AccountAccess,
  retryMs: number,
): Promise<ReadOutcome> {
  try {
    // Nobody has the URL of a page before it is stored.
    if (taken.checkoutId === null) {
      await cancelPayment(store.sql, taken)
      return { kind: 'read' }
    }
    const provider = openAccount({ ...taken, id: taken.accountId }, access)
    const applied = await readAt(store, taken, provider)
    if (taken.state !== 'READY') await setAccountState(store.sql, taken, 'READY')
    return { kind: applied ? 'read' : 'overtaken' }
  } catch (error) {
    return afterFault(store, taken, error, retryMs)
  }
}

async function readAt(
  store: Pick<Store, 'sql' | 'transaction'>,
  taken: TakenPayment,
  provider: PaymentProvider,
): Promise<boolean> {
  const { checkoutId, status, isWanted } = taken
  if (status === 'PENDING' && !isWanted && checkoutId) await provider.expireCheckout(checkoutId)
  await requestRefunds(store, taken, provider)
  const reading = await provider.readPayment(taken)
  return store.transaction((tx) => applyReading(tx, taken, reading))
}

/** Requests refunds whose process died before it could. Idempotent at the provider. */
async function requestRefunds(
  store: Pick<Store, 'sql' | 'transaction'>,
  { organizationId, id, providerPaymentId }: TakenPayment,
  provider: PaymentProvider,
): Promise<void> {
  if (providerPaymentId === null) return
  const unasked = await store.sql.orm
    .select({ refundId: refunds.id, amount: refunds.refundAmount, currency: payments.currency })
    .from(refunds)
    .innerJoin(
      payments,
      and(eq(payments.organizationId, refunds.organizationId), eq(payments.id, refunds.paymentId)),
    )
    .where(
      and(
        eq(refunds.organizationId, organizationId),
        eq(refunds.paymentId, id),
        eq(refunds.status, 'PENDING'),
        isNull(refunds.providerRefundId),
      ),
    )
  for (const refund of unasked) {
    await provider.refund({ ...refund, providerPaymentId }).catch(async (error) => {
      if (!(error instanceof ProviderError) || !FOR_GOOD.has(error.fault)) throw error
      const failureCode = error.code ?? error.fault
      await store.transaction((tx) =>
        failRefund(tx, organizationId, id, refund.refundId, failureCode),
      )
    })
  }
}

async function afterFault(
  store: Pick<Store, 'sql' | 'transaction'>,
  taken: TakenPayment,
  error: unknown,
  retryMs: number,
): Promise<ReadOutcome> {
  if (error instanceof ForeignReading) {
    await postpone(store.sql, taken, 24 * HOUR_MS)
    return { kind: 'refused', error }
  }
  if (!(error instanceof ProviderError)) throw error
  if (error.fault === 'unreachable') {
    await postpone(store.sql, taken, retryMs)
    return { kind: 'unreachable', error }
  }
  if (error.fault === 'key_refused') await setAccountState(store.sql, taken, 'KEY_REFUSED')
  // Unknown to the provider: the page can't be paid.
  if (error.fault === 'not_found' && taken.status === 'PENDING') {
    await cancelPayment(store.sql, taken, 'unknown_to_provider')
  } else await postpone(store.sql, taken, HOUR_MS)
  return { kind: 'refused', error }
}
