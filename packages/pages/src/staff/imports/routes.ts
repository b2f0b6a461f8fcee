import {
  BULK_IMPORT_KINDS,
  MAX_FILE_FORM_BYTES,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_ROWS,
} from '@mediajobs/domain'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { formOf } from '../../forms.ts'
import { type Html, html } from '../../html.ts'
import { change } from '../change.ts'
import { changeForm, checkbox } from '../change-form.ts'
import { staffOfRequest } from '../enter.ts'
import { fileOf, takeFiles } from '../file-form.ts'
import { badRequest, problem, readPart } from '../list.ts'
import { section } from '../parts.ts'
import { pageNotFound } from '../read-record.ts'
import type { Notice } from '../send-staff-page.ts'
import { pagesAt, type StaffVisit } from '../serve.ts'
import { requireMay } from '../staff.ts'
import { downloadRefused, importChecked, importPage } from './import.ts'
import { type BulkImport, fileField, messageOfFile, sendImportPage, TEXTS } from './visit.ts'

const AT = '/developers/imports'

/** `/app/{organizationId}/developers/imports`. docs/contract.md#c12-imports */
export const importPages: FastifyPluginAsync = async (app) => {
  takeFiles(app)
  // Refuses before the file is read.
  app.addHook('onRequest', async (request) => {
    requireMay(staffOfRequest(request), 'importCustomers')
  })
  await app.register(pagesAt(AT, { 'GET ': listPage, 'GET /:id': importPage }))
  const takesFile = { bodyLimit: MAX_FILE_FORM_BYTES }
  const forms = pagesAt(
    AT,
    {
      'POST ': (visit) => sendFile(visit, true, (notice) => listPage(visit, notice)),
      'POST /:id/import': (visit) =>
        importChecked(visit, () => sendFile(visit, false, (notice) => importPage(visit, notice))),
      'POST /:id/refused': downloadRefused,
    },
    undefined,
    takesFile,
  )
  await app.register(forms)
}

const SHOWN = 20
const MEGABYTE = 1_000_000
/** The largest file in whole megabytes, rounded down. */
const SHOWN_BYTES = Math.floor(MAX_IMPORT_BYTES / MEGABYTE) * MEGABYTE

/** The form to check a file, and past imports. */
async function listPage(visit: StaffVisit, notice?: Notice) {
  const { data, pages } = await readPart<BulkImport>(visit, '/bulk-imports', SHOWN)
  return sendImportPage(visit, {
    title: TEXTS.title,
    notice,
    body: html`<p>${TEXTS.lead}</p>
${checkForm(visit)}
${section('before', TEXTS.before, html`${rows(visit, data)}${pages}`)}`,
  })
}

function checkForm(visit: StaffVisit): Html {
  const { request, staff, at } = visit
  const { format } = staff
  const form = formOf(request)
  const isFirst = request.method === 'GET'
  const chosen = form.text('kind') ?? BULK_IMPORT_KINDS[0]
  const kinds = BULK_IMPORT_KINDS.map(
    (kind) =>
      html`<label class="box"><input type="radio" name="kind" value="${kind}"${kind === chosen ? html` checked` : ''} aria-describedby="columns-${kind}"> ${TEXTS.kinds[kind]}</label>
<span class="soft" id="columns-${kind}">${TEXTS.columns[kind]}</span>`,
  )
  const hint = TEXTS.fileHint(format.number(MAX_IMPORT_ROWS), format.bytes(SHOWN_BYTES))
  const isChecked = isFirst || form.text('emitEvents') !== undefined
  return changeForm({
    action: at,
    isOnce: true,
    hasFile: true,
    class: 'narrow',
    content: html`<fieldset class="field"><legend>${TEXTS.kind}</legend>${kinds}</fieldset>
${fileField('file', hint)}
${checkbox({ name: 'emitEvents', label: TEXTS.emitEvents, isChecked })}
<button class="go">${TEXTS.check}</button>`,
  })
}

function rows(visit: StaffVisit, imports: readonly BulkImport[]): Html {
  const { format } = visit.staff
  const { number } = format
  if (imports.length === 0) return html`<p>${TEXTS.none}</p>`
  return html`<ul class="records">${imports.map(
    ({ id, kind, dryRun, status, succeeded, failed, total, createdAt }) =>
      html`<li><span><a href="${visit.at}/${id}">${dryRun ? TEXTS.dryRun : TEXTS.real}: ${TEXTS.kinds[kind]}</a></span>
<span>${TEXTS.states[status]} · ${TEXTS.counts(number(succeeded), number(failed), number(total))}</span>
<time class="soft" datetime="${createdAt}">${format.dayAndTime(createdAt)}</time></li>`,
  )}</ul>`
}

/** Sends the file of a form to the API: for a check, or to import it. */
async function sendFile(
  visit: StaffVisit,
  dryRun: boolean,
  refuse: (notice: Notice) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const { request, reply, at } = visit
  const form = formOf(request)
  const payload = fileOf(request)?.bytes
  if (!payload) return badRequest(visit, TEXTS.noFile, refuse)
  const kind = BULK_IMPORT_KINDS.find((each) => each === form.text('kind'))
  if (!kind) throw pageNotFound()
  const emitEvents = form.text('emitEvents') !== undefined
  const query = new URLSearchParams({ dryRun: String(dryRun), emitEvents: String(emitEvents) })
  const url = `/bulk-imports/${kind.toLowerCase()}?${query}`
  return change<BulkImport>(visit, {
    call: { method: 'POST', url, payload, contentType: 'text/csv' },
    done: ({ body }) => reply.redirect(`${at}/${body.id}?new=yes`, 303),
    refuse: ({ body }) => refuse(problem(messageOfFile(body))),
  })
}
