import { type Html, html, nothing } from '../../html.ts'
import { icon } from '../../icons.ts'
import { statusBadge } from '../parts.ts'
import type { Project } from '../records.ts'
import { COMMON } from '../texts.ts'
import { assignForm, chooser } from './assign.ts'
import { nameOf, placeUnder } from './card.ts'
import type { Cards } from './read.ts'
import type { Table } from './table.ts'
import { TEXTS } from './texts.ts'
import { addressOf, type SortField } from './view.ts'
import { isLate } from './work.ts'

/** Jobs as rows. Sortable headings are links. */
export function tableOf(cards: Cards, table: Table): Html {
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
