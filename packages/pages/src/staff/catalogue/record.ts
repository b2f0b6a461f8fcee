import { html, nothing } from '../../html.ts'
import { changeForm } from '../change-form.ts'
import { nothingHere, readTagged } from '../read-record.ts'
import { type Problems, recordForm } from '../records/form.ts'
import { doneNotice, problemNotice } from '../records/list.ts'
import type { Discount, Offer } from '../records.ts'
import { type Notice, sendStaffPage } from '../send-staff-page.ts'
import { requireMay } from '../staff.ts'
import { TEXTS } from './texts.ts'
import type { CatalogueVisit } from './visit.ts'
import { facts, isOffer, nameOf, restOf } from './words.ts'

interface Shown {
  problems?: Problems
  notice?: Notice
}

/** One record of the catalogue, with the forms that change and archive it. */
export async function recordPage(visit: CatalogueVisit, { problems, notice }: Shown = {}) {
  const { request, reply, staff, kind, url, list, here, fields } = visit
  const found = await readTagged<Offer | Discount>(staff, url)
  if (!found) throw nothingHere()
  const { body: record, etag } = found
  const { archivedAt } = record
  const mayChange = staff.may(kind.update) && archivedAt === null
  return sendStaffPage(request, reply, staff, {
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
export async function newPage(visit: CatalogueVisit, problems?: Problems) {
  const { request, reply, staff, kind, list, fields } = visit
  requireMay(staff, kind.create)
  const submit = TEXTS.add[kind.name]
  return sendStaffPage(request, reply, staff, {
    title: submit,
    section: 'catalogue',
    styles: ['staff/records/style.css'],
    notice: problemNotice(problems),
    body: html`<p><a href="${list}">${TEXTS.back[kind.name]}</a></p>
${recordForm({ action: `${list}/new`, fields, record: {}, problems, submit })}`,
  })
}
