import type { FastifyReply } from 'fastify'
import { type Html, html, nothing } from '../../html.ts'
import { changeForm, copyField } from '../change-form.ts'
import { confirmButton, ifMay, section } from '../parts.ts'
import { type List, readList } from '../read-record.ts'
import type { Invoice, Payment } from '../records.ts'
import { refund, refundForm } from '../refunds.ts'
import type { Notice } from '../send-staff-page.ts'
import type { Staff } from '../staff.ts'
import type { Visit } from './read.ts'
import { LEDGER as TEXTS } from './texts.ts'

/** Payments shown per invoice. */
const SHOWN = 50

export function readPayments(staff: Staff, invoiceId: string): Promise<List<Payment>> {
  return readList<Payment>(staff, `/payments?invoiceId=${invoiceId}&limit=${SHOWN}`)
}

interface Shown {
  /** A new pay link, shown once. */
  link?: string | undefined
  /** Why a refund was refused. */
  problem?: string | undefined
}

/** An invoice's payments, refunds and disputes. */
export function ledger(
  visit: Visit,
  invoice: Invoice,
  { data }: List<Payment>,
  { link: madeLink, problem }: Shown = {},
): Html {
  const { staff, here } = visit
  const at = `${here}/invoices/${invoice.id}`
  const shown = data.filter(({ status }) => status !== 'CANCELLED')
  const link = madeLink
    ? html`<div class="notice done">${copyField({ id: 'pay-link', label: TEXTS.link, hint: TEXTS.linkHint, value: madeLink })}</div>`
    : nothing
  return section(
    'payments',
    TEXTS.title,
    html`${notices(staff, invoice, shown)}${link}
${shown.length > 0 ? entries(visit, at, shown, problem) : html`<p>${TEXTS.none}</p>`}
${invoice.status === 'SENT' ? linkForms(staff, at) : nothing}`,
  )
}

function linkForms(staff: Staff, at: string): Html {
  const make = () =>
    changeForm({
      action: `${at}/pay-link`,
      isOnce: true,
      content: html`<button>${TEXTS.makeLink}</button>`,
    })
  const [label, question] = [TEXTS.endLink, TEXTS.endLinkSure]
  const end = () => confirmButton({ label, question, action: `${at}/pay-link/end` })
  return html`<div class="actions">${ifMay(staff, 'createPayLink', make)}${ifMay(staff, 'deletePayLink', end)}</div>`
}

/** Warnings that need a person: an overpayment, a failed or pending refund, or a dispute. */
function notices(
  { format }: Staff,
  { currency, status }: Invoice,
  payments: readonly Payment[],
): Html {
  const sumOf = (
    name: 'unappliedAmount' | 'disputedAmount' | 'refundDueAmount' | 'refundFailedAmount',
  ) => payments.reduce((sum, payment) => sum + payment[name], 0)
  const say = (amount: number, text: (amount: string) => string) =>
    amount > 0 ? html`<p class="alarm">${text(format.money(amount, currency))}</p>` : nothing
  const refundDue = sumOf('refundDueAmount')
  // A void invoice's payments are all unapplied.
  const isOverpaid = sumOf('unappliedAmount') > (status === 'VOIDED' ? refundDue : 0)
  return html`${isOverpaid ? say(sumOf('unappliedAmount'), TEXTS.unapplied) : nothing}${say(sumOf('refundFailedAmount'), TEXTS.refundFailed)}${say(sumOf('disputedAmount'), TEXTS.disputed)}${say(refundDue, TEXTS.refundDue)}`
}

function entries(
  visit: Visit,
  at: string,
  payments: readonly Payment[],
  problem: string | undefined,
): Html {
  const { staff } = visit
  const { format } = staff
  return html`<ul class="plain ledger">${payments.map(
    (payment) =>
      html`<li><b>${format.money(payment.paymentAmount, payment.currency)}</b> <span dir="auto">${howOf(payment)}</span> <time datetime="${payment.succeededAt ?? payment.createdAt}">${format.mediumDay(payment.succeededAt ?? payment.createdAt)}</time>
<span class="state">${statesOf(staff, payment).join(' · ')}</span>${refundForm(visit, `${at}/payments/${payment.id}/refund`, payment, problem)}</li>`,
  )}</ul>`
}

function howOf({ provider, method, failureCode }: Payment): string {
  const how = provider === 'MANUAL' ? (method ?? TEXTS.byHand) : (method ?? TEXTS.online)
  return failureCode ? `${how} (${failureCode})` : how
}

/** A payment's status, and any refunded or disputed amounts. */
function statesOf({ format }: Staff, payment: Payment): string[] {
  const { status, tipAmount, refundedAmount, refundFailedAmount, disputedAmount, currency } =
    payment
  const part = (amount: number, text: (amount: string) => string) =>
    amount > 0 ? text(format.money(amount, currency)) : []
  return [
    TEXTS.statuses[status],
    part(tipAmount, TEXTS.tip),
    part(refundedAmount, TEXTS.refunded),
    part(refundFailedAmount, TEXTS.failed),
    part(disputedAmount, TEXTS.held),
  ].flat()
}

type Show = (notice: Notice) => Promise<FastifyReply>

/** Refunds a payment of an invoice. */
export function refundOf(visit: Visit, { id, currency }: Invoice, show: Show) {
  const { here, params } = visit
  return refund(visit, {
    paymentId: params.paymentId ?? '',
    currency,
    back: (done) => `${here}/invoices/${id}?done=${done}#payments`,
    show,
  })
}
