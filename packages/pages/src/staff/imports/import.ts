import type { FastifyReply } from 'fastify'
import { type Html, html, nothing } from '../../html.ts'
import { changeForm, hidden } from '../change-form.ts'
import { fileOf } from '../file-form.ts'
import { badRequest, readPart } from '../list.ts'
import { section } from '../parts.ts'
import { readPages, readTagged } from '../read-record.ts'
import type { Notice } from '../send-staff-page.ts'
import type { StaffVisit } from '../serve.ts'
import {
  type BulkImport,
  fileField,
  type ImportRow,
  ignoredNotice,
  messageOfFile,
  sendImportPage,
  TEXTS,
  urlOf,
} from './visit.ts'

const SHOWN_ROWS = 100

/** An import's progress, refused rows and next step. */
export async function importPage(visit: StaffVisit, notice?: Notice) {
  const { staff, at, here } = visit
  const url = urlOf(visit)
  const { body: found } = await readTagged<BulkImport>(staff, url)
  const failed = `${url}/rows?status=FAILED`
  const { data, pages } = await readPart<ImportRow>(visit, failed, SHOWN_ROWS, { here })
  const isDone = found.status === 'COMPLETED'
  const rows = html`${refusedTable(data)}${pages}${found.failed > 0 && isDone ? downloadForm(here) : nothing}`
  return sendImportPage(visit, {
    title: `${found.dryRun ? TEXTS.dryRun : TEXTS.real}: ${TEXTS.kinds[found.kind]}`,
    notice: notice ?? ignoredNotice(found),
    body: html`<p><a href="${at}">${TEXTS.back}</a></p>
${isDone ? outcome(visit, found) : progress(visit, found)}
${section('refused', TEXTS.refused, rows)}`,
  })
}

function progress(visit: StaffVisit, { succeeded, failed, total }: BulkImport): Html {
  const done = succeeded + failed
  const { number } = visit.staff.format
  const all = number(total)
  return html`<p data-import="${urlOf(visit)}" data-text="${TEXTS.running('{done}', all)}" role="status">${TEXTS.running(number(done), all)}</p>
<progress max="${total}" value="${done}" aria-label="${TEXTS.states.RUNNING}"></progress>
<p><a class="button" href="${visit.here}">${TEXTS.reload}</a></p>`
}

function outcome(visit: StaffVisit, each: BulkImport): Html {
  const { dryRun, kind, emitEvents } = each
  const { number } = visit.staff.format
  const [good, failed, all] = [number(each.succeeded), number(each.failed), number(each.total)]
  const form = () =>
    changeForm({
      action: `${visit.here}/import`,
      isOnce: true,
      hasFile: true,
      class: 'narrow',
      content: html`${hidden({ kind, emitEvents: emitEvents ? 'yes' : undefined })}
${fileField('file', TEXTS.importHint)}
<button class="go">${TEXTS.importNow}</button>`,
    })
  const skipped = each.skipped > 0 && ` ${TEXTS.skipped(number(each.skipped))}`
  return html`<p>${dryRun ? TEXTS.checked(good) : TEXTS.imported(good)} ${TEXTS.counts(good, failed, all)}.${skipped || nothing}</p>
${dryRun && each.succeeded > 0 ? form() : nothing}`
}

function refusedTable(data: readonly ImportRow[]): Html {
  if (data.length === 0) return html`<p>${TEXTS.noRefused}</p>`
  return html`<p class="soft">${TEXTS.rowHint}</p>
<table class="figures"><thead><tr><th scope="col">${TEXTS.row}</th><th scope="col">${TEXTS.id}</th><th scope="col">${TEXTS.field}</th><th scope="col">${TEXTS.reason}</th></tr></thead>
<tbody>${data.map((row) =>
    reasonsOfRow(row).map(
      ({ path, message }) =>
        html`<tr><td>${row.number}</td><td dir="auto">${row.externalId ?? ''}</td><td>${path ? html`<code>${path}</code>` : nothing}</td><td dir="auto">${message}</td></tr>`,
    ),
  )}</tbody></table>`
}

/** The refused fields by column, then other messages. */
function reasonsOfRow({ messages, fields }: ImportRow): { path: string; message: string }[] {
  const named = fields.map(({ path, message }) => ({
    path,
    message: message.startsWith(`${path} `) ? message.slice(path.length + 1) : message,
  }))
  return [...named, ...messages.slice(fields.length).map((message) => ({ path: '', message }))]
}

function downloadForm(here: string): Html {
  return changeForm({
    action: `${here}/refused`,
    hasFile: true,
    class: 'narrow',
    content: html`${fileField('refused-file', TEXTS.downloadHint)}<button>${TEXTS.download}</button>`,
  })
}

const refuse = (visit: StaffVisit, text: string) =>
  badRequest(visit, text, (notice) => importPage(visit, notice))

/** Imports the file of a check. Refuses any other file: nobody checked it. */
export async function importChecked(
  visit: StaffVisit,
  send: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const csv = await readSameFile(visit)
  return typeof csv === 'string' ? refuse(visit, csv) : send()
}

/** The uploaded file of an import, or a message if it is another file or unreadable. */
async function readSameFile(visit: StaffVisit) {
  const { request, staff } = visit
  const file = fileOf(request)?.bytes
  if (!file?.length) return TEXTS.noFile
  const { body: found } = await readTagged<BulkImport>(staff, urlOf(visit))
  const { fileSha256 } = found
  const { host } = request.server
  // Compared before parsing, which costs more.
  if (fileSha256 !== null && (await host.sha256Of(file)) !== fileSha256) return TEXTS.otherFile
  const csv = await host.readCsv(file)
  if (csv === null) return TEXTS.noFile
  if (typeof csv === 'string') return messageOfFile({ message: csv })
  return fileSha256 === null && csv.rows.length !== found.total ? TEXTS.otherFile : csv
}

const COMMA = Buffer.from(',')
const LINE_END = Buffer.from('\r\n')

/**
 * Returns the refused rows of an imported file, with the reason in an extra column. The API keeps no file, so the
 * person uploads it again. Preserves columns and cells byte for byte.
 */
export async function downloadRefused(visit: StaffVisit): Promise<FastifyReply> {
  const csv = await readSameFile(visit)
  if (typeof csv === 'string') return refuse(visit, csv)
  const { header, columns, rows } = csv
  const reasons = await reasonsOf(visit)
  const lines = rows.flatMap((row, i) => {
    const reason = reasons.get(i + 1)
    return reason === undefined ? [] : [row, COMMA, Buffer.from(quoted(reason)), LINE_END]
  })
  const name = Buffer.from(columnBeside(columns))
  return visit.reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', 'attachment; filename="refused-rows.csv"')
    .send(Buffer.concat([header, COMMA, name, LINE_END, ...lines]))
}

async function reasonsOf(visit: StaffVisit): Promise<ReadonlyMap<number, string>> {
  const url = `${urlOf(visit)}/rows?status=FAILED`
  const { data } = await readPages<ImportRow>(visit.staff, url, Number.POSITIVE_INFINITY)
  return new Map(data.map(({ number, messages }) => [number, messages.join('; ')]))
}

/** An unused name for the extra column: a file that was refused before already has one. */
function columnBeside(columns: readonly string[]): string {
  const taken = new Set(columns)
  let name: string = TEXTS.problemColumn
  for (let n = 2; taken.has(name); n++) name = `${TEXTS.problemColumn}${n}`
  return name
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
