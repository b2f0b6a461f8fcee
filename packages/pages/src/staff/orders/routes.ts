import { MAX_REFUND_REASON_LENGTH } from '@mediajobs/domain'
import { addressLine } from '../../format.ts'
import { formOf } from '../../forms.ts'
import { type Html, html, nothing } from '../../html.ts'
import { change } from '../change.ts'
import { changeForm, field } from '../change-form.ts'
import { whenIn } from '../day.ts'
import { doneNotice, readPart, refusal } from '../list.ts'
import { confirmButton, facts, ifMay, section } from '../parts.ts'
import { pageNotFound, read, readList } from '../read-record.ts'
import type { Payment } from '../records.ts'
import { TEXTS as REFUNDS, refund, refundForm } from '../refunds.ts'
import { type Notice, sendStaffPage } from '../send-staff-page.ts'
import { pagesAt, type StaffVisit } from '../serve.ts'
import type { Staff } from '../staff.ts'
import { type Order, readOrder, readWaiting } from './read.ts'
import { ordersTabs } from './tabs.ts'
import { TEXTS } from './texts.ts'

const SHOWN = 50

/** `/app/{organizationId}/orders`. docs/contract.md#c20-orders-page */
export const orderPages = pagesAt('/orders', {
  'GET ': listPage,
  'GET /:id': (visit) => orderPage(visit),
  'POST /:id/confirm': (visit) => decide(visit, 'confirm', {}),
  'POST /:id/decline': (visit) => {
    const reason = formOf(visit.request).text('reason')?.trim() || null
    return decide(visit, 'decline', { reason })
  },
  'POST /:id/payments/:paymentId/refund': refundOrder,
})

/** Orders, with those waiting for an answer first. */
async function listPage(visit: StaffVisit) {
  const { query, staff, home } = visit
  const isFirst = !query.has('cursor')
  const [waiting, { data, pages, notice }] = await Promise.all([
    isFirst ? readWaiting(staff) : undefined,
    readPart<Order>(visit, '/orders', SHOWN),
  ])
  const requests = waiting?.data ?? []
  const others = isFirst ? data.filter(({ status }) => status !== 'REQUESTED') : data
  const isBlank = isFirst && data.length === 0
  const list =
    () => html`${requests.length > 0 ? section('waiting', TEXTS.waiting, html`<ul class="cards">${requests.map((order) => card(visit, order))}</ul>`) : nothing}
${others.length > 0 ? section('all', TEXTS.others, rows(visit, others)) : nothing}${pages}`
  return sendStaffPage(visit, {
    title: TEXTS.title,
    section: 'orders',
    styles: ['staff/orders/style.css'],
    notice: notice ?? doneNotice(query, TEXTS.done),
    body: html`${ordersTabs(visit, 'orders')}
${isBlank ? html`<div class="teach"><h2>${TEXTS.none}</h2><p>${TEXTS.noneLead}</p><p class="actions"><a class="go" href="${home}/order-forms">${TEXTS.toForms}</a></p></div>` : list()}`,
  })
}

/** A request, with its action buttons. */
function card(visit: StaffVisit, order: Order): Html {
  return html`<li class="card"><h3><a href="${visit.at}/${order.id}" dir="auto">${addressLine(order) || nameOf(order)}</a></h3>
<p dir="auto">${nameOf(order)}</p>
<p>${timeOf(visit.staff, order)}${priceOf(visit.staff, order)}</p>
${decisions(visit, order)}</li>`
}

function rows({ staff, at, home }: StaffVisit, orders: readonly Order[]): Html {
  return html`<ul class="records">${orders.map(
    (order) =>
      html`<li><span><a href="${at}/${order.id}" dir="auto">${addressLine(order) || nameOf(order)}</a> <span class="soft" dir="auto">${nameOf(order)}</span></span>
<span>${timeOf(staff, order)}${priceOf(staff, order)}</span>
<span>${badge(order)}${order.projectId ? html` <a href="${home}/projects/${order.projectId}">${TEXTS.openJob}</a>` : nothing}</span></li>`,
  )}</ul>`
}

function nameOf({ customerName }: Order): string {
  return customerName ?? TEXTS.erased
}

function timeOf(staff: Staff, { startsAt }: Order): Html {
  return startsAt === null
    ? html`<span class="soft">${TEXTS.noTime}</span>`
    : whenIn(staff).time(startsAt)
}

function priceOf({ format }: Staff, { totalAmount, currency }: Order): Html {
  if (totalAmount === null || currency === null) return nothing
  return html` · ${format.money(totalAmount, currency)}`
}

function badge({ status, orderConflict }: Order): Html {
  const conflict = orderConflict ? html` <b class="mark alarm">${TEXTS.conflict}</b>` : nothing
  return html`<b class="status ${status}">${TEXTS.statuses[status]}</b>${conflict}`
}

function decisions({ staff, at }: StaffVisit, { id, status }: Order): Html {
  if (status !== 'REQUESTED') return nothing
  const confirm = () =>
    changeForm({
      action: `${at}/${id}/confirm`,
      isOnce: true,
      content: html`<button class="go">${TEXTS.confirm}</button>`,
    })
  const reason = { name: 'reason', id: `reason-${id}`, label: TEXTS.reason }
  const decline = () =>
    confirmButton({
      label: TEXTS.decline,
      question: TEXTS.declineSure,
      action: `${at}/${id}/decline`,
      isOnce: true,
      class: 'narrow',
      fields: field({ ...reason, maxLength: MAX_REFUND_REASON_LENGTH }),
    })
  return html`<div class="actions">${ifMay(staff, 'confirmOrder', confirm)}${ifMay(staff, 'declineOrder', decline)}</div>`
}

/** An order, with the client's input. */
async function orderPage(visit: StaffVisit, notice?: Notice) {
  const { staff, at, home, query, id } = visit
  const [order, payments] = await Promise.all([
    readOrder(staff, id),
    readList<Payment>(staff, `/payments?orderId=${encodeURIComponent(id)}&limit=100`),
  ])
  const { format, organization } = staff
  const { lineItems, currency, dueAmount, propertySize, projectId, invoiceId, answers } = order
  const money = (amount: number) => (currency === null ? '' : format.money(amount, currency))
  const failed = payments.data.filter(({ refundFailedAmount }) => refundFailedAmount > 0)
  const failedAmount = failed.reduce((sum, each) => sum + each.refundFailedAmount, 0)
  const job = projectId && html`<a href="${home}/projects/${projectId}">${TEXTS.openJob}</a>`
  const invoice =
    projectId &&
    invoiceId &&
    html`<a href="${home}/projects/${projectId}/invoices/${invoiceId}">${TEXTS.openInvoice}</a>`
  const email =
    order.customerEmail && html`<a href="mailto:${order.customerEmail}">${order.customerEmail}</a>`
  return sendStaffPage(visit, {
    title: addressLine(order) || nameOf(order),
    section: 'orders',
    styles: ['staff/orders/style.css'],
    notice: notice ?? doneNotice(query, { ...TEXTS.done, ...REFUNDS.done }),
    body: html`<p><a href="${at}">${TEXTS.back}</a></p>
<p>${badge(order)}</p>
${order.orderConflict ? html`<p class="notice problem">${TEXTS.conflictHint}</p>` : nothing}
${failedAmount > 0 ? html`<p class="notice problem">${TEXTS.refundFailed(money(failedAmount))}</p>` : nothing}
${failed.map((payment) => refundForm(visit, `${at}/${id}/payments/${payment.id}/refund`, payment, notice?.text))}
${decisions(visit, order)}
${facts([
  [TEXTS.when, timeOf(staff, order)],
  [TEXTS.where, addressLine(order)],
  [TEXTS.size, propertySize === null ? null : format.size(propertySize, organization.sizeUnit)],
  [TEXTS.customer, nameOf(order)],
  [TEXTS.email, email],
  [TEXTS.phone, order.customerPhone],
  [TEXTS.price, order.totalAmount === null ? null : money(order.totalAmount)],
  [TEXTS.due, dueAmount ? money(dueAmount) : null],
  [TEXTS.placed, order.placedAt && format.dayAndTime(order.placedAt)],
  [TEXTS.reasonGiven, order.reason],
  [TEXTS.job, job],
  [TEXTS.invoice, invoice],
])}
${lineItems && lineItems.length > 0 ? section('lines', TEXTS.price, html`<ul class="plain">${lineItems.map(({ description, quantity, unitAmount }) => html`<li><span dir="auto">${description}</span> · ${money(quantity * unitAmount)}</li>`)}</ul>`) : nothing}
${
  answers && answers.length > 0
    ? section(
        'answers',
        TEXTS.answers,
        facts(
          answers.map(({ question, answer }) => [question, answer] as const),
          true,
        ),
      )
    : nothing
}`,
  })
}

function decide(visit: StaffVisit, how: 'confirm' | 'decline', payload: object) {
  const { reply, at, id } = visit
  return change<Order>(visit, {
    call: { method: 'POST', url: `/orders/${id}/${how}`, payload },
    done: () =>
      reply.redirect(`${at}/${id}?done=${how === 'confirm' ? 'confirmed' : 'declined'}`, 303),
    refuse: ({ body }) => orderPage(visit, refusal(body, { order_decided: TEXTS.decided })),
  })
}

/** Refunds a payment of an order again, or records that it was paid back another way. */
async function refundOrder(visit: StaffVisit) {
  const { staff, at, id, params } = visit
  const paymentId = params.paymentId ?? ''
  const payment = await read<Payment>(staff, `/payments/${encodeURIComponent(paymentId)}`)
  if (payment?.orderId !== id) throw pageNotFound()
  return refund(visit, {
    paymentId,
    currency: payment.currency,
    back: (done) => `${at}/${id}?done=${done}`,
    show: (notice) => orderPage(visit, notice),
  })
}
