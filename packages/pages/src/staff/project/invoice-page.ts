import type { ErrorBody } from '../../call-api.ts'
import { type Html, html, nothing } from '../../html.ts'
import { instantOf } from '../day.ts'
import { read } from '../read-record.ts'
import type { Customer, Invoice } from '../records.ts'
import { sendStaffPage } from '../send-staff-page.ts'
import { sendStaffProblem } from '../send-staff-problem.ts'
import type { Staff } from '../staff.ts'
import { nameOf } from './invoice.ts'
import { TEXTS } from './texts.ts'
import type { Visit } from './visit.ts'

/** The page of an invoice: on paper it is the invoice alone. */
export async function showInvoice(visit: Visit, invoiceId: string) {
  const { request, reply, staff, here } = visit
  const response = await staff.call<Invoice & ErrorBody>({
    method: 'GET',
    url: `/invoices/${encodeURIComponent(invoiceId)}`,
  })
  const isOfProject = response.body.projectId === request.params.id
  if (response.status !== 200) return sendStaffProblem(request, reply, staff, response)
  if (!isOfProject) return sendStaffProblem(request, reply, staff, { ...response, status: 404 })
  const invoice = response.body
  const customer = await read<Customer>(staff, `/customers/${invoice.customerId}`)
  const texts = TEXTS.invoice
  return sendStaffPage(request, reply, staff, {
    title: `${texts.title} ${nameOf(invoice)}`,
    styles: ['staff/project/style.css'],
    module: 'staff/project/browser/main.ts',
    body: html`<p class="parts unprinted"><a href="${here}#invoice">${texts.back}</a> <button type="button" data-print hidden>${texts.print}</button></p>
<p dir="auto"><b>${staff.organization.name}</b></p>
${customer ? html`<p dir="auto">${texts.to} ${[customer.name, customer.company, customer.email].filter(Boolean).join(', ')}</p>` : nothing}
${dates(staff, invoice)}
${lines(staff, invoice)}
${invoice.notes ? html`<p class="lines" dir="auto">${invoice.notes}</p>` : nothing}`,
  })
}

function dates({ format, organization }: Staff, invoice: Invoice): Html {
  const texts = TEXTS.invoice
  const { status, sentAt, dueDate, paidAt, voidedAt, method, reference } = invoice
  const due = dueDate && instantOf(`${dueDate}T12:00`, organization.timeZone ?? 'UTC')
  const paid = paidAt && [format.day(paidAt), method, reference].filter(Boolean).join(' · ')
  const rows: [string, string | null | undefined][] = [
    [texts.status, texts.statuses[status]],
    [texts.sent, sentAt && format.day(sentAt)],
    [texts.due, due && format.day(due)],
    [texts.paid, paid],
    [texts.voided, voidedAt && format.day(voidedAt)],
  ]
  return html`<dl class="facts">${rows.map(([label, text]) => (text ? html`<dt>${label}</dt><dd dir="auto">${text}</dd>` : nothing))}</dl>`
}

function lines({ format }: Staff, invoice: Invoice): Html {
  const texts = TEXTS.invoice
  const money = (amount: number) => format.money(amount, invoice.currency)
  const sums: [string, number, boolean][] = [
    [texts.subtotal, invoice.subtotalAmount, true],
    [texts.discount, -invoice.discountAmount, invoice.discountAmount > 0],
    [texts.tax, invoice.taxAmount, invoice.taxAmount > 0],
    [texts.total, invoice.totalAmount, true],
  ]
  return html`<table class="lines-of-invoice"><thead><tr><th scope="col">${texts.item}</th><th scope="col">${texts.quantity}</th><th scope="col">${texts.price}</th><th scope="col">${texts.amount}</th></tr></thead>
<tbody>${invoice.lineItems.map(
    ({ description, quantity, unitAmount }) =>
      html`<tr><td dir="auto">${description}</td><td>${quantity}</td><td>${money(unitAmount)}</td><td>${money(quantity * unitAmount)}</td></tr>`,
  )}</tbody>
<tfoot>${sums.map(([label, amount, isShown]) => (isShown ? html`<tr><th scope="row" colspan="3">${label}</th><td>${money(amount)}</td></tr>` : nothing))}</tfoot></table>`
}
