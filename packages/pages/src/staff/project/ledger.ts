import { MAX_REFUND_REASON_LENGTH, minorUnitDigits } from '@mediajobs/domain'
import type { FastifyReply } from 'fastify'
import { decimalOf, scaled } from '../../amounts.ts'
import type { ErrorBody } from '../../call-api.ts'
import { formOf } from '../../forms.ts'
import { type Html, html, nothing } from '../../html.ts'
import { messageOf } from '../../message.ts'
import { change as changeRecord } from '../change.ts'
import { changeForm, copyField, field } from '../change-form.ts'
import { badRequest, problem } from '../list.ts'
import { ifMay, menu, section } from '../parts.ts'
import { type List, readList } from '../read-record.ts'
import type { Invoice, Payment } from '../records.ts'
import type { Notice } from '../send-staff-page.ts'
import type { Staff } from '../staff.ts'
import type { Visit } from './read.ts'
import { LEDGER as TEXTS } from './texts.ts'

/** Payments that the page of an invoice shows. */
const SHOWN = 50

export function readPayments(staff: Staff, invoiceId: string): Promise<List<Payment>> {
  return readList<Payment>(staff, `/payments?invoiceId=${invoiceId}&limit=${SHOWN}`)
}

/** What was paid for an invoice, refunded and disputed. */
export function ledger(
  { staff, here }: Visit,
  invoice: Invoice,
  { data }: List<Payment>,
  madeLink?: string,
): Html {
  const at = `${here}/invoices/${invoice.id}`
  const shown = data.filter(({ status }) => status !== 'CANCELLED')
  const link = madeLink
    ? html`<div class="notice done">${copyField({ id: 'pay-link', label: TEXTS.link, hint: TEXTS.linkHint, value: madeLink })}</div>`
    : nothing
  return section(
    'payments',
    TEXTS.title,
    html`${notices(staff, invoice, shown)}${link}
${shown.length > 0 ? table(staff, at, shown) : html`<p>${TEXTS.none}</p>`}
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
  const end = () =>
    menu(
      TEXTS.endLink,
      html`<p>${TEXTS.endLinkSure}</p>${changeForm({ action: `${at}/pay-link/end`, content: html`<button class="danger">${TEXTS.endLink}</button>` })}`,
    )
  return html`<div class="actions unprinted">${ifMay(staff, 'createPayLink', make)}${ifMay(staff, 'deletePayLink', end)}</div>`
}

/** What needs a person: too much money, or a dispute. */
function notices({ format }: Staff, { currency }: Invoice, payments: readonly Payment[]): Html {
  const sumOf = (name: 'unappliedAmount' | 'disputedAmount') =>
    payments.reduce((sum, payment) => sum + payment[name], 0)
  const say = (amount: number, text: (amount: string) => string) =>
    amount > 0 ? html`<p class="alarm">${text(format.money(amount, currency))}</p>` : nothing
  return html`${say(sumOf('unappliedAmount'), TEXTS.unapplied)}${say(sumOf('disputedAmount'), TEXTS.disputed)}`
}

function table(staff: Staff, at: string, payments: readonly Payment[]): Html {
  const { format } = staff
  return html`<table class="figures invoice"><thead><tr><th scope="col">${TEXTS.day}</th><th scope="col">${TEXTS.how}</th><th scope="col">${TEXTS.state}</th><th scope="col">${TEXTS.amount}</th><th scope="col"><span class="hidden">${TEXTS.refund}</span></th></tr></thead>
<tbody>${payments.map(
    (payment) =>
      html`<tr><td>${format.mediumDay(payment.succeededAt ?? payment.createdAt)}</td><td dir="auto">${howOf(payment)}</td><td>${stateOf(staff, payment)}</td><td>${amountOf(staff, payment)}</td><td class="unprinted">${refundForm(staff, at, payment)}</td></tr>`,
  )}</tbody></table>`
}

function howOf({ provider, method, failureCode }: Payment): string {
  const how = provider === 'MANUAL' ? (method ?? TEXTS.byHand) : (method ?? TEXTS.online)
  return failureCode ? `${how} (${failureCode})` : how
}

function stateOf({ format }: Staff, payment: Payment): Html {
  const { refundedAmount, disputedAmount, currency } = payment
  return html`${TEXTS.statuses[payment.status]}${refundedAmount > 0 ? html`<br>${TEXTS.refunded(format.money(refundedAmount, currency))}` : nothing}${disputedAmount > 0 ? html`<br>${TEXTS.held(format.money(disputedAmount, currency))}` : nothing}`
}

function amountOf({ format }: Staff, { paymentAmount, tipAmount, currency }: Payment): Html {
  const tip = tipAmount > 0 ? html`<br>${TEXTS.tip(format.money(tipAmount, currency))}` : nothing
  return html`${format.money(paymentAmount, currency)}${tip}`
}

function leftOf(payment: Payment): number {
  if (payment.status !== 'SUCCEEDED') return 0
  const { paymentAmount, tipAmount, refundedAmount, disputedAmount } = payment
  return paymentAmount + tipAmount - refundedAmount - disputedAmount
}

function refundForm(staff: Staff, at: string, payment: Payment): Html {
  const left = leftOf(payment)
  if (left <= 0) return nothing
  const { id, currency } = payment
  const content = html`${field({
    name: 'refundAmount',
    id: `refund-${id}`,
    label: TEXTS.refundAmount(currency),
    value: decimalOf(left, minorUnitDigits(currency)),
    isRequired: true,
    more: { inputmode: 'decimal' },
  })}
${field({ name: 'reason', id: `reason-${id}`, label: TEXTS.reason, maxLength: MAX_REFUND_REASON_LENGTH })}
<button class="danger">${TEXTS.refund}</button>`
  return ifMay(staff, 'refundPayment', () =>
    menu(
      TEXTS.refund,
      changeForm({ action: `${at}/payments/${id}/refund`, isOnce: true, class: 'narrow', content }),
    ),
  )
}

type Show = (notice: Notice) => Promise<FastifyReply>

/** Gives money back. */
export async function refund(visit: Visit, invoice: Invoice, show: Show): Promise<FastifyReply> {
  const { request, reply, here, params } = visit
  const form = formOf(request)
  const refundAmount = scaled(form.text('refundAmount') ?? '', minorUnitDigits(invoice.currency))
  if (typeof refundAmount !== 'number' || refundAmount === 0) {
    return badRequest(visit, TEXTS.badAmount, show)
  }
  const reason = form.text('reason')?.trim() || null
  return changeRecord(visit, {
    call: {
      method: 'POST',
      url: `/payments/${params.paymentId}/refunds`,
      payload: { refundAmount, reason },
    },
    done: () => reply.redirect(`${here}/invoices/${invoice.id}?done=refunded#payments`, 303),
    refuse: ({ body }) => show(problem(wordsOf(body))),
  })
}

function wordsOf(body: ErrorBody): string {
  return body.code === 'refund_too_large' ? TEXTS.tooLarge : messageOf(body)
}
