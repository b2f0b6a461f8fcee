import {
  BULK_IMPORT_KINDS,
  type BulkImportKind,
  MAX_FILE_FORM_BYTES,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_ROWS,
} from '@mediajobs/domain'
import type { FastifyPluginAsync } from 'fastify'
import { formOf } from '../../forms.ts'
import { type Html, html, nothing } from '../../html.ts'
import { changeForm } from '../change-form.ts'
import { developersNavigation } from '../developers/send-page.ts'
import { STAFF } from '../door.ts'
import { staffOfRequest } from '../enter.ts'
import { one } from '../own-address.ts'
import { readList } from '../read-record.ts'
import { pageLinks } from '../records/form.ts'
import { type Notice, sendStaffPage } from '../send-staff-page.ts'
import { serve } from '../serve.ts'
import { requireMay } from '../staff.ts'
import { sendFile, takeFiles } from './file.ts'
import { downloadRefused, importPage } from './import.ts'
import {
  type BulkImport,
  fileField,
  type ImportRoute,
  type ImportVisit,
  importVisit,
  TEXTS,
} from './visit.ts'

const SHOWN = '20'

const MEGABYTE = 1_000_000
/** The largest file in whole megabytes, rounded down. */
const SHOWN_BYTES = Math.floor(MAX_IMPORT_BYTES / MEGABYTE) * MEGABYTE

/** The form that checks a file, and the imports until now. */
async function listPage(visit: ImportVisit, notice?: Notice) {
  const { request, staff, list } = visit
  const cursor = one(request.query, 'cursor')
  const query = new URLSearchParams({ limit: SHOWN, ...(cursor && { cursor }) })
  const { data, nextCursor } = await readList<BulkImport>(staff, `/bulk-imports?${query}`)
  return sendStaffPage(visit, {
    title: TEXTS.title,
    section: 'developers',
    styles: ['staff/developers/style.css', 'staff/records/style.css', 'staff/imports/style.css'],
    module: 'staff/imports/browser/main.ts',
    notice,
    body: html`${developersNavigation(visit, 'imports')}
<p>${TEXTS.lead}</p>
${checkForm(visit)}
<section aria-labelledby="before-title"><h2 id="before-title">${TEXTS.before}</h2>
${rows(visit, data)}
${pageLinks(list, new URLSearchParams(), { cursor, nextCursor })}</section>`,
  })
}

function checkForm({ request, staff, list, count }: ImportVisit): Html {
  const form = formOf(request)
  const isFirst = request.method === 'GET'
  const chosen = form.text('kind') ?? BULK_IMPORT_KINDS[0]
  return changeForm({
    action: list,
    isOnce: true,
    hasFile: true,
    class: 'narrow',
    content: html`<fieldset class="field"><legend>${TEXTS.kind}</legend>${BULK_IMPORT_KINDS.map(
      (kind) => kindBox(kind, kind === chosen),
    )}</fieldset>
${fileField('file', TEXTS.fileHint(count(MAX_IMPORT_ROWS), staff.format.bytes(SHOWN_BYTES)))}
<p class="field check"><label><input type="checkbox" name="emitEvents" value="true"${isFirst || form.text('emitEvents') ? html` checked` : nothing}> ${TEXTS.emitEvents}</label></p>
<button class="go">${TEXTS.check}</button>`,
  })
}

function kindBox(kind: BulkImportKind, isChosen: boolean): Html {
  return html`<label class="box"><input type="radio" name="kind" value="${kind}"${isChosen ? html` checked` : nothing} aria-describedby="columns-${kind}"> ${TEXTS.kinds[kind]}</label>
<span class="soft" id="columns-${kind}">${TEXTS.columns[kind]}</span>`
}

function rows({ staff: { format }, list, count }: ImportVisit, imports: readonly BulkImport[]) {
  if (imports.length === 0) return html`<p>${TEXTS.none}</p>`
  return html`<ul class="rows">${imports.map(
    ({ id, kind, dryRun, status, succeeded, failed, total, createdAt }) =>
      html`<li><span><a href="${list}/${id}">${dryRun ? TEXTS.dryRun : TEXTS.real}: ${TEXTS.kinds[kind]}</a></span>
<span>${TEXTS.states[status]} · ${TEXTS.counts(count(succeeded), count(failed), count(total))}</span>
<time class="soft" datetime="${createdAt}">${format.dayAndTime(createdAt)}</time></li>`,
  )}</ul>`
}

const AT = '/app/:organizationId/developers/imports'
const WITH_FILE = { ...STAFF, bodyLimit: MAX_FILE_FORM_BYTES }

/** `/app/{organizationId}/developers/imports`. docs/contract.md#c12-imports */
export const importPages: FastifyPluginAsync = async (app) => {
  takeFiles(app)
  // Before a file is read.
  app.addHook('onRequest', async (request) => {
    requireMay(staffOfRequest(request), 'importCustomers')
  })
  const one = (handle: typeof check) => serve<ImportRoute>((visit) => handle(importVisit(visit)))
  app.get<ImportRoute>(AT, STAFF, one(listPage))
  app.post<ImportRoute>(AT, WITH_FILE, one(check))
  app.get<ImportRoute>(`${AT}/:id`, STAFF, one(importPage))
  app.post<ImportRoute>(`${AT}/:id/import`, WITH_FILE, one(importRows))
  app.post<ImportRoute>(`${AT}/:id/refused`, WITH_FILE, one(downloadRefused))
}

function check(visit: ImportVisit) {
  return sendFile(visit, true, (notice) => listPage(visit, notice))
}

function importRows(visit: ImportVisit) {
  return sendFile(visit, false, (notice) => importPage(visit, notice))
}
