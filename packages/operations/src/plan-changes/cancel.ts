import { changeTime, invoices as invoicesTable, payments as table } from '@mediajobs/db/schema'
import { MAX_CANCELLED_INVOICES } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, eq, inArray, sql as raw } from 'drizzle-orm'
import type { InvoiceRow } from '../invoices/invoices.ts'
import type { PaymentRow } from '../payments/payments.ts'
import { leftOf, refundPayment } from '../payments/refund-payment.ts'
import { settleInvoice } from '../payments/settle.ts'
import { voidInvoice } from '../payments/void-invoice.ts'
import { moveProject } from '../projects/move-project.ts'
import { lockProject, type Project } from '../projects/project.ts'
import type { Actor } from '../shared/actor.ts'
import { conflict } from '../shared/errors.ts'
import { expectRecord, type IsExpected } from '../shared/record.ts'
import {
  billFee,
  billsWork,
  expectClientMay,
  expectFee,
  type Fee,
  feeOf,
  readTerms,
} from './terms.ts'

export interface CancelInput {
  waiveFee?: boolean
  reason?: string | null
  /** How much to refund. */
  refund?: RefundRule
  /** Refuses any other fee. */
  expectedFeeAmount?: number
  /** Runs in the transaction, unless the project was CANCELLED before. */
  whenCancelled?: () => Promise<void>
}

/** A canceled project, with the fee. */
export interface CancelledProject extends Project, Fee {
  feeInvoiceId: string | null
  /** The refund. */
  refundedAmount: number
}

/**
 * Cancels a project before its first delivery: voids unpaid invoices, refunds payments less the fee, and releases the
 * discount. Publishes PROJECT_STATUS_CHANGED, then the payment events. A no-op for a CANCELLED project.
 *
 * @param actor null for the client
 * @throws {OperationError} `not_found`, `precondition_failed`; `conflict` (`already_delivered`, `fee_changed`,
 *   `payment_in_progress`, `too_many_invoices`; for the client `change_too_late`).
 */
export async function cancelProject(
  tx: Tx,
  orgId: string,
  actor: Actor | null,
  id: string,
  {
    waiveFee = false,
    reason = null,
    refund = 'LESS_FEE',
    expectedFeeAmount,
    whenCancelled,
  }: CancelInput,
  isExpected?: IsExpected<Project>,
): Promise<CancelledProject> {
  const { money, before } = await lockWithMoney(tx, orgId, id)
  expectRecord(before, isExpected)
  const none = { feeAmount: 0, currency: null, feeInvoiceId: null, refundedAmount: 0 }
  if (before.status === 'CANCELLED') return { ...before, ...none }
  if (before.deliveredAt !== null) {
    throw conflict(
      'already_delivered',
      'The project was delivered: move it to CANCELLED, and settle its invoices manually.',
    )
  }
  const terms = await readTerms(tx, before)
  if (actor === null) expectClientMay(terms, before, before.scheduledTime)
  const full = feeOf(terms, before, 'CANCEL', before.scheduledTime)
  expectFee(full, expectedFeeAmount)
  const fee = { ...full, feeAmount: waiveFee ? 0 : full.feeAmount }
  const project = await moveProject(tx, actor, before, 'CANCELLED', reason)
  const settled = await settleCancellation(tx, actor, project, money, { fee, refund, reason })
  await whenCancelled?.()
  return { ...project, ...fee, ...settled }
}

export const REFUND_RULES = ['NONE', 'LESS_FEE', 'FULL'] as const
export type RefundRule = (typeof REFUND_RULES)[number]

/** The invoices of a project's work with their payments, locked. */
interface Money {
  invoices: readonly InvoiceRow[]
  /** Without failed and canceled ones. */
  payments: readonly PaymentRow[]
}

/** Locks payments, then invoices, then the project: the lock order of an arriving payment. */
async function lockWithMoney(
  tx: Tx,
  orgId: string,
  id: string,
): Promise<{ money: Money; before: Project }> {
  const locks = tx.savepoint()
  const money = await lockMoney(tx, orgId, id)
  const before = await lockProject(tx, orgId, id)
  if ((await tx.orm.$count(invoicesTable, billsWork(before))) === money.invoices.length) {
    locks.release().catch(() => {})
    return { money, before }
  }
  // The project's lock waited for a new invoice.
  await locks.rollBack()
  return lockWithMoney(tx, orgId, id)
}

/**
 * Locks what a cancellation settles: the payments of a project's invoices, then the invoices. Precedes the project's
 * lock.
 *
 * @throws {OperationError} `conflict` (`too_many_invoices`).
 */
async function lockMoney(tx: Tx, orgId: string, projectId: string): Promise<Money> {
  const isOfWork = billsWork({ organizationId: orgId, id: projectId })
  const ids = tx.orm.select({ id: invoicesTable.id }).from(invoicesTable).where(isOfWork)
  const limit = MAX_CANCELLED_INVOICES + 1
  const isLive = and(
    eq(table.organizationId, orgId),
    inArray(table.invoiceId, ids),
    inArray(table.status, ['PENDING', 'PROCESSING', 'SUCCEEDED']),
  )
  await tx.orm
    .select({ id: table.id })
    .from(table)
    .where(isLive)
    .orderBy(table.id)
    .limit(limit)
    .for('no key update')
  const locked = await tx.orm
    .select()
    .from(invoicesTable)
    .where(isOfWork)
    .orderBy(invoicesTable.id)
    .limit(limit)
    .for('no key update')
  // Reread: a payment may have arrived before its invoice was locked.
  const payments = await tx.orm.select().from(table).where(isLive).orderBy(table.id).limit(limit)
  if (payments.length === limit || locked.length === limit) {
    throw conflict(
      'too_many_invoices',
      `The project has more than ${MAX_CANCELLED_INVOICES} invoices or payments: settle them manually, and move it to CANCELLED.`,
    )
  }
  return { invoices: locked, payments }
}

interface Terms {
  fee: Fee
  refund: RefundRule
  reason: string | null
}

/** Money received for an invoice and not refunded. */
interface Held {
  invoice: InvoiceRow
  payment: PaymentRow
  left: number
  /** The part to keep. */
  kept: number
}

/**
 * Settles the invoices of a canceled project. PAID ones keep their part of the fee. The others become void, and the
 * fee's invoice takes over what is kept of their payments: its total is the fee less what PAID ones keep, but at least
 * what it takes over.
 *
 * @throws {OperationError} `conflict` (`payment_in_progress`).
 */
async function settleCancellation(
  tx: Tx,
  actor: Actor | null,
  project: Project,
  money: Money,
  { fee, refund, reason }: Terms,
): Promise<{ feeInvoiceId: string | null; refundedAmount: number }> {
  const { organizationId: orgId } = project
  const isBusy = isUnderWay(money)
  if (isBusy && refund !== 'NONE') {
    throw conflict(
      'payment_in_progress',
      'A bank is still processing a payment. Cancel once it has finished, or with refund NONE.',
    )
  }
  await leaveDisputed(tx, orgId, money, refund)
  const held = withKept(heldOf(money, refund), fee, refund)
  let refundedAmount = 0
  for (const { payment, left, kept } of held) {
    if (kept === left) continue
    const refundAmount = left - kept
    await refundPayment(tx, { organizationId: orgId, userId: actor?.userId ?? null }, payment.id, {
      refundAmount,
      reason,
    })
    refundedAmount += refundAmount
  }
  const isPaid = ({ invoice }: Held) => invoice.status === 'PAID'
  const inCurrency = held.filter(({ invoice }) => invoice.currency === fee.currency)
  const keptByPaid = sumOf(inCurrency.filter(isPaid))
  const ofUnpaid = inCurrency.filter((each) => !isPaid(each) && each.kept > 0)
  const feeAmount = Math.max(fee.feeAmount - keptByPaid, sumOf(ofUnpaid))
  // First: a delivery that awaits payment must always have an invoice.
  const invoice = await billFee(tx, project, 'CANCEL', { ...fee, feeAmount })
  if (invoice) await movePayments(tx, orgId, ofUnpaid, invoice.id)
  const moved = new Set(ofUnpaid.map(({ payment }) => payment.id))
  const stuck = new Set(
    held
      .filter((each) => each.kept > 0 && !moved.has(each.payment.id))
      .map((each) => each.invoice.id),
  )
  for (const { id, status } of money.invoices) {
    if (status === 'PAID' || stuck.has(id) || isUnderWay(money, id)) continue
    await settleInvoice(tx, orgId, id)
    await voidInvoice(tx, orgId, id)
  }
  if (invoice) await settleInvoice(tx, orgId, invoice.id)
  return { feeInvoiceId: invoice?.id ?? null, refundedAmount }
}

function isUnderWay({ payments }: Money, invoiceId?: string): boolean {
  return payments.some(
    (each) =>
      each.status === 'PROCESSING' && (invoiceId === undefined || each.invoiceId === invoiceId),
  )
}

/** Postpones the refund of disputed money until the dispute is won. Such money covers no fee. */
async function leaveDisputed(
  tx: Tx,
  orgId: string,
  { payments }: Money,
  refund: RefundRule,
): Promise<void> {
  const ids = payments.filter(({ disputedAmount }) => disputedAmount > 0).map(({ id }) => id)
  if (ids.length === 0) return
  await tx.orm
    .update(table)
    .set({ refundDueAmount: refund === 'NONE' ? 0 : table.disputedAmount, updatedAt: changeTime })
    .where(and(eq(table.organizationId, orgId), inArray(table.id, ids)))
}

/** The money held, PAID invoices first: they keep their part of the fee. */
function heldOf({ invoices: all, payments }: Money, refund: RefundRule): Held[] {
  const byId = new Map(all.map((invoice) => [invoice.id, invoice]))
  const held = payments.flatMap((payment) => {
    const invoice = byId.get(payment.invoiceId ?? '')
    const left = leftOf(payment) + (refund === 'NONE' ? payment.disputedAmount : 0)
    return invoice && left > 0 ? [{ invoice, payment, left, kept: 0 }] : []
  })
  const rank = ({ invoice }: Held) => Number(invoice.status !== 'PAID')
  return held.sort((a, b) => rank(a) - rank(b))
}

/** Decides how much of each payment to keep: the fee, from money in its currency; with NONE, everything. */
function withKept(held: readonly Held[], { feeAmount, currency }: Fee, refund: RefundRule): Held[] {
  let wanted = refund === 'LESS_FEE' ? feeAmount : 0
  return held.map((each) => {
    if (refund === 'NONE') return { ...each, kept: each.left }
    const kept = each.invoice.currency === currency ? Math.min(each.left, wanted) : 0
    wanted -= kept
    return { ...each, kept }
  })
}

function sumOf(held: readonly Held[]): number {
  return held.reduce((sum, { kept }) => sum + kept, 0)
}

/**
 * Moves the kept payments to the fee's invoice. They and their invoices must be locked. Their tips pay the fee too:
 * otherwise it would be asked for again.
 */
async function movePayments(
  tx: Tx,
  orgId: string,
  held: readonly Held[],
  invoiceId: string,
): Promise<void> {
  if (held.length === 0) return
  const ids = held.map(({ payment }) => payment.id)
  await tx.orm
    .update(table)
    .set({
      invoiceId,
      paymentAmount: raw`${table.paymentAmount} + ${table.tipAmount}`,
      tipAmount: 0,
      updatedAt: changeTime,
    })
    .where(and(eq(table.organizationId, orgId), inArray(table.id, ids)))
}
