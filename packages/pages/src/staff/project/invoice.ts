import { MAX_LABEL_LENGTH, MAX_REFERENCE_LENGTH, minorUnitDigits, movesOf } from '@mediajobs/domain'
import { decimalOf } from '../../amounts.ts'
import { formOf } from '../../forms.ts'
import { type Html, html, nothing } from '../../html.ts'
import { change } from '../change.ts'
import { changeForm, field, hidden } from '../change-form.ts'
import { instantOf } from '../day.ts'
import { doneNotice, refusal } from '../list.ts'
import { confirmButton, facts, ifMay, menu } from '../parts.ts'
import { pageNotFound, read, readTagged, type Tagged } from '../read-record.ts'
import type { Customer, Invoice, Project } from '../records.ts'
import { TEXTS as REFUNDS } from '../refunds.ts'
import { type Notice, sendStaffPage } from '../send-staff-page.ts'
import type { Staff } from '../staff.ts'
import { chargeForm } from './charge-form.ts'
import { ledger, readPayments, refundOf } from './ledger.ts'
import { type Invoices, inForce, type View, type Visit } from './read.ts'
import { LEDGER, TEXTS } from './texts.ts'

/** Lines shown on the project's page. The invoice's page has all. */
const SHOWN_LINES = 6

/** A project's invoices, for roles that may see money. @param problem of a sent form */
export function invoice(view: View, invoices: Invoices, problem?: string): Html {
  const { here, project } = view
  const { live, others } = invoices
  const texts = TEXTS.invoice
  const [newest, ...older] = inForce(invoices)
  const shown = (each: Tagged<Invoice>) => liveInvoice(view, each, problem)
  return html`${live.map(shown)}${live.length > 0 ? nothing : html`<p>${texts.none}</p>`}
${newest ? unbilled(view, newest, older.length === 0) : draft(here, project)}
${newest || !hasOffers(project) ? chargeForm(view, newest?.currency, problem) : nothing}
${others.length > 0 ? html`<ul class="plain">${others.map((each) => html`<li><a href="${here}/invoices/${each.id}">${nameOf(each)}</a> · ${texts.statuses[each.status]}</li>`)}</ul>` : nothing}`
}

/** What no invoice charges for yet. @param isOnly whether the invoice is the only one for the work */
function unbilled(view: View, { id, status, paidAmount }: Invoice, isOnly: boolean): Html {
  const { staff, here, project, unbilled: offers } = view
  if (offers.length === 0) return nothing
  const texts = TEXTS.invoice
  const isReplaceable = isOnly && movesOf(status).includes('VOIDED') && paidAmount === 0
  // An exchanged package would be charged in full. Archived offers have no quote.
  const isExtra = offers.every(
    (offer) => offer.id !== project.packageId && offer.archivedAt === null,
  )
  const names = offers.map(({ name }) => name)
  const form = () =>
    changeForm({
      action: `${here}/invoices/${id}/add-ons`,
      isOnce: true,
      content: html`${hidden(offers.map((offer) => ['addOn', offer.id] as const))}<button>${texts.draftRest}</button>`,
    })
  return html`<p class="soft" dir="auto">${texts.unbilled(names)} ${isReplaceable ? texts.replace : nothing}</p>
${isReplaceable || !isExtra ? nothing : ifMay(staff, 'createInvoice', form)}`
}

function hasOffers({ packageId, selectedAddOnIds }: Project): boolean {
  return packageId !== null || Boolean(selectedAddOnIds?.length)
}

function draft(here: string, project: Project): Html {
  const texts = TEXTS.invoice
  if (project.customerId === null) return html`<p class="soft">${texts.noCustomer}</p>`
  if (!hasOffers(project)) return html`<p class="soft">${texts.noPackage}</p>`
  const content = html`<button>${texts.draft}</button>`
  return changeForm({ action: `${here}/invoice`, isOnce: true, content })
}

function liveInvoice(
  { staff, here, request }: View,
  { body, etag }: Tagged<Invoice>,
  problem?: string,
): Html {
  const texts = TEXTS.invoice
  const at = `${here}/invoices/${body.id}`
  const moves = movesOf(body.status)
  const form = (verb: string) => ({ action: `${at}/${verb}`, etag, isOnce: true })
  const send = () => sendForm(at, etag)
  const isSent = (request.params as { invoiceId?: string }).invoiceId === body.id
  const sent = (name: string) => (isSent ? formOf(request).text(name) : undefined)
  const refused = sent('paymentAmount')
  const idOf = (name: string) => `${name}-${body.id}`
  const content = html`${field({
    name: 'paymentAmount',
    id: idOf('paymentAmount'),
    label: texts.payAmount(body.currency),
    value: refused ?? decimalOf(body.balanceAmount, minorUnitDigits(body.currency)),
    problem: refused === undefined ? undefined : problem,
    isRequired: true,
    more: { inputmode: 'decimal', autofocus: refused !== undefined },
  })}
${field({ name: 'method', id: idOf('method'), label: texts.method, value: sent('method'), maxLength: MAX_LABEL_LENGTH })}
${field({ name: 'reference', id: idOf('reference'), label: texts.reference, value: sent('reference'), maxLength: MAX_REFERENCE_LENGTH })}
<button>${texts.pay}</button>`
  const payForm = changeForm({ ...form('pay'), class: 'narrow', content })
  const pay = () => menu(texts.pay, payForm, refused !== undefined)
  const question = body.status === 'DRAFT' ? texts.voidDraft : texts.voidSent
  const end = () => confirmButton({ ...form('void'), label: texts.void, question })
  const money = (amount: number) => html`${staff.format.money(amount, body.currency)}`
  return html`${facts([
    [texts.number, nameOf(body)],
    [texts.status, html`${texts.statuses[body.status]}`],
    [texts.statement, body.projectIds.length > 0 ? texts.jobs(body.projectIds.length) : null],
    ...body.lineItems
      .slice(0, SHOWN_LINES)
      .map((line) => [line.description, money(line.quantity * line.unitAmount)] as const),
    [texts.discount, body.discountAmount > 0 ? money(-body.discountAmount) : null],
    [texts.tax, body.taxAmount > 0 ? money(body.taxAmount) : null],
    [texts.total, money(body.totalAmount)],
    [texts.paid, body.paidAmount > 0 ? money(body.paidAmount - body.refundedAmount) : null],
    [
      texts.balance,
      body.status === 'SENT' && body.paidAmount > 0 ? money(body.balanceAmount) : null,
    ],
  ])}
<div class="actions"><a class="button" href="${at}">${texts.open}</a>
${moves.includes('SENT') ? ifMay(staff, 'sendInvoice', send) : nothing}
${moves.includes('PAID') ? ifMay(staff, 'payInvoice', pay) : nothing}
${moves.includes('VOIDED') ? ifMay(staff, 'voidInvoice', end) : nothing}</div>`
}

function sendForm(at: string, etag: string): Html {
  const content = html`<button>${TEXTS.invoice.send}</button>`
  return changeForm({ action: `${at}/send`, etag, isOnce: true, content })
}

function nameOf({ number }: Invoice): string {
  return number ?? TEXTS.invoice.statuses.DRAFT
}

interface Shown {
  notice?: Notice
  /** A new pay link, shown once. */
  link?: string
}

/** An invoice's page. Prints only the invoice. */
export async function showInvoice(visit: Visit, { notice, link }: Shown = {}) {
  const { staff, here, query } = visit
  const { body: invoice, etag } = await readInvoice(visit)
  const [customer, payments] = await Promise.all([
    read<Customer>(staff, `/customers/${invoice.customerId}`),
    readPayments(staff, invoice.id),
  ])
  const { name, company, email } = customer ?? {}
  const texts = TEXTS.invoice
  return sendStaffPage(visit, {
    title: `${texts.title} ${nameOf(invoice)}`,
    notice: notice ?? doneNotice(query, { ...LEDGER.done, ...REFUNDS.done }),
    styles: ['staff/project/style.css'],
    module: 'staff/project/browser/main.ts',
    body: html`<p class="tabs unprinted"><a href="${here}#invoice">${texts.back}</a> <button type="button" data-print hidden>${texts.print}</button></p>
<p dir="auto"><b>${staff.organization.name}</b></p>
${customer ? html`<p dir="auto">${texts.to} ${[name, company, email].filter(Boolean).join(', ')}</p>` : nothing}
${dates(staff, invoice)}
${lines(staff, invoice)}
${invoice.notes ? html`<p class="lines" dir="auto">${invoice.notes}</p>` : nothing}
${invoice.status === 'DRAFT' ? ifMay(staff, 'sendInvoice', () => sendForm(`${here}/invoices/${invoice.id}`, etag)) : ledger(visit, invoice, payments, { link, problem: notice?.text })}`,
  })
}

async function readInvoice({ staff, id, params }: Visit): Promise<Tagged<Invoice>> {
  const tagged = await readTagged<Invoice>(staff, `/invoices/${params.invoiceId}`)
  const { body: invoice } = tagged
  if (invoice.projectId !== id && !invoice.projectIds.includes(id)) throw pageNotFound()
  return tagged
}

export async function refundPayment(visit: Visit) {
  return refundOf(visit, (await readInvoice(visit)).body, (notice) =>
    showInvoice(visit, { notice }),
  )
}

/** Creates a pay link, replacing the previous one. */
export async function createPayLink(visit: Visit) {
  const { id } = (await readInvoice(visit)).body
  return change<{ url: string }>(visit, {
    call: { method: 'POST', url: `/invoices/${id}/pay-link`, payload: {} },
    done: ({ body }) => showInvoice(visit, { link: body.url }),
    refuse: ({ body }) => {
      const notice = refusal(body, { secret_already_shown: LEDGER.shownBefore })
      return showInvoice(visit, { notice })
    },
  })
}

export async function endPayLink(visit: Visit) {
  const { id } = (await readInvoice(visit)).body
  return change(visit, {
    call: { method: 'DELETE', url: `/invoices/${id}/pay-link` },
    done: () => visit.reply.redirect(`${visit.here}/invoices/${id}?done=ended#payments`, 303),
    refuse: ({ body }) => showInvoice(visit, { notice: refusal(body) }),
  })
}

function dates({ format, organization }: Staff, invoice: Invoice): Html {
  const texts = TEXTS.invoice
  const { status, sentAt, dueDate, paidAt, voidedAt, method, reference } = invoice
  const due = dueDate && instantOf(`${dueDate}T12:00`, organization.timeZone ?? 'UTC')
  const paid = paidAt && [format.day(paidAt), method, reference].filter(Boolean).join(' · ')
  return facts([
    [texts.status, texts.statuses[status]],
    [texts.sent, sentAt && format.day(sentAt)],
    [texts.due, due && format.day(due)],
    [texts.paid, paid],
    [texts.voided, voidedAt && format.day(voidedAt)],
  ])
}

function lines({ format }: Staff, invoice: Invoice): Html {
  const texts = TEXTS.invoice
  const money = (amount: number) => format.money(amount, invoice.currency)
  const { subtotalAmount, discountAmount, taxAmount, totalAmount } = invoice
  const sum = (label: string, amount: number) =>
    html`<tr><th scope="row" colspan="3">${label}</th><td>${money(amount)}</td></tr>`
  return html`<table class="figures invoice"><thead><tr><th scope="col">${texts.item}</th><th scope="col">${texts.quantity}</th><th scope="col">${texts.price}</th><th scope="col">${texts.amount}</th></tr></thead>
<tbody>${invoice.lineItems.map(
    ({ description, quantity, unitAmount }) =>
      html`<tr><td dir="auto">${description}</td><td>${quantity}</td><td>${money(unitAmount)}</td><td>${money(quantity * unitAmount)}</td></tr>`,
  )}</tbody>
<tfoot>${sum(texts.subtotal, subtotalAmount)}${discountAmount > 0 ? sum(texts.discount, -discountAmount) : nothing}${taxAmount > 0 ? sum(texts.tax, taxAmount) : nothing}${sum(texts.total, totalAmount)}${invoice.paidAmount > 0 ? sum(texts.paid, invoice.refundedAmount - invoice.paidAmount) : nothing}${invoice.status === 'SENT' && invoice.paidAmount > 0 ? sum(texts.balance, invoice.balanceAmount) : nothing}</tfoot></table>`
}
