import { type Html, html, nothing } from '../../html.ts'
import { icon } from '../../icons.ts'
import { hidden } from '../change-form.ts'
import { hueOf } from '../parts.ts'
import { COMMON } from '../texts.ts'
import type { Column } from './columns.ts'
import type { Page } from './read.ts'
import { TEXTS } from './texts.ts'
import { queryOf, type View } from './view.ts'

type Frame = Pick<Page, 'staff' | 'view' | 'home'>

/** One line: the current range, links to other ranges and the other view, and the main action. */
export function toolbar({ staff, view, home }: Frame, columns: readonly Column[]): Html {
  const { kind, chosen } = view
  const { format } = staff
  const to = (query: URLSearchParams) => `${home}/calendar?${query}`
  const [first, last] = [columns[0]?.day ?? chosen, columns.at(-1)?.day ?? chosen]
  const shown = kind === 'week' ? format.days(first.from, last.from) : format.shortDay(chosen.from)
  const step = (day: string, name: string, sign: 'chevron-left' | 'chevron-right') =>
    html`<a class="button step" href="${to(queryOf(view, { day }))}">${icon(sign)}<span class="hidden">${name}</span></a>`
  const tab = (other: View['kind']) =>
    html`<a href="${to(queryOf(view, { kind: other, page: 1 }))}"${other === kind ? html` aria-current="true"` : nothing}>${TEXTS.kinds[other]}</a>`
  const zone = COMMON.zone(format.zone())
  const today = queryOf(view)
  today.delete('day')
  return html`<div class="toolbar">${step(view.before, TEXTS.before[kind], 'chevron-left')}<a class="button" href="${to(today)}">${TEXTS.today}</a>${step(view.after, TEXTS.after[kind], 'chevron-right')}
<details class="jump"><summary>${shown}</summary><form action="${home}/calendar">${hidden(today)}<label for="day">${TEXTS.day}</label><input id="day" name="day" type="date" value="${chosen.name}"><button>${TEXTS.show}</button></form></details>
<span class="soft" title="${zone}">${zone}</span>
${staff.may('assignTechnician') ? html`<nav class="views" aria-label="${TEXTS.views}">${tab('week')}${tab('technicians')}</nav>` : nothing}
<a class="button away-link" href="${home}/people/${view.who ?? staff.userId}/time-off">${TEXTS.timeOff}</a>
${staff.may('createProject') ? html`<a class="go compact" href="${home}/projects/new">${icon('plus')}<span>${TEXTS.book}</span></a>` : nothing}</div>`
}

/** Day links for phones, which show one day. */
export function weekdays({ staff, view, home }: Frame): Html {
  const { format } = staff
  return html`<nav class="days" aria-label="${TEXTS.days}">${view.days.map(
    ({ name, from, isChosen, isToday }) =>
      html`<a href="${home}/calendar?${queryOf(view, { day: name })}"${isChosen ? html` aria-current="date"` : nothing}${isToday ? html` class="is-today"` : nothing}>${format.shortWeekday(from)} <b>${format.dayOfMonth(from)}</b></a>`,
  )}</nav>`
}

/** The person filter, which doubles as a color legend. */
export function choices({ staff, view, shown, home }: Page): Html {
  const people = shown.choices
  if (view.kind !== 'week' || !staff.may('assignTechnician') || people.length === 0) return nothing
  const choice = (id: string | undefined, name: string, dot: Html) =>
    html`<a href="${home}/calendar?${queryOf(view, { who: id ?? '' })}"${id === view.who ? html` aria-current="true"` : nothing} dir="auto">${dot}<span>${name}</span></a>`
  return html`<nav class="who" aria-label="${TEXTS.who}">${choice(undefined, TEXTS.everyone, nothing)}${people.map(
    ({ id, name }) => choice(id, name, html`<i class="dot h${hueOf(id)}"></i>`),
  )}</nav>`
}

/** Links to other technicians. */
export function pages({ shown, view, home }: Page): Html {
  const { page } = view
  if (page === 1 && shown.isLast) return nothing
  const to = (other: number, text: string) =>
    html`<a class="button" href="${home}/calendar?${queryOf(view, { page: other })}">${text}</a> `
  return html`<nav aria-label="${TEXTS.pages}" class="actions">${page > 1 ? to(page - 1, TEXTS.previous) : nothing}${shown.isLast ? nothing : to(page + 1, TEXTS.next)}</nav>`
}
