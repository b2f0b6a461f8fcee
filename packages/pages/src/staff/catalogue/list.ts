import { type Html, html, nothing } from '../../html.ts'
import { one } from '../own-address.ts'
import { type List, readList } from '../read-record.ts'
import { doneNotice, kept, pageLinks } from '../records/list.ts'
import type { Discount, Offer } from '../records.ts'
import { sendStaffPage } from '../send-staff-page.ts'
import { KINDS } from './kinds.ts'
import { TEXTS } from './texts.ts'
import type { CatalogueVisit } from './visit.ts'
import { nameOf, restOf, worthOf } from './words.ts'

const SHOWN = '50'

/** The packages, the add-ons or the discounts: those that can be booked, or the archived ones. */
export async function listPage(visit: CatalogueVisit) {
  const { request, reply, staff, kind, listUrl, list } = visit
  const filters = kept(request.query, ['archived'])
  const cursor = one(request.query, 'cursor')
  const query = new URLSearchParams([...filters, ['limit', SHOWN]])
  if (cursor) query.set('cursor', cursor)
  const page = await readList<Offer | Discount>(staff, `${listUrl}?${query}`)
  const isArchived = filters.get('archived') === 'true'
  return sendStaffPage(request, reply, staff, {
    title: TEXTS.kinds[kind.name],
    section: 'catalogue',
    styles: ['staff/records/style.css'],
    notice: doneNotice(request.query, TEXTS.done),
    body: html`${tabs(visit)}
<p class="actions">${staff.may(kind.create) ? html`<a class="button" href="${list}/new">${TEXTS.add[kind.name]}</a>` : nothing}
<a class="button" href="${list}${isArchived ? '' : '?archived=true'}">${isArchived ? TEXTS.current : TEXTS.archived}</a></p>
${rows(visit, page, isArchived)}
${pageLinks(list, filters, { cursor, nextCursor: page.nextCursor })}`,
  })
}

function tabs({ staff, catalogue, kind: { name: current } }: CatalogueVisit): Html {
  const kinds = KINDS.filter(({ list }) => staff.may(list))
  return html`<nav class="tabs" aria-label="${TEXTS.parts}">${kinds.map(
    ({ name }) =>
      html`<a href="${catalogue}/${name}"${name === current ? html` aria-current="page"` : nothing}>${TEXTS.kinds[name]}</a>`,
  )}</nav>`
}

function rows(
  { staff: { format }, list }: CatalogueVisit,
  { data }: List<Offer | Discount>,
  isArchived: boolean,
): Html {
  if (data.length === 0) return html`<p>${isArchived ? TEXTS.noneArchived : TEXTS.none}</p>`
  return html`<ul class="rows">${data.map(
    (record) =>
      html`<li><span><a href="${list}/${record.id}" dir="auto">${nameOf(record)}</a></span>
<span>${worthOf(record, format)}</span>
<span class="soft">${restOf(record, format)}</span></li>`,
  )}</ul>`
}
