import type { FastifyReply } from 'fastify'
import { type Html, html, nothing } from '../../html.ts'
import { changeForm } from '../change-form.ts'
import { developersNavigation } from '../developers/send-page.ts'
import { one } from '../own-address.ts'
import { type List, nothingHere, read, readList } from '../read-record.ts'
import { pageLinks } from '../records/form.ts'
import { type Notice, sendStaffPage } from '../send-staff-page.ts'
import { fileOf, messageOfFile } from './file.ts'
import { type BulkImport, fileField, type ImportRow, type ImportVisit, TEXTS } from './visit.ts'

const SHOWN_ROWS = '100'

/** One import: how far it is, what it refused, and what comes next. */
export async function importPage(visit: ImportVisit, notice?: Notice) {
  const { request, staff, url, list } = visit
  const found = await read<BulkImport>(staff, url)
  if (!found) throw nothingHere()
  const cursor = one(request.query, 'cursor')
  const query = new URLSearchParams({
    status: 'FAILED',
    limit: SHOWN_ROWS,
    ...(cursor && { cursor }),
  })
  const refused = await readList<ImportRow>(staff, `${url}/rows?${query}`)
  const kind = TEXTS.kinds[found.kind]
  return sendStaffPage(visit, {
    title: `${found.dryRun ? TEXTS.dryRun : TEXTS.real}: ${kind}`,
    section: 'developers',
    styles: ['staff/developers/style.css', 'staff/records/style.css', 'staff/imports/style.css'],
    module: 'staff/imports/browser/main.ts',
    notice,
    body: html`${developersNavigation(visit, 'imports')}
<p><a href="${list}">${TEXTS.back}</a></p>
${found.status === 'COMPLETED' ? outcome(visit, found) : progress(visit, found)}
<section aria-labelledby="refused-title"><h2 id="refused-title">${TEXTS.refused}</h2>
${refusedTable(refused)}
${pageLinks(visit.here, new URLSearchParams(), { cursor, nextCursor: refused.nextCursor })}
${found.failed > 0 && found.status === 'COMPLETED' ? downloadForm(visit) : nothing}</section>`,
  })
}

function progress({ url, here, count }: ImportVisit, each: BulkImport): Html {
  const done = each.succeeded + each.failed
  const text = TEXTS.running(count(done), count(each.total))
  return html`<p data-import="${url}" data-text="${TEXTS.running('{done}', count(each.total))}" role="status">${text}</p>
<progress max="${each.total}" value="${done}" aria-label="${TEXTS.states.RUNNING}"></progress>
<p><a class="button" href="${here}">${TEXTS.reload}</a></p>`
}

function outcome({ here, count }: ImportVisit, each: BulkImport): Html {
  const { dryRun, succeeded, failed, total, kind, emitEvents } = each
  const good = count(succeeded)
  return html`<p>${dryRun ? TEXTS.checked(good) : TEXTS.imported(good)} ${TEXTS.counts(good, count(failed), count(total))}.</p>
${
  dryRun && succeeded > 0
    ? changeForm({
        action: `${here}/import`,
        isOnce: true,
        hasFile: true,
        class: 'narrow',
        content: html`<input type="hidden" name="kind" value="${kind}">${emitEvents ? html`<input type="hidden" name="emitEvents" value="true">` : nothing}
${fileField('file', TEXTS.importHint)}
<button class="go">${TEXTS.importNow}</button>`,
      })
    : nothing
}`
}

function refusedTable({ data }: List<ImportRow>): Html {
  if (data.length === 0) return html`<p>${TEXTS.noRefused}</p>`
  return html`<p class="soft">${TEXTS.rowHint}</p>
<table class="refused"><thead><tr><th scope="col">${TEXTS.row}</th><th scope="col">${TEXTS.id}</th><th scope="col">${TEXTS.field}</th><th scope="col">${TEXTS.reason}</th></tr></thead>
<tbody>${data.map((row) =>
    reasonsOfRow(row).map(
      ({ path, message }) =>
        html`<tr><td>${row.number}</td><td dir="auto">${row.externalId ?? ''}</td><td>${path}</td><td dir="auto">${message}</td></tr>`,
    ),
  )}</tbody></table>`
}

/** The refused fields, whose column names them, then the other messages. */
function reasonsOfRow({ messages, fields }: ImportRow): { path: string; message: string }[] {
  const named = fields.map(({ path, message }) => ({
    path,
    message: message.startsWith(`${path} `) ? message.slice(path.length + 1) : message,
  }))
  return [...named, ...messages.slice(fields.length).map((message) => ({ path: '', message }))]
}

function downloadForm({ here }: ImportVisit): Html {
  return changeForm({
    action: `${here}/refused`,
    hasFile: true,
    class: 'narrow',
    content: html`${fileField('refused-file', TEXTS.downloadHint)}<button>${TEXTS.download}</button>`,
  })
}

const PAGE = '100'
const COMMA = Buffer.from(',')
const LINE_END = Buffer.from('\r\n')

/**
 * Sends the refused rows of a file that was imported, each with its reason in a further column. The API keeps no
 * file, so the person sends it again. The columns and the cells are those of the file, byte for byte.
 */
export async function downloadRefused(visit: ImportVisit): Promise<FastifyReply> {
  const { request, reply, staff, url, count } = visit
  const file = fileOf(request)
  const refuse = (text: string) =>
    importPage({ ...visit, reply: reply.code(400) }, { kind: 'problem', text })
  if (!file) return refuse(TEXTS.noFile)
  const found = await read<BulkImport>(staff, url)
  if (!found) throw nothingHere()
  const csv = await request.server.host.readCsv(file)
  if (csv === null) return refuse(TEXTS.noFile)
  if (typeof csv === 'string') return refuse(messageOfFile({ message: csv }))
  const { header, columns, rows } = csv
  if (rows.length !== found.total) {
    return refuse(TEXTS.otherFile(count(rows.length), count(found.total)))
  }
  const reasons = await reasonsOf(visit)
  const lines = rows.flatMap((row, i) => {
    const reason = reasons.get(i + 1)
    return reason === undefined ? [] : [row, COMMA, Buffer.from(quoted(reason)), LINE_END]
  })
  const name = Buffer.from(columnBeside(columns))
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', 'attachment; filename="refused-rows.csv"')
    .send(Buffer.concat([header, COMMA, name, LINE_END, ...lines]))
}

async function reasonsOf({ staff, url }: ImportVisit): Promise<ReadonlyMap<number, string>> {
  const reasons = new Map<number, string>()
  const query = new URLSearchParams({ status: 'FAILED', limit: PAGE })
  for (;;) {
    const { data, nextCursor } = await readList<ImportRow>(staff, `${url}/rows?${query}`)
    for (const { number, messages } of data) reasons.set(number, messages.join('; '))
    if (nextCursor === null) return reasons
    query.set('cursor', nextCursor)
  }
}

/** A column that the file does not have: a file that is mended for the second time has the first one. */
function columnBeside(columns: readonly string[]): string {
  const taken = new Set(columns)
  let name: string = TEXTS.problemColumn
  for (let n = 2; taken.has(name); n++) name = `${TEXTS.problemColumn}${n}`
  return name
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
