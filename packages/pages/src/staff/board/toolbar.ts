import { type Html, html, nothing } from '../../html.ts'
import { icon } from '../../icons.ts'
import { hidden } from '../change-form.ts'
import { searchBox } from '../parts.ts'
import { ASSIGNABLE, assignable } from '../records.ts'
import type { Page } from './read.ts'
import { TEXTS } from './texts.ts'
import { addressOf, isFiltered, sortOf, UNASSIGNED, type View } from './view.ts'

/** Next to the heading: search, filters and views, all in the URL so views can be bookmarked and shared. */
export function toolbar(page: Page): Html {
  return html`${filters(page)}${quickFilters(page)}${views(page)}`
}

function filters(page: Page): Html {
  const { staff, view, shown, here } = page
  const { words, who, status, day, isLate, isList, sort } = view
  const others = {
    status,
    late: isLate ? '1' : undefined,
    view: isList ? 'list' : undefined,
    sort: isList ? sortOf(sort) : undefined,
  }
  const person = shown.people.find(({ id }) => who.endsWith(`.${id}`))?.name
  const chosen = who === '' ? TEXTS.everyone : (person ?? nameOfKind(who))
  const shownDay = day ? staff.format.monthDay(day.from) : TEXTS.anyDay
  // People who can't assign see only their own jobs.
  const label = staff.may('assignTechnician')
    ? html`<span title="${chosen}"${unset(day && who === '')}>${chosen}</span><i${unset(!day)}>${shownDay}</i>`
    : html`<span>${shownDay}</span>`
  return html`<form class="filters" role="search" aria-label="${TEXTS.find}" action="${here}">
${hidden(others)}
${searchBox(words, { label: TEXTS.search, hint: TEXTS.searchHint })}
<details class="pick"><summary dir="auto">${label}${icon('chevron-down')}</summary><div>
${staff.may('assignTechnician') ? people(page) : nothing}
<p class="field"><label for="day">${TEXTS.day}</label><input id="day" name="day" type="date" value="${day?.name ?? ''}"></p>
<button>${TEXTS.show}</button>${isFiltered(view) ? html` <a class="button" href="${here}${addressOf(cleared(view))}">${TEXTS.clear}</a>` : nothing}
</div></details>
</form>`
}

/** Hidden on phones, where only the words of set filters fit. */
function unset(isUnset: unknown): Html {
  return isUnset ? html` class="unset"` : nothing
}

/** A view without its filters. */
export function cleared(view: View): View {
  return { ...view, words: '', who: '', day: undefined, isLate: false }
}

function nameOfKind(who: string): string {
  if (who === UNASSIGNED) return TEXTS.unassigned
  const [kind, id = ''] = who.split('.', 2)
  if (kind !== 'without') return TEXTS.someone
  return id === 'editor' ? TEXTS.withoutNames.editor : TEXTS.withoutNames.technician
}

function people({ view, shown }: Page): Html {
  const option = (value: string, text: string) =>
    html`<option value="${value}"${value === view.who ? html` selected` : nothing}>${text}</option>`
  const parts = Object.keys(ASSIGNABLE) as (keyof typeof ASSIGNABLE)[]
  return html`<p class="field"><label for="who">${TEXTS.who}</label><select id="who" name="who">
<option value="">${TEXTS.everyone}</option>
<optgroup label="${TEXTS.without}">${option(UNASSIGNED, TEXTS.unassigned)}${option('without.technician', TEXTS.withoutNames.technician)}${option('without.editor', TEXTS.withoutNames.editor)}</optgroup>
${parts.map(
  (part) =>
    html`<optgroup label="${TEXTS.groups[part]}">${assignable(shown.people, part).map(({ id, name }) => option(`${part}.${id}`, name))}</optgroup>
`,
)}</select></p>`
}

/** Links that toggle one filter. */
function quickFilters({ staff, view, shown, here }: Page): Html {
  const mine = `manager.${staff.userId}`
  const who = (value: string) => ({ who: view.who === value ? '' : value })
  const link = (name: string, isOn: boolean, changes: Partial<View>, count?: string) =>
    html`<li><a href="${here}${addressOf(view, changes)}"${isOn ? html` aria-current="true"` : nothing}>${name}${count ? html` <b>${count}</b>` : nothing}</a></li>`
  const { unassigned, late } = shown.quick
  const assigns = staff.may('assignTechnician')
  return html`<ul class="quick" aria-label="${TEXTS.quick}">${
    assigns
      ? link(TEXTS.unassigned, view.who === UNASSIGNED, who(UNASSIGNED), positive(unassigned))
      : nothing
  }${link(TEXTS.late, view.isLate, { isLate: !view.isLate }, positive(late))}${
    assigns ? link(TEXTS.mine, view.who === mine, who(mine)) : nothing
  }</ul>`
}

function positive(count: string | undefined): string | undefined {
  return count === '0' ? undefined : count
}

function views({ view, here }: Page): Html {
  const link = (name: string, image: 'square-kanban' | 'list', isList: boolean) =>
    html`<li><a href="${here}${addressOf(view, { isList })}" title="${name}"${view.isList === isList ? html` aria-current="true"` : nothing}>${icon(image)}<span class="hidden">${name}</span></a></li>`
  return html`<ul class="views" aria-label="${TEXTS.views}">${link(TEXTS.columnsView, 'square-kanban', false)}${link(TEXTS.listView, 'list', true)}</ul>`
}
