import { newId, one, type Sql, violatedConstraint } from '@mediajobs/db'
import { changeTime, payments } from '@mediajobs/db/schema'
import { CHECKOUT_SECONDS } from '@mediajobs/domain'
import type { Store, Tx } from '@mediajobs/outbox'
import { type OpenCheckout, ProviderError } from '@mediajobs/payments'
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import {
  type AccountOptions,
  type AccountRow,
  cardPaymentsOff,
  lockAccountForShare,
  openAccount,
  refusalOf,
  setAccountState,
} from '../payment-account/index.ts'
import { findPayLink } from '../payments/pay-links.ts'
import type { PaymentRow } from '../payments/payments.ts'
import { conflict, invalid, type OperationError } from '../shared/errors.ts'
import { cancelPayment } from './apply-reading.ts'
import { closeCheckout } from './close-checkout.ts'
import { extendHold, isPaymentOf, lockOwed, type Owed, type Payable } from './payable.ts'

/** What the payer wants to pay. */
export interface CheckoutAmounts {
  /** Defaults to the balance. */
  paymentAmount?: number
  tipAmount?: number
}

/** What to do after the transaction. */
type Step =
  | { kind: 'opened'; url: string }
  | {
      kind: 'open'
      account: AccountRow
      payment: PaymentRow
      description: string
      reference: string
      isNew: boolean
    }
  | { kind: 'close'; payment: PaymentRow }
  | { kind: 'again' }

// An expired page, or one with other amounts, is closed first; a concurrent call may open another.
const MAX_STEPS = 6
// A page that expires sooner isn't handed out.
const LEAST_LEFT_MS = 90_000

/** {@link openCheckout} for the invoice that a payer's token opens. @throws {OperationError} also `not_found`. */
export async function openCheckoutByToken(
  store: Pick<Store, 'sql' | 'transaction'>,
  token: string,
  amounts: CheckoutAmounts,
  options: AccountOptions,
): Promise<{ url: string }> {
  const { organizationId, invoiceId } = await findPayLink(store.sql, token)
  const returnUrl = `${new URL(options.deliveryBaseUrl).origin}/pay/${token}`
  return openCheckout(store, { organizationId, of: { invoiceId }, returnUrl }, amounts, options)
}

/**
 * The provider's checkout page for an invoice or an order: the open one, or a new one. Commits the payment, creates
 * its page, stores the URL, and only then returns it: a crash in between leaves nothing that can be paid twice.
 * docs/contract.md#c18-checkout
 *
 * @throws {OperationError} `conflict` as in {@link lockOwed}, or (`payment_in_progress`, `card_payments_off`,
 *   `amount_not_payable`, `payment_refused`); `invalid` for amounts out of bounds; `unavailable`.
 */
export async function openCheckout(
  store: Pick<Store, 'sql' | 'transaction'>,
  payable: Payable,
  amounts: CheckoutAmounts,
  options: AccountOptions,
): Promise<{ url: string }> {
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const next = await begin(store, payable, amounts)
    if (next.kind === 'opened') return { url: next.url }
    if (next.kind === 'close') await closeCheckout(store, next.payment, options)
    if (next.kind === 'open') {
      const opened = await open(store, payable, next, options)
      if (opened) return opened
    }
  }
  throw paymentInProgress()
}

function begin(
  store: Pick<Store, 'transaction'>,
  payable: Payable,
  amounts: CheckoutAmounts,
): Promise<Step> {
  return store
    .transaction((tx) => beginPayment(tx, payable, amounts))
    .catch((error): Step => {
      const isRace = OPEN_PAGES.some((name) => violatedConstraint(error) === name)
      if (isRace) return { kind: 'again' }
      throw error
    })
}

const OPEN_PAGES = ['payments_open_checkout', 'payments_open_order_checkout']

/** Locks the account, the open payment, then the invoice or order. */
async function beginPayment(tx: Tx, payable: Payable, amounts: CheckoutAmounts): Promise<Step> {
  const { organizationId } = payable
  const account = await lockAccountForShare(tx, organizationId)
  const current = await lockOpenPayment(tx, payable)
  const owed = await lockOwed(tx, payable)
  if (!account) throw cardPaymentsOff()
  const wanted = await boundedAmounts(tx, payable, owed, amounts)
  const isSame =
    current?.paymentAmount === wanted.paymentAmount && current.tipAmount === wanted.tipAmount
  const { description, reference } = owed
  if (current?.checkoutId === null) {
    if (isSame)
      return { kind: 'open', account, payment: current, description, reference, isNew: false }
    await cancelPayment(tx, current)
  } else if (current) {
    const leftMs = Date.parse(current.checkoutExpiresAt ?? '') - Date.now()
    const url = current.checkoutUrl
    return isSame && url !== null && leftMs > LEAST_LEFT_MS
      ? { kind: 'opened', url }
      : { kind: 'close', payment: current }
  }
  await extendHold(tx, payable)
  const payment = one(
    await tx.orm
      .insert(payments)
      .values({
        ...wanted,
        ...payable.of,
        organizationId,
        id: newId(),
        customerId: owed.customerId,
        provider: 'STRIPE',
        status: 'PENDING',
        currency: owed.currency,
        livemode: account.livemode,
        nextReadAt: sql`now() + interval '1 minute'`,
      })
      .returning(),
    'the insert of a payment',
  )
  return { kind: 'open', account, payment, description, reference, isNew: true }
}

/** Creates the page of a committed payment. @returns `null` to start over, such as when the payment has ended */
async function open(
  store: Pick<Store, 'sql' | 'transaction'>,
  { returnUrl }: Payable,
  { account, payment, description, reference, isNew }: Extract<Step, { kind: 'open' }>,
  options: AccountOptions,
): Promise<{ url: string } | null> {
  const { paymentAmount, tipAmount, currency, createdAt } = payment
  const provider = openAccount(account, options)
  let page: OpenCheckout
  try {
    page = await provider.createCheckout({
      paymentId: payment.id,
      paymentAmount,
      tipAmount,
      currency,
      description,
      // The pay page then polls for this payment.
      paidUrl: `${returnUrl}?back=${encodeURIComponent(reference)}`,
      returnUrl,
      createdAt,
      lifetimeSeconds: CHECKOUT_SECONDS,
    })
  } catch (error) {
    await endRefused(store.sql, account, payment, error)
    // An earlier call requested it with a different return URL.
    if (!isNew && error instanceof ProviderError && error.fault === 'refused') return null
    throw refusalOf(error)
  }
  if (account.state !== 'READY') await setAccountState(store.sql, account, 'READY')
  if (await storePage(store.sql, payment, page)) return { url: page.url }
  // Nobody has its URL.
  await provider.expireCheckout(page.checkoutId).catch((error) => {
    throw refusalOf(error)
  })
  return null
}

/** @returns whether the payment is still open, with this page */
async function storePage(
  { orm }: Sql,
  { organizationId, id }: PaymentRow,
  { checkoutId, url, expiresAt }: OpenCheckout,
): Promise<boolean> {
  const stored = await orm
    .update(payments)
    .set({
      checkoutId,
      checkoutUrl: url,
      checkoutExpiresAt: expiresAt,
      updatedAt: changeTime,
    })
    .where(
      and(
        eq(payments.organizationId, organizationId),
        eq(payments.id, id),
        eq(payments.status, 'PENDING'),
        or(isNull(payments.checkoutId), eq(payments.checkoutId, checkoutId)),
      ),
    )
    .returning({ id: payments.id })
  return stored.length > 0
}

/** Cancels a payment whose page the provider refused. If it didn't answer, the next call requests the same page. */
async function endRefused(
  sql: Sql,
  account: AccountRow,
  payment: PaymentRow,
  error: unknown,
): Promise<void> {
  if (!(error instanceof ProviderError) || error.fault === 'unreachable') return
  if (error.fault === 'key_refused') await setAccountState(sql, account, 'KEY_REFUSED')
  await cancelPayment(sql, payment, error.fault)
}

async function lockOpenPayment({ orm }: Tx, payable: Payable): Promise<PaymentRow | undefined> {
  const [open] = await orm
    .select()
    .from(payments)
    .where(and(isPaymentOf(payable), eq(payments.status, 'PENDING')))
    .for('no key update')
  return open
}

/** @throws {OperationError} `invalid`, `conflict` (`payment_in_progress`). */
async function boundedAmounts(
  { orm }: Tx,
  payable: Payable,
  { balanceAmount }: Owed,
  amounts: CheckoutAmounts,
): Promise<{ paymentAmount: number; tipAmount: number }> {
  const [sum] = await orm
    .select({ amount: sql<number>`coalesce(sum(${payments.paymentAmount}), 0)::bigint` })
    .from(payments)
    .where(and(isPaymentOf(payable), eq(payments.status, 'PROCESSING')))
  const underWay = Number(sum?.amount ?? 0)
  const left = balanceAmount - underWay
  const { paymentAmount = left, tipAmount = 0 } = amounts
  if (underWay > 0 && paymentAmount > left) throw paymentInProgress()
  if (left <= 0) throw paymentInProgress()
  if (paymentAmount > left) {
    throw invalid('paymentAmount', 'too_large', `must be at most the balance, ${left}`)
  }
  if (tipAmount > paymentAmount) {
    throw invalid('tipAmount', 'too_large', 'must be at most paymentAmount')
  }
  return { paymentAmount, tipAmount }
}

function paymentInProgress(): OperationError {
  return conflict(
    'payment_in_progress',
    'A payment is in progress: try again once it has finished.',
  )
}
