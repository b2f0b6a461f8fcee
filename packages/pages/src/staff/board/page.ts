import type { ProjectStatus } from '@mediajobs/domain'
import { type Html, html, nothing } from '../../html.ts'
import { icon } from '../../icons.ts'
import { whenIn } from '../day.ts'
import { statusBadge } from '../parts.ts'
import type { Project } from '../records.ts'
import { type StartPage, sampleLine, setup, welcome } from '../start/page.ts'
import { COMMON, STATUS_NAMES } from '../texts.ts'
import { assignForm, chooser } from './assign.ts'
import { card, nameOf, placeUnder } from './card.ts'
import type { Cards, Column, Page, Shown } from './read.ts'
import type { Table } from './table.ts'
import { TEXTS } from './texts.ts'
import { cleared } from './toolbar.ts'
import { addressOf, COLUMNS, isFiltered, type SortField, UNASSIGNED } from './view.ts'
import { isLate } from './work.ts'

interface Content extends Page {
  /** What was done, with an undo. */
  status?: Html | undefined
  /** What failed. */
  problem?: Html
  /** Remaining setup steps of the organization. */
  start?: StartPage | undefined
  /** Whether the sample was just created. */
  isNewSample?: boolean
}

/** The board: a column for each status, one status alone, or a table. */
export function boardPage(page: Content): Html {
  const { staff, view, shown } = page
  const { live } = TEXTS
  const since = new Date().toISOString()
  const name = view.isList ? 'table' : view.status ? 'list' : 'board'
  return html`${page.problem ? html`<div class="notice problem" role="alert">${page.problem}</div>` : nothing}${shown.isCut ? html`<p class="notice">${TEXTS.cut}</p>` : nothing}
<div id="live" role="status" data-moved="${live.moved}" data-changed="${live.changed}" data-refused="${live.refused}" data-lost="${live.lost}" data-offline="${COMMON.outdated}">${page.status ?? nothing}</div>
${aboveBoard(page)}
<div id="board" data-since="${since}" class="${name}">
${content(page)}
</div>
${isWelcome(page) ? nothing : html`<p class="soft zone"><span class="keys">${TEXTS.keys}</span> ${COMMON.zone(staff.format.zone())}</p>`}`
}

/** Whether setup steps replace the columns. */
export function isWelcome(page: Content): boolean {
  return page.start !== undefined && isBlank(page)
}

/** Above the first jobs: the sample, and remaining setup steps. */
function aboveBoard(page: Content): Html {
  const { start, isNewSample = false } = page
  if (!start || isWelcome(page)) return nothing
  return html`${sampleLine(start, isNewSample)}${setup(start)}`
}

function isBlank({ view, shown }: Page): boolean {
  const projects = shown.table?.projects ?? shown.columns.flatMap((each) => each.projects)
  // `isOf` filters after the read, so a page may be empty before the end.
  const isEnd = !shown.table?.cursor && shown.columns.every(({ hasMore }) => !hasMore)
  return projects.length === 0 && isEnd && !view.cursor
}

function content(page: Content): Html {
  const { staff, view, shown } = page
  const cards = { ...page, when: whenIn(staff), back: addressOf(view, view).slice(1) }
  if (isBlank(page)) {
    return page.start ? welcome(page.start) : html`${statuses(page)}${empty(page)}`
  }
  if (shown.table) return html`${statuses(page)}${tableOf(cards, shown.table)}`
  return html`${statuses(page)}
${view.status ? shown.columns.map((each) => column(cards, each)) : columns(cards)}`
}

/** Tabs of the list and of phones, which show one status at a time. */
function statuses({ view, shown, here }: Page): Html {
  const current = view.status ?? (view.isList ? undefined : firstWithJobs(shown))
  const all = view.isList ? (view.words ? TEXTS.anyStatus : TEXTS.open) : TEXTS.whole
  const whole = html`<a class="whole" href="${here}${addressOf(view, { status: undefined })}"${current ? nothing : html` aria-current="true"`}>${all}</a>`
  return html`<nav class="statuses" aria-label="${TEXTS.statuses}">${view.status || view.isList ? whole : nothing}${COLUMNS.map(
    (status) =>
      html`<a href="${here}${addressOf(view, { status })}"${status === current ? html` aria-current="true"` : nothing}><span class="dot ${status}"></span>${STATUS_NAMES[status]} <span>${count(shown, status)}</span></a>`,
  )}</nav>`
}

function firstWithJobs({ columns }: Shown): ProjectStatus | undefined {
  const found = columns.find(({ projects }) => projects.length > 0) ?? columns[0]
  return found?.status
}

function columns(cards: Cards): Html {
  const first = firstWithJobs(cards.shown)
  return html`<div class="columns" role="region" aria-label="${TEXTS.columns}" tabindex="0">${cards.shown.columns.map(
    (each) => column(cards, each, each.status === first),
  )}</div>`
}

function column(cards: Cards, each: Column, isFirst = true): Html {
  const { view, shown, here } = cards
  const { status, projects } = each
  return html`<section data-status="${status}" class="${isFirst ? 'column first' : 'column'}" aria-labelledby="h-${status}">
<h2 id="h-${status}"><span class="dot ${status}"></span><a href="${here}${addressOf(view, { status })}">${STATUS_NAMES[status]}</a> <span class="count">${count(shown, status)}</span></h2>
<ul>${projects.map((project) => card(cards, project))}</ul>
<p class="more">${projects.length === 0 && view.status ? TEXTS.none : nothing}${more(cards, each)}${
    view.cursor
      ? html` <a class="button" href="${here}${addressOf(view, { status })}">${COMMON.first}</a>`
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

/** Why there are no jobs, and what to do. */
function empty(page: Page): Html {
  const { view, here } = page
  const { words, isLate, who, day } = view
  const texts = TEXTS.empty
  const clear = html`<a class="button" href="${here}${addressOf(cleared(view))}">${TEXTS.clear}</a>`
  if (words) {
    const others = isFiltered({ ...view, words: '' })
    return box(
      texts.words(words),
      texts.searched,
      html`<a class="button" href="${here}${addressOf(view, { words: '' })}">${texts.clearSearch}</a>${others ? clear : nothing}`,
    )
  }
  const only = [isLate, who !== '', day !== undefined, view.status !== undefined]
  const isOne = only.filter(Boolean).length === 1
  if (isFiltered(view)) {
    const text = isOne && isLate ? texts.late : isOne && who === UNASSIGNED ? texts.unassigned : ''
    return box(text || texts.filters, '', clear)
  }
  if (view.status) return html`<p>${TEXTS.none}</p>`
  return begin(page)
}

/** Before the first job. */
function begin({ staff, here }: Page): Html {
  const texts = TEXTS.empty
  if (!staff.may('createProject')) return box(texts.new, texts.own)
  const imports = staff.may('importProjects')
    ? html`<a class="button" href="${here}/../developers/imports">${texts.import}</a>`
    : nothing
  const book = html`<a class="go" href="${here}/../projects/new">${TEXTS.book}</a>`
  return box(texts.new, texts.teach, html`${book}${imports}`)
}

function box(title: string, text: string, actions: Html = nothing): Html {
  return html`<div class="empty">${icon('square-kanban')}<h2 dir="auto">${title}</h2>${text ? html`<p class="soft">${text}</p>` : nothing}<p class="actions">${actions}</p></div>`
}

/** Jobs as rows. Sortable headings are links. */
function tableOf(cards: Cards, table: Table): Html {
  const { staff, view, here } = cards
  const texts = TEXTS.list
  const assigns = staff.may('assignTechnician')
  const rows = html`<div class="jobs" role="region" aria-label="${texts.caption}" tabindex="0"><table><caption class="hidden">${texts.caption}</caption>
<thead><tr>${assigns ? html`<th scope="col"><span class="hidden">${TEXTS.assign.column}</span></th>` : nothing}<th scope="col">${texts.address}</th><th scope="col">${texts.status}</th>${sortable(cards, 'scheduledTime')}<th scope="col">${texts.customer}</th><th scope="col">${texts.technician}</th><th scope="col">${texts.editor}</th>${sortable(cards, 'updatedAt')}${sortable(cards, 'createdAt')}</tr></thead>
<tbody>${table.projects.map((project) => row(cards, project, assigns))}</tbody></table></div>`
  const more = table.cursor
    ? html`<a class="button" href="${here}${addressOf(view, { cursor: table.cursor })}">${texts.next}</a>`
    : nothing
  const first = view.cursor
    ? html`<a class="button" href="${here}${addressOf(view)}">${COMMON.first}</a>`
    : nothing
  return html`${assigns ? assignForm(cards, rows) : rows}
<p class="actions">${first}${more}</p>${table.isCut ? rest(cards) : nothing}`
}

function sortable({ view, here }: Cards, field: SortField): Html {
  const { sort } = view
  const isOn = sort.field === field
  const isDescending = isOn && !sort.isDescending
  const address = `${here}${addressOf(view, { sort: { field, isDescending } })}`
  const order = sort.isDescending ? 'descending' : 'ascending'
  return html`<th scope="col"${isOn ? html` aria-sort="${order}"` : nothing}><a href="${address}">${TEXTS.list[field]}${isOn ? icon('chevron-down') : nothing}</a></th>`
}

function row(cards: Cards, project: Project, assigns: boolean): Html {
  const { staff, shown, when, here } = cards
  const { id, customerId, status, scheduledTime, updatedAt, createdAt } = project
  const customer = shown.customers.get(customerId ?? '')?.name
  const person = (name: 'technicianId' | 'editorId') => {
    const of = project[name]
    return of === null ? html`<span class="soft">–</span>` : (shown.nameOf(of) ?? nothing)
  }
  const time = when.dayAndTime(scheduledTime)
  const shoot = isLate(project)
    ? html`<span class="alarm">${TEXTS.lateJob(time)}</span>`
    : html`${time}`
  const instant = (at: string) =>
    html`<time datetime="${at}" title="${staff.format.dayAndTime(at)}">${when.day(at)}</time>`
  return html`<tr id="p-${id}">${assigns ? html`<td>${chooser(project, cards.chosen?.has(id))}</td>` : nothing}<th scope="row"><a href="${here}/../projects/${id}" dir="auto">${nameOf(project)}</a>${placeUnder(project)}</th><td>${statusBadge(status)}</td><td><time datetime="${scheduledTime}">${shoot}</time></td><td dir="auto">${customer ?? nothing}</td><td dir="auto">${person('technicianId')}</td><td dir="auto">${person('editorId')}</td><td>${instant(updatedAt)}</td><td>${instant(createdAt)}</td></tr>
`
}

/** Links to the remaining unassigned jobs. */
function rest({ view, here }: Cards): Html {
  const { technician, editor } = TEXTS.withoutNames
  const link = (who: string, text: string) =>
    html` <a href="${here}${addressOf(view, { who })}">${text}</a>`
  return html`<p>${TEXTS.list.cutUnassigned}${link('without.technician', technician)} ·${link('without.editor', editor)}</p>`
}
