import { currencyOf } from '../../currency.ts'
import { type Html, html, nothing } from '../../html.ts'
import { doneNotice, readPart } from '../list.ts'
import { actionLink, confirmButton } from '../parts.ts'
import { readList, readTagged } from '../read-record.ts'
import {
  type Problems,
  problemNotice,
  recordForm,
  type Shown,
  sendNewPage,
} from '../records/form.ts'
import { act, save } from '../records/save.ts'
import type { Discount, Offer } from '../records.ts'
import { sendStaffPage } from '../send-staff-page.ts'
import { pagesAt } from '../serve.ts'
import { requireMay } from '../staff.ts'
import {
  type CatalogueVisit,
  catalogueVisit,
  description,
  isOffer,
  KINDS,
  nameOf,
  restOf,
  TEXTS,
  worthOf,
} from './kinds.ts'

type Entry = Offer | Discount

const SHOWN = 50

/** `/app/{organizationId}/catalogue`. docs/contract.md#c12-catalogue */
export const cataloguePages = pagesAt<CatalogueVisit>(
  '/catalogue',
  {
    'GET /:kind': listPage,
    'GET /:kind/new': newPage,
    'POST /:kind/new': (visit) =>
      save<Entry>({
        ...savingOf(visit),
        method: 'POST',
        url: visit.url,
        refuse: (problems) => newPage(visit, problems),
      }),
    'GET /:kind/:id': recordPage,
    'POST /:kind/:id': (visit) =>
      save<Entry>({
        ...savingOf(visit),
        method: 'PATCH',
        url: urlOf(visit),
        refuse: (problems) => recordPage(visit, { problems }),
      }),
    'POST /:kind/:id/archive': (visit) =>
      act<Entry>(visit, {
        call: { method: 'DELETE', url: urlOf(visit) },
        to: `${visit.at}?done=archived`,
        texts: (now) => [TEXTS.archive, `${nameOf(now)}, ${worthOf(now, visit.staff.format)}`],
        refuse: (notice) => recordPage(visit, { notice }),
      }),
  },
  catalogueVisit,
)

/** Redirects to the first kind. */
export const catalogueHome = pagesAt('/catalogue', {
  'GET ': ({ reply, at }) => reply.redirect(`${at}/packages`, 303),
})

function urlOf({ url, id }: CatalogueVisit): string {
  return `${url}/${id}`
}

function savingOf(visit: CatalogueVisit) {
  return { visit, fields: visit.fields, fieldOfCode: { duplicate_code: 'code' } }
}

/** Packages, add-ons or discounts: active or archived. */
async function listPage(visit: CatalogueVisit) {
  const { query, staff, kind, url, at } = visit
  const names = ['archived']
  const { data, pages, notice } = await readPart<Entry>(visit, url, SHOWN, { names })
  const isArchived = query.get('archived') === 'true'
  const none = isArchived ? TEXTS.noneArchived : TEXTS.none
  return sendStaffPage(visit, {
    title: TEXTS.kinds[kind.name],
    section: 'catalogue',
    notice: notice ?? doneNotice(query, TEXTS.done),
    action: actionLink(staff, kind.create, `${at}/new`, TEXTS.add[kind.name]),
    body: html`${tabs(visit)}
<p class="actions"><a class="button" href="${at}${isArchived ? '' : '?archived=true'}">${isArchived ? TEXTS.current : TEXTS.archived}</a></p>
${data.length === 0 ? html`<p>${none}</p>` : rows(visit, data)}
${pages}`,
  })
}

function tabs({ staff, catalogue, kind: { name: current } }: CatalogueVisit): Html {
  const kinds = KINDS.filter(({ list }) => staff.may(list))
  return html`<nav class="tabs" aria-label="${TEXTS.parts}">${kinds.map(
    ({ name }) =>
      html`<a href="${catalogue}/${name}"${name === current ? html` aria-current="page"` : nothing}>${TEXTS.kinds[name]}</a>`,
  )}</nav>`
}

function rows({ staff: { format }, at }: CatalogueVisit, entries: readonly Entry[]): Html {
  return html`<ul class="records">${entries.map(
    (entry) =>
      html`<li><span><a href="${at}/${entry.id}" dir="auto">${nameOf(entry)}</a></span>
<span>${worthOf(entry, format)}</span>
<span class="soft">${restOf(entry, format)}</span></li>`,
  )}</ul>`
}

/** A catalog record, with forms to change and archive it. */
async function recordPage(visit: CatalogueVisit, { problems, notice }: Shown = {}) {
  const { query, staff, kind, at, here, fields } = visit
  const { body: record, etag } = await readTagged<Entry>(staff, urlOf(visit))
  const { archivedAt } = record
  const [label, question] = [TEXTS.archive, TEXTS.archiveSure]
  const forms =
    () => html`${isOffer(record) ? nothing : html`<p>${restOf(record, staff.format)}</p>`}
${recordForm({ action: here, fields, record, etag, problems, submit: TEXTS.save })}
${confirmButton({ label, question, action: `${here}/archive`, etag })}`
  return sendStaffPage(visit, {
    title: nameOf(record),
    section: 'catalogue',
    notice: notice ?? problemNotice(problems) ?? doneNotice(query, TEXTS.done),
    body: html`<p><a href="${at}">${TEXTS.back[kind.name]}</a></p>
${archivedAt === null ? nothing : html`<p><b class="alarm">${TEXTS.archivedAt}</b> ${staff.format.dayAndTime(archivedAt)}</p>`}
${staff.may(kind.update) && archivedAt === null ? forms() : description(record, staff)}`,
  })
}

/** The form for a new record. */
async function newPage(visit: CatalogueVisit, problems?: Problems) {
  const { staff, kind, at, fields } = visit
  requireMay(staff, kind.create)
  return sendNewPage(visit, {
    title: TEXTS.add[kind.name],
    section: 'catalogue',
    list: at,
    back: TEXTS.back[kind.name],
    fields,
    problems,
    record: kind.name === 'discounts' ? {} : { currency: await usualCurrency(visit) },
  })
}

/** The newest package's currency, or else that of the organization's locale. */
async function usualCurrency({ staff }: CatalogueVisit): Promise<string> {
  const [newest] = (await readList<Offer>(staff, '/packages?limit=1')).data
  return newest?.currency ?? currencyOf(staff.organization.locale)
}
