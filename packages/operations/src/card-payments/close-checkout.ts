import { payments } from '@mediajobs/db/schema'
import { MAX_CLOSED_CHECKOUTS } from '@mediajobs/domain'
import type { Store } from '@mediajobs/outbox'
import { ProviderError } from '@mediajobs/payments'
import pMap from 'p-map'
import {
  type AccountAccess,
  type AccountOptions,
  deleteAccount,
  findAccount,
  getPaymentAccount,
  isOpen,
  openAccount,
  type PaymentAccount,
  refusalOf,
} from '../payment-account/index.ts'
import type { PaymentRow } from '../payments/payments.ts'
import { notFound } from '../shared/errors.ts'
import { expectRecord, type IsExpected } from '../shared/record.ts'
import { applyReading, cancelPayment } from './apply-reading.ts'
import { takePayment } from './take-payments.ts'

/**
 * Expires an open payment's page and applies the outcome: nothing, or a payment that was made just before.
 *
 * @throws {OperationError} `unavailable` or `conflict`, as in {@link refusalOf}.
 */
export async function closeCheckout(
  store: Pick<Store, 'sql' | 'transaction'>,
  { organizationId, id }: Pick<PaymentRow, 'organizationId' | 'id'>,
  access: AccountAccess,
): Promise<void> {
  const taken = await takePayment(store.sql, organizationId, id)
  if (!taken) return
  const { checkoutId } = taken
  if (checkoutId === null) return cancelPayment(store.sql, taken)
  try {
    const provider = openAccount({ ...taken, id: taken.accountId }, access)
    if (taken.status === 'PENDING') await provider.expireCheckout(checkoutId)
    const reading = await provider.readPayment(taken)
    await store.transaction((tx) => applyReading(tx, taken, reading))
  } catch (error) {
    if (!(error instanceof ProviderError) || error.fault !== 'not_found') throw refusalOf(error)
    await cancelPayment(store.sql, taken, 'unknown_to_provider')
  }
}

const CLOSED_AT_ONCE = 8

/**
 * Removes an organization's account, after closing its open pages. If the provider refuses the key, pages can
 * no longer be closed or read: open payments are canceled.
 *
 * @throws {OperationError} `not_found`, `precondition_failed`; `conflict` (`payments_open`) while a bank is processing
 *   a payment; `unavailable`.
 */
export async function removePaymentAccount(
  store: Pick<Store, 'sql' | 'transaction'>,
  orgId: string,
  options: AccountOptions,
  isExpected?: IsExpected<PaymentAccount>,
): Promise<void> {
  const account = await findAccount(store.sql, orgId)
  if (!account) throw notFound()
  expectRecord(await getPaymentAccount(store.sql, orgId, options), isExpected)
  const open = await store.sql.orm
    .select()
    .from(payments)
    .where(isOpen(orgId))
    .limit(MAX_CLOSED_CHECKOUTS)
  const close = (payment: PaymentRow) =>
    account.state === 'KEY_REFUSED'
      ? cancelPayment(store.sql, payment, 'account_removed')
      : closeCheckout(store, payment, options)
  await pMap(open, close, { concurrency: CLOSED_AT_ONCE })
  await store.transaction((tx) => deleteAccount(tx, orgId, options, isExpected))
}
