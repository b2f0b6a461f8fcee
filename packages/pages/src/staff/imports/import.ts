import { type Html, html, nothing } from '../../html.ts'
import { changeForm } from '../change-form.ts'
import { developersNavigation } from '../developers/send-page.ts'
import { one } from '../own-address.ts'
import { type List, nothingHere, read, readList } from '../read-record.ts'
import { pageLinks } from '../records/list.ts'
import { type Notice, sendStaffPage } from '../send-staff-page.ts'
import { fileField } from './file-field.ts'
import { TEXTS } from './texts.ts'
import type { BulkImport, ImportRow, ImportVisit } from './visit.ts'

const SHOWN_ROWS = '100'

/** One import: how far it is, what it refused, and what comes next. */
export async function importPage(visit: ImportVisit, notice?: Notice) {
  const { request, reply, staff, url, list } = visit
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
  return sendStaffPage(request, reply, staff, {
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
<tbody>${data.map(({ number, externalId, messages }) =>
    messages.map((message) => {
      const { field, reason } = partsOf(message)
      return html`<tr><td>${number}</td><td dir="auto">${externalId ?? ''}</td><td>${field}</td><td dir="auto">${reason}</td></tr>`
    }),
  )}</tbody></table>`
}

/** A message of the API is the name of a field, and what is wrong with it. */
function partsOf(message: string): { field: string; reason: string } {
  const [, field = '', reason = message] =
    /^([a-z][\w.[\]]*) ((?:must|is|has|was) .*)$/s.exec(message) ?? []
  return { field, reason }
}

function downloadForm({ here }: ImportVisit): Html {
  return changeForm({
    action: `${here}/refused`,
    hasFile: true,
    class: 'narrow',
    content: html`${fileField('refused-file', TEXTS.downloadHint)}<button>${TEXTS.download}</button>`,
  })
}
