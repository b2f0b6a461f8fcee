import {
  type InvoiceStatus,
  MAX_LABEL_LENGTH,
  MAX_REFERENCE_LENGTH,
  movesOf,
} from '@mediajobs/domain'
import type { ErrorBody } from '../../call-api.ts'
import { type Html, html, nothing } from '../../html.ts'
import { changeForm, field } from '../change-form.ts'
import { instantOf } from '../day.ts'
import { read, type Tagged } from '../read-record.ts'
import type { Customer, Invoice } from '../records.ts'
import { sendStaffPage } from '../send-staff-page.ts'
import { sendStaffProblem } from '../send-staff-problem.ts'
import type { Staff } from '../staff.ts'
import type { Invoices, View, Visit } from './read.ts'
import { TEXTS } from './texts.ts'

/** The section with the invoice of a project; for the roles that see money. */
export function invoice(view: View, { live, voided }: Invoices): Html {
  const { here, project } = view
  const texts = TEXTS.invoice
  return html`${live ? liveInvoice(view, live) : html`<p>${texts.none}</p>`}
${live ? nothing : draft(here, project.customerId)}
${voided.length > 0 ? html`<ul class="plain">${voided.map((each) => html`<li><a href="${here}/invoices/${each.id}">${nameOf(each)}</a> · ${texts.statuses.VOIDED}</li>`)}</ul>` : nothing}`
}

function draft(here: string, customerId: string | null): Html {
  const texts = TEXTS.invoice
  if (customerId === null) return html`<p class="soft">${texts.noCustomer}</p>`
  const content = html`<button>${texts.draft}</button>`
  return changeForm({ action: `${here}/invoice`, isOnce: true, content })
}

function liveInvoice(view: View, { body, etag }: Tagged<Invoice>): Html {
  const { staff, here } = view
  const texts = TEXTS.invoice
  const at = `${here}/invoices/${body.id}`
  const moves = movesOf(body.status)
  return html`<dl class="facts"><dt>${texts.number}</dt><dd><a href="${at}">${nameOf(body)}</a></dd>
<dt>${texts.status}</dt><dd>${texts.statuses[body.status]}</dd>
<dt>${texts.total}</dt><dd>${staff.format.money(body.totalAmount, body.currency)}</dd></dl>
<div class="actions"><a class="button" href="${at}">${texts.open}</a>
${moves.includes('SENT') && staff.may('sendInvoice') ? changeForm({ action: `${at}/send`, etag, isOnce: true, content: html`<button>${texts.send}</button>` }) : nothing}
${moves.includes('PAID') && staff.may('payInvoice') ? pay(at, etag) : nothing}
${moves.includes('VOIDED') && staff.may('voidInvoice') ? voiding(at, etag, body.status) : nothing}</div>`
}

function pay(at: string, etag: string): Html {
  const texts = TEXTS.invoice
  return html`<details class="menu"><summary>${texts.pay}…</summary><div>${changeForm({
    action: `${at}/pay`,
    etag,
    isOnce: true,
    class: 'narrow',
    content: html`${field({ name: 'method', label: texts.method, maxLength: MAX_LABEL_LENGTH })}
${field({ name: 'reference', label: texts.reference, maxLength: MAX_REFERENCE_LENGTH })}
<button>${texts.pay}</button>`,
  })}</div></details>`
}

function voiding(at: string, etag: string, status: InvoiceStatus): Html {
  const texts = TEXTS.invoice
  const sure = status === 'DRAFT' ? texts.voidDraft : texts.voidSent
  return html`<details class="menu"><summary>${texts.void}…</summary><div><p>${sure}</p>
${changeForm({ action: `${at}/void`, etag, isOnce: true, content: html`<button class="danger">${texts.void}</button>` })}</div></details>`
}

function nameOf({ number }: Invoice): string {
  return number ?? TEXTS.invoice.statuses.DRAFT
}

/** The page of an invoice: on paper it is the invoice alone. */
export async function showInvoice(visit: Visit, invoiceId: string) {
  const { request, staff, here } = visit
  const response = await staff.call<Invoice & ErrorBody>({
    method: 'GET',
    url: `/invoices/${encodeURIComponent(invoiceId)}`,
  })
  const isOfProject = response.body.projectId === request.params.id
  if (response.status !== 200) return sendStaffProblem(visit, response)
  if (!isOfProject) return sendStaffProblem(visit, { ...response, status: 404 })
  const invoice = response.body
  const customer = await read<Customer>(staff, `/customers/${invoice.customerId}`)
  const texts = TEXTS.invoice
  return sendStaffPage(visit, {
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
