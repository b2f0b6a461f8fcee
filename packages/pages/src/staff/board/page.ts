import { MAX_SEARCH_LENGTH, type ProjectStatus, type Role } from '@mediajobs/domain'
import { type Html, html, nothing } from '../../html.ts'
import { ASSIGNABLE } from '../records.ts'
import { STATUS_NAMES } from '../texts.ts'
import { card } from './card.ts'
import { addressOf, COLUMNS, type Column, isFiltered, type Page, type Shown } from './read.ts'
import { TEXTS } from './texts.ts'

/** The board: its filters, and a column for each status, or one status as a list. */
export function boardPage(page: Page): Html {
  const { staff, view, shown } = page
  const { live } = TEXTS
  const since = new Date().toISOString()
  return html`${filters(page)}
${shown.isCut ? html`<p class="notice">${TEXTS.cut}</p>` : nothing}
<div id="board" data-since="${since}" class="${view.status ? 'list' : 'board'}">
${statuses(page)}
${view.status ? shown.columns.map((each) => column(page, each)) : columns(page)}
</div>
<p class="soft"><span class="keys">${TEXTS.keys}</span> ${TEXTS.zone(staff.organization.timeZone ?? 'UTC')}</p>
<p id="live" role="status" data-moved="${live.moved}" data-changed="${live.changed}" data-refused="${live.refused}" data-offline="${live.offline}"></p>`
}

/** Tabs for phones, which show one status at a time. */
function statuses({ view, shown, here }: Page): Html {
  const current = view.status ?? firstWithJobs(shown)
  return html`<nav class="statuses" aria-label="${TEXTS.statuses}">${view.status ? html`<a class="whole" href="${here}${addressOf(view)}">${TEXTS.whole}</a>` : nothing}${COLUMNS.map(
    (status) =>
      html`<a href="${here}${addressOf(view, { status })}"${status === current ? html` aria-current="true"` : nothing}>${STATUS_NAMES[status]} <span>${count(shown, status)}</span></a>`,
  )}</nav>`
}

function firstWithJobs({ columns }: Shown): ProjectStatus | undefined {
  const found = columns.find(({ projects }) => projects.length > 0) ?? columns[0]
  return found?.status
}

function columns(page: Page): Html {
  const first = firstWithJobs(page.shown)
  return html`<div class="columns" role="region" aria-label="${TEXTS.columns}" tabindex="0">${page.shown.columns.map(
    (each) => column(page, each, each.status === first),
  )}</div>`
}

function column(page: Page, each: Column, isFirst = true): Html {
  const { staff, view, shown, here } = page
  const { status, projects } = each
  const back = addressOf(view, view).slice(1)
  return html`<section data-status="${status}" class="${isFirst ? 'column first' : 'column'}" aria-labelledby="h-${status}">
<h2 id="h-${status}"><span class="dot ${status}"></span> <a href="${here}${addressOf(view, { status })}">${STATUS_NAMES[status]}</a> <span class="count">${count(shown, status)}</span></h2>
<ul>${projects.map((project) => card({ staff, project, nameOf: shown.nameOf, here, back }))}</ul>
<p class="more">${projects.length === 0 && view.status ? TEXTS.none : nothing}${more(page, each)}${
    view.cursor
      ? html` <a class="button" href="${here}${addressOf(view, { status })}">${TEXTS.first}</a>`
      : nothing
  }</p>
</section>
`
}

function more({ view, here }: Page, { status, hasMore, cursor }: Column): Html {
  if (!hasMore) return nothing
  const address = addressOf(view, { status, cursor: cursor ?? undefined })
  return html`<a class="button" href="${here}${address}">${TEXTS.more}<span class="hidden"> ${STATUS_NAMES[status]}</span></a>`
}

/** An exact count, or a lower bound like `20+`. */
function count({ counts, columns }: Shown, status: ProjectStatus): string {
  const exact = counts[status]
  if (exact !== undefined) return String(exact)
  const column = columns.find((each) => each.status === status)
  return column?.hasMore && column.projects.length > 0 ? `${column.projects.length}+` : ''
}

/** Search words, a person and a day, in the URL so that a view can be bookmarked and shared. */
function filters(page: Page): Html {
  const { staff, view, here } = page
  const { words, status, day } = view
  return html`<form class="filters" role="search" aria-label="${TEXTS.find}" action="${here}">
${status ? html`<input type="hidden" name="status" value="${status}">` : nothing}
<p class="field"><label for="q">${TEXTS.search}</label><input id="q" name="q" type="search" value="${words}" maxlength="${MAX_SEARCH_LENGTH}" title="${TEXTS.searchHint}"></p>
${staff.may('assignTechnician') ? people(page) : nothing}
<p class="field"><label for="day">${TEXTS.day}</label><input id="day" name="day" type="date" value="${day?.name ?? ''}"></p>
<button>${TEXTS.show}</button>${isFiltered(view) ? html` <a class="button" href="${here}${status ? `?status=${status}` : ''}">${TEXTS.clear}</a>` : nothing}
</form>`
}

function people({ view, shown }: Page): Html {
  const option = (value: string, text: string) =>
    html`<option value="${value}"${value === view.who ? html` selected` : nothing}>${text}</option>`
  const groups = Object.entries(ASSIGNABLE) as [keyof typeof ASSIGNABLE, readonly Role[]][]
  return html`<p class="field"><label for="who">${TEXTS.who}</label><select id="who" name="who">
<option value="">${TEXTS.everyone}</option>
<optgroup label="${TEXTS.without}">${option('without.technician', TEXTS.withoutNames.technician)}${option('without.editor', TEXTS.withoutNames.editor)}</optgroup>
${groups.map(
  ([kind, roles]) => html`<optgroup label="${TEXTS.groups[kind]}">${roles
    .flatMap((role) => shown.people.filter((person) => person.role === role))
    .map(({ id, name }) => option(`${kind}.${id}`, name))}</optgroup>
`,
)}</select></p>`
}
