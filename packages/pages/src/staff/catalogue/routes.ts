import type { FastifyPluginAsync } from 'fastify'
import { type Html, html, nothing } from '../../html.ts'
import { changeForm, changeOf } from '../change-form.ts'
import { STAFF } from '../door.ts'
import { staffOfRequest } from '../enter.ts'
import { one, organizationAddress } from '../own-address.ts'
import { type List, nothingHere, readList, readTagged } from '../read-record.ts'
import {
  doneNotice,
  kept,
  type Problems,
  pageLinks,
  problemNotice,
  recordForm,
} from '../records/form.ts'
import { act, save } from '../records/save.ts'
import type { Discount, Offer } from '../records.ts'
import { type Notice, sendStaffPage } from '../send-staff-page.ts'
import { serve } from '../serve.ts'
import { requireMay } from '../staff.ts'
import {
  type CatalogueRoute,
  type CatalogueVisit,
  catalogueVisit,
  facts,
  isOffer,
  KINDS,
  nameOf,
  restOf,
  TEXTS,
  worthOf,
} from './kinds.ts'

const SHOWN = '50'

/** The packages, the add-ons or the discounts: those that can be booked, or the archived ones. */
async function listPage(visit: CatalogueVisit) {
  const { request, staff, kind, listUrl, list } = visit
  const filters = kept(request.query, ['archived'])
  const cursor = one(request.query, 'cursor')
  const query = new URLSearchParams([...filters, ['limit', SHOWN]])
  if (cursor) query.set('cursor', cursor)
  const page = await readList<Offer | Discount>(staff, `${listUrl}?${query}`)
  const isArchived = filters.get('archived') === 'true'
  return sendStaffPage(visit, {
    title: TEXTS.kinds[kind.name],
    section: 'catalogue',
    styles: ['staff/records/style.css'],
    notice: doneNotice(request.query, TEXTS.done),
    action: staff.may(kind.create)
      ? html`<a class="go" href="${list}/new">${TEXTS.add[kind.name]}</a>`
      : undefined,
    body: html`${tabs(visit)}
<p class="actions"><a class="button" href="${list}${isArchived ? '' : '?archived=true'}">${isArchived ? TEXTS.current : TEXTS.archived}</a></p>
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

interface Shown {
  problems?: Problems
  notice?: Notice
}

/** One record of the catalogue, with the forms that change and archive it. */
async function recordPage(visit: CatalogueVisit, { problems, notice }: Shown = {}) {
  const { request, staff, kind, url, list, here, fields } = visit
  const found = await readTagged<Offer | Discount>(staff, url)
  if (!found) throw nothingHere()
  const { body: record, etag } = found
  const { archivedAt } = record
  const mayChange = staff.may(kind.update) && archivedAt === null
  return sendStaffPage(visit, {
    title: nameOf(record),
    section: 'catalogue',
    styles: ['staff/records/style.css'],
    notice: notice ?? problemNotice(problems) ?? doneNotice(request.query, TEXTS.done),
    body: html`<p><a href="${list}">${TEXTS.back[kind.name]}</a></p>
${archivedAt === null ? nothing : html`<p><b class="alarm">${TEXTS.archivedAt}</b> ${staff.format.dayAndTime(archivedAt)}</p>`}
${
  mayChange
    ? html`${isOffer(record) ? nothing : html`<p>${restOf(record, staff.format)}</p>`}
${recordForm({ action: here, fields, record, etag, problems, submit: TEXTS.save })}
<details class="menu"><summary>${TEXTS.archive}…</summary><div><p>${TEXTS.archiveSure}</p>
${changeForm({ action: `${here}/archive`, etag, content: html`<button class="danger">${TEXTS.archive}</button>` })}</div></details>`
    : facts(record, staff.format)
}`,
  })
}

/** The form for a new record. */
async function newPage(visit: CatalogueVisit, problems?: Problems) {
  const { staff, kind, list, fields } = visit
  requireMay(staff, kind.create)
  const submit = TEXTS.add[kind.name]
  return sendStaffPage(visit, {
    title: submit,
    section: 'catalogue',
    styles: ['staff/records/style.css'],
    notice: problemNotice(problems),
    body: html`<p><a href="${list}">${TEXTS.back[kind.name]}</a></p>
${recordForm({ action: `${list}/new`, fields, record: {}, problems, submit })}`,
  })
}

const AT = '/app/:organizationId/catalogue'

/** `/app/{organizationId}/catalogue`. docs/contract.md#c12-catalogue */
export const cataloguePages: FastifyPluginAsync = async (app) => {
  app.get(AT, STAFF, async (request, reply) => {
    const { organization } = staffOfRequest(request)
    const address = organizationAddress(request, organization)
    return reply.redirect(`${address}/catalogue/packages`, 303)
  })
  const one = (handle: typeof change) =>
    serve<CatalogueRoute>((visit) => handle(catalogueVisit(visit)))
  app.get<CatalogueRoute>(`${AT}/:kind`, STAFF, one(listPage))
  app.get<CatalogueRoute>(`${AT}/:kind/new`, STAFF, one(newPage))
  app.post<CatalogueRoute>(`${AT}/:kind/new`, STAFF, one(add))
  app.get<CatalogueRoute>(`${AT}/:kind/:id`, STAFF, one(recordPage))
  app.post<CatalogueRoute>(`${AT}/:kind/:id`, STAFF, one(change))
  app.post<CatalogueRoute>(`${AT}/:kind/:id/archive`, STAFF, one(archive))
}

function add(visit: CatalogueVisit) {
  const { reply, fields, listUrl, list } = visit
  return save<{ id: string }>({
    visit,
    fields,
    method: 'POST',
    url: listUrl,
    done: (saved) =>
      reply.redirect('body' in saved ? `${list}/${saved.body.id}?done=created` : list, 303),
    back: list,
    refuse: (problems) => newPage(visit, problems),
    fieldOfCode: { duplicate_code: 'code' },
  })
}

function change(visit: CatalogueVisit) {
  const { reply, fields, url, here } = visit
  return save<object>({
    visit,
    fields,
    method: 'PATCH',
    url,
    done: (saved) => reply.redirect(`${here}?done=${'body' in saved ? 'saved' : 'same'}`, 303),
    back: here,
    refuse: (problems) => recordPage(visit, { problems }),
    fieldOfCode: { duplicate_code: 'code' },
  })
}

function archive(visit: CatalogueVisit) {
  const { request, staff, url, here, list } = visit
  const { ifMatch } = changeOf(request)
  return act<Offer | Discount>(visit, {
    call: { method: 'DELETE', url, ifMatch },
    to: `${list}?done=archived`,
    texts: (now) => [TEXTS.archive, `${nameOf(now)}, ${worthOf(now, staff.format)}`],
    back: here,
    refuse: (notice) => recordPage(visit, { notice }),
  })
}
