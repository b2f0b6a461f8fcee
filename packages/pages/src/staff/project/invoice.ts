import {
  type InvoiceStatus,
  MAX_LABEL_LENGTH,
  MAX_REFERENCE_LENGTH,
  movesOf,
} from '@mediajobs/domain'
import { type Html, html, nothing } from '../../html.ts'
import { changeForm, field } from '../change-form.ts'
import type { Tagged } from '../read-record.ts'
import type { Invoice } from '../records.ts'
import type { Invoices, View } from './read.ts'
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

export function nameOf({ number }: Invoice): string {
  return number ?? TEXTS.invoice.statuses.DRAFT
}
