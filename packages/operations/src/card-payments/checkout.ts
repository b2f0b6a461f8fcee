import { newId, one, type Sql, violatedConstraint } from '@mediajobs/db'
import { changeTime, invoices, payments } from '@mediajobs/db/schema'
import {
  CHECKOUT_SECONDS,
  type InvoiceStatus,
  type ProblemCodeOf,
  standingOf,
} from '@mediajobs/domain'
import type { Store, Tx } from '@mediajobs/outbox'
import { type OpenCheckout, ProviderError } from '@mediajobs/payments'
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import {
  type AccountOptions,
  type AccountRow,
  cardPaymentsOff,
  holdAccount,
  openAccount,
  refusalOf,
  setAccountState,
} from '../payment-account/index.ts'
import { findPayLink } from '../payments/pay-links.ts'
import type { PaymentRow } from '../payments/payments.ts'
import { conflict, invalid, type OperationError } from '../shared/errors.ts'
import { cancelPayment } from './apply-reading.ts'
import { closeCheckout } from './close-checkout.ts'

/** What the payer wants to pay. */
export interface CheckoutAmounts {
  /** Defaults to all that is left. */
  paymentAmount?: number
  tipAmount?: number
}

/** An invoice whose link the payer has. */
interface PayableInvoice {
  organizationId: string
  invoiceId: string
  /** Where the provider sends the payer back. */
  returnUrl: string
}

/** What a call has to do after its transaction. */
type Step =
  | { kind: 'opened'; url: string }
  | {
      kind: 'open'
      account: AccountRow
      payment: PaymentRow
      number: string | null
      isNew: boolean
    }
  | { kind: 'close'; payment: PaymentRow }
  | { kind: 'again' }

// An open page of other amounts or past its time is closed first; a concurrent call may open another.
const MAX_STEPS = 6
// A page that ends sooner isn't given out.
const LEAST_LEFT_MS = 90_000

/** {@link openCheckout} by the token of a pay link. @throws {OperationError} `not_found` too. */
export async function openCheckoutByToken(
  store: Pick<Store, 'sql' | 'transaction'>,
  token: string,
  amounts: CheckoutAmounts,
  options: AccountOptions,
): Promise<{ url: string }> {
  const invoice = await findPayLink(store.sql, token)
  const returnUrl = `${new URL(options.deliveryBaseUrl).origin}/pay/${token}`
  return openCheckout(store, { ...invoice, returnUrl }, amounts, options)
}

/**
 * The provider's page that takes a payment of the invoice: the open one, or a new one. The payment commits first, then
 * its page is made, then its URL is stored, and only then given out: a call that dies between leaves nothing that can
 * be paid twice. docs/contract.md#c18-checkout
 *
 * @throws {OperationError} `conflict` (`invoice_is_…`, `payment_in_progress`, `card_payments_off`,
 *   `amount_not_payable`, `payment_refused`); `invalid` for amounts out of bounds; `unavailable`.
 */
async function openCheckout(
  store: Pick<Store, 'sql' | 'transaction'>,
  payable: PayableInvoice,
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
  payable: PayableInvoice,
  amounts: CheckoutAmounts,
): Promise<Step> {
  return store
    .transaction((tx) => beginPayment(tx, payable, amounts))
    .catch((error): Step => {
      if (violatedConstraint(error) === 'payments_open_checkout') return { kind: 'again' }
      throw error
    })
}

/** Locks the account, the open payment, then the invoice. */
async function beginPayment(
  tx: Tx,
  { organizationId, invoiceId }: PayableInvoice,
  amounts: CheckoutAmounts,
): Promise<Step> {
  const account = await holdAccount(tx, organizationId)
  const current = await lockOpenPayment(tx, organizationId, invoiceId)
  const invoice = await holdInvoice(tx, organizationId, invoiceId)
  if (invoice.status !== 'SENT') throw notPayable(invoice.status)
  if (!account) throw cardPaymentsOff()
  const wanted = await boundedAmounts(tx, invoice, amounts)
  const isSame =
    current?.paymentAmount === wanted.paymentAmount && current.tipAmount === wanted.tipAmount
  const { number } = invoice
  if (current?.checkoutId === null) {
    if (isSame) return { kind: 'open', account, payment: current, number, isNew: false }
    await cancelPayment(tx, current)
  } else if (current) {
    const leftMs = Date.parse(current.checkoutExpiresAt ?? '') - Date.now()
    const url = current.checkoutUrl
    return isSame && url !== null && leftMs > LEAST_LEFT_MS
      ? { kind: 'opened', url }
      : { kind: 'close', payment: current }
  }
  const payment = one(
    await tx.orm
      .insert(payments)
      .values({
        ...wanted,
        organizationId,
        id: newId(),
        invoiceId,
        customerId: invoice.customerId,
        provider: 'STRIPE',
        status: 'PENDING',
        currency: invoice.currency,
        livemode: account.livemode,
        nextReadAt: sql`now() + interval '1 minute'`,
      })
      .returning(),
    'the insert of a payment',
  )
  return { kind: 'open', account, payment, number, isNew: true }
}

/** Makes the page of a committed payment. @returns `null` if the payment has ended meanwhile, or begins anew */
async function open(
  store: Pick<Store, 'sql' | 'transaction'>,
  { returnUrl }: PayableInvoice,
  { account, payment, number, isNew }: Extract<Step, { kind: 'open' }>,
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
      description: `Invoice ${number}`,
      // The page then waits for this invoice's payment.
      paidUrl: `${returnUrl}?back=${encodeURIComponent(number ?? '')}`,
      returnUrl,
      createdAt,
      lifetimeSeconds: CHECKOUT_SECONDS,
    })
  } catch (error) {
    await endRefused(store.sql, account, payment, error)
    // It was asked for before, with another link to return to.
    if (!isNew && error instanceof ProviderError && error.fault === 'refused') return null
    throw refusalOf(error)
  }
  if (account.state !== 'READY') await setAccountState(store.sql, account, 'READY')
  if (await storePage(store.sql, payment, page)) return { url: page.url }
  // Nobody has its URL.
  await provider.expireCheckout(page.checkoutId)
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

/** An unanswered payment stays: the next call asks for the same page. */
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

async function lockOpenPayment(
  { orm }: Tx,
  orgId: string,
  invoiceId: string,
): Promise<PaymentRow | undefined> {
  const [open] = await orm
    .select()
    .from(payments)
    .where(and(isOfInvoice(orgId, invoiceId), eq(payments.status, 'PENDING')))
    .for('no key update')
  return open
}

function isOfInvoice(orgId: string, invoiceId: string) {
  return and(
    eq(payments.organizationId, orgId),
    eq(payments.invoiceId, invoiceId),
    eq(payments.provider, 'STRIPE'),
  )
}

/** Keeps the invoice from being voided until the payment is committed. */
async function holdInvoice({ orm }: Tx, orgId: string, invoiceId: string) {
  const rows = await orm
    .select()
    .from(invoices)
    .where(and(eq(invoices.organizationId, orgId), eq(invoices.id, invoiceId)))
    .for('share')
  return one(rows, 'the invoice of a link')
}

/** @throws {OperationError} `invalid`, `conflict` (`payment_in_progress`). */
async function boundedAmounts(
  { orm }: Tx,
  invoice: Awaited<ReturnType<typeof holdInvoice>>,
  amounts: CheckoutAmounts,
): Promise<{ paymentAmount: number; tipAmount: number }> {
  const [sum] = await orm
    .select({ amount: sql<number>`coalesce(sum(${payments.paymentAmount}), 0)::bigint` })
    .from(payments)
    .where(and(isOfInvoice(invoice.organizationId, invoice.id), eq(payments.status, 'PROCESSING')))
  const underWay = Number(sum?.amount ?? 0)
  const left = standingOf(invoice).balanceAmount - underWay
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

const NOT_PAYABLE: Record<Exclude<InvoiceStatus, 'SENT'>, ProblemCodeOf<409>> = {
  DRAFT: 'invoice_is_draft',
  PAID: 'invoice_is_paid',
  VOIDED: 'invoice_is_voided',
}

function notPayable(status: Exclude<InvoiceStatus, 'SENT'>): OperationError {
  return conflict(NOT_PAYABLE[status], `The invoice is ${status}: there is nothing to pay.`)
}

function paymentInProgress(): OperationError {
  return conflict(
    'payment_in_progress',
    'A payment of this invoice is under way: look again when it has ended.',
  )
}
