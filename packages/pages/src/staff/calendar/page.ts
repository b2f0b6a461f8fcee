import { attributes, type Html, html, nothing } from '../../html.ts'
import { icon } from '../../icons.ts'
import { hidden } from '../change-form.ts'
import { instantOf } from '../day.ts'
import { hueOf } from '../parts.ts'
import type { Person } from '../records.ts'
import type { Staff } from '../staff.ts'
import { COMMON, LANGUAGE } from '../texts.ts'
import { absenceText } from '../time-off.ts'
import { placed, shoot, waiting } from './block.ts'
import { clockOf, DAY_MINUTES, intervalsOf, type Span } from './clock.ts'
import { type Away, type Axis, axisOf, type Column, columnsOf, onAxis } from './columns.ts'
import { MAX_SHOOTS, type Page } from './read.ts'
import { TEXTS } from './texts.ts'
import { queryOf, type View } from './view.ts'

/** A week's days or a day's technicians on a time axis, next to the jobs without a technician. */
export function calendarPage(page: Page): { tools: Html; body: Html; css: Html } {
  const { staff, view, shown } = page
  const now = Date.now()
  const columns = columnsOf(view, shown, now)
  const axis = axisOf(columns)
  const { live } = TEXTS
  const body = html`${weekdays(page)}${choices(page)}${awayThisWeek(page)}
${shown.isCut ? html`<p class="notice">${TEXTS.cut(MAX_SHOOTS)}</p>` : nothing}
<div class="frame ${view.kind}" id="calendar" data-since="${new Date(now).toISOString()}" data-locale="${staff.organization.locale ?? LANGUAGE}" data-overlaps="${live.overlaps}" data-off="${live.off}" data-away="${live.away}" data-offline="${live.offline}" data-outdated="${COMMON.outdated}">
<div>${hint(page, columns)}${columns.length === 0 ? nothing : grid(page, columns, axis, now)}${pages(page)}</div>
${waiting(page)}
</div><p id="live" role="status"></p>`
  return { tools: toolbar(page, columns), body, css: positions(columns, axis, view, now) }
}

function hint({ staff, view, shown, home }: Page, columns: readonly Column[]): Html {
  if (shown.names.size === 0 && staff.may('createUser')) {
    const { title, text, invite } = TEXTS.noOne
    return html`<div class="empty"><h2>${title}</h2><p>${text}</p><a class="button" href="${home}/people/new">${invite}</a></div>`
  }
  if (columns.some(({ blocks }) => blocks.length > 0)) return nothing
  const texts = TEXTS.noShoots
  const teaches = shown.waiting?.data.length ? texts.drag : texts.book
  return html`<p class="empty">${texts[view.kind]}${staff.may('createProject') ? ` ${teaches}` : nothing}</p>`
}

/** Lists time off above everyone's week, whose columns have no room for it. */
function awayThisWeek({ staff, view, shown, home }: Page): Html {
  if (view.kind !== 'week' || view.who !== undefined) return nothing
  const people = shown.people.filter(({ id }) => (shown.away.get(id) ?? []).length > 0)
  if (people.length === 0) return nothing
  const says = ({ id, name }: Person) =>
    html`<li><a href="${home}/calendar?${queryOf(view, { who: id })}" dir="auto">${name}</a> ${(
      shown.away.get(id) ?? []
    ).map((each, i) => html`${i > 0 ? ', ' : ''}${absenceText(staff, each)}`)}</li>`
  return html`<section class="absent" aria-label="${TEXTS.away}"><b>${TEXTS.timeOff}</b><ul>${people.map(says)}</ul></section>`
}

function grid(page: Page, columns: readonly Column[], axis: Axis, now: number): Html {
  const { from, to } = axis
  const hours = Array.from({ length: to - from }, (_, i) => page.staff.format.hour(from + i))
  return html`<div class="grid" role="region" aria-label="${TEXTS.shoots}" tabindex="0" data-from="${from * 60}" data-until="${to * 60}">
<div class="axis" aria-hidden="true">${hours.map((hour) => html`<span>${hour}</span>`)}</div>
${columns.map((column, i) => section(page, { ...column, away: onAxis(column.away, axis) }, `c-${i}`, now))}</div>`
}

function section(page: Page, column: Column, id: string, now: number): Html {
  const { view } = page
  const { day, person, blocks, off, free, away } = column
  const isChosen = day.isChosen || view.kind === 'technicians'
  const classes = `column${isChosen ? ' chosen' : ''}${day.isToday ? ' is-today' : ''}`
  const most = Math.max(1, ...blocks.map(({ of }) => of))
  return html`<section class="${classes}" aria-labelledby="${id}" data-day="${day.name}"${person ? html` data-by="${person.id}"` : nothing}>
<h2 id="${id}">${heading(page, column)}</h2>
<div class="slots"${most > 1 ? html` data-most="${most}"` : nothing}>${off.map((span) => html`<i class="off" ${placed(span)}></i>`)}${free.map((span) => opening(page, column, span))}${away.map(absent)}${
    blocks.length === 0
      ? nothing
      : html`<ul>${blocks.map((block) => shoot(page, column, block))}</ul>`
  }${day.isToday ? html`<i class="now" data-at="${minuteOf(day, view, now)}"></i>` : nothing}</div></section>
`
}

function absent(span: Away): Html {
  const { note } = span
  return html`<p class="away" ${placed(span)}${note ? html` title="${note}"` : nothing}><b>${TEXTS.timeOff}</b>${note ? html` <span dir="auto">${note}</span>` : nothing}</p>`
}

function heading({ staff, view, home }: Page, { day, person }: Column): Html {
  const { format } = staff
  const to = (query: URLSearchParams, text: Html) =>
    html`<a href="${home}/calendar?${query}"${attributes({ title: person?.name })} dir="auto">${text}</a>`
  const works = person
    ? html`<span class="soft">${hoursOf(staff, view, day, intervalsOf(person, day))}</span>`
    : nothing
  if (view.kind === 'technicians' && person) {
    const query = queryOf(view, { kind: 'week', who: person.id, page: 1 })
    return html`${to(query, html`${person.name}`)}${works}`
  }
  const name = html`<span aria-hidden="true"><b>${format.dayOfMonth(day.from)}</b> ${format.shortWeekday(day.from)}</span><span class="hidden">${format.weekday(day.from)}</span>`
  if (!staff.may('assignTechnician')) return html`${name}${works}`
  const query = queryOf(view, { kind: 'technicians', day: day.name, page: 1 })
  return html`${to(query, name)}${works}`
}

function hoursOf(staff: Staff, view: View, day: Column['day'], spans: readonly Span[]): string {
  return spans.map((span) => timeOf(staff, view, day, span)).join(', ') || TEXTS.off
}

function timeOf({ format }: Staff, { zone }: View, day: Column['day'], { at, until }: Span) {
  const instant = (minutes: number) =>
    minutes >= DAY_MINUTES ? day.end : (instantOf(`${day.name}T${clock(minutes)}`, zone) ?? day.end)
  return format.span(instant(at), instant(until))
}

/** `HH:MM` */
function clock(minutes: number): string {
  const two = (count: number) => String(count).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** A free slot, linking to a prefilled booking. */
function opening({ staff, view, home }: Page, { day, person }: Column, span: Span): Html {
  if (!staff.may('createProject') || !person) return nothing
  const when = `${day.name}T${clock(span.at)}`
  const query = new URLSearchParams({ technicianId: person.id, when })
  return html`<a class="free" ${placed(span)} href="${home}/projects/new?${query}"><span>${TEXTS.free(timeOf(staff, view, day, span))}<span class="hidden">: ${TEXTS.bookFree}</span></span></a>`
}

function minuteOf(day: Column['day'], { zone }: View, now: number): number {
  return Math.floor(clockOf(day, zone)(now))
}

/** A rule for each position on the page: its CSP allows no `style` attributes. */
function positions(columns: readonly Column[], axis: Axis, view: View, now: number): Html {
  const values = { at: new Set<number>(), long: new Set<number>() }
  const layers = {
    depth: new Set<number>(),
    nth: new Set<number>(),
    of: new Set<number>(),
    most: new Set<number>(),
  }
  const note = ({ at, until }: Span) => {
    values.at.add(at)
    values.long.add(until - at)
  }
  for (const { day, blocks, off, free, away } of columns) {
    for (const span of [...blocks, ...off, ...free, ...onAxis(away, axis)]) note(span)
    for (const each of blocks)
      for (const name of ['depth', 'nth', 'of'] as const) layers[name].add(each[name])
    layers.most.add(Math.max(1, ...blocks.map(({ of }) => of)))
    if (day.isToday) values.at.add(minuteOf(day, view, now))
  }
  const rules = Object.entries({ ...values, ...layers }).flatMap(([name, all]) =>
    [...all].map((value) => html`[data-${name}="${value}"]{--${name}:${value}}`),
  )
  return html`.grid{--from:${axis.from * 60};--hours:${axis.to - axis.from}}${rules}`
}

type Frame = Pick<Page, 'staff' | 'view' | 'home'>

/** One line: the current range, links to other ranges and the other view, and the main action. */
function toolbar({ staff, view, home }: Frame, columns: readonly Column[]): Html {
  const { kind, chosen } = view
  const { format } = staff
  const to = (query: URLSearchParams) => `${home}/calendar?${query}`
  const [first, last] = [columns[0]?.day ?? chosen, columns.at(-1)?.day ?? chosen]
  const day = format.shortDay(chosen.from)
  // A phone shows one day of the week.
  const shown =
    kind === 'week'
      ? html`<span class="of-week">${format.days(first.from, last.from)}</span><span class="of-day">${day}</span>`
      : day
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
function weekdays({ staff, view, home }: Frame): Html {
  const { format } = staff
  return html`<nav class="days" aria-label="${TEXTS.days}">${view.days.map(
    ({ name, from, isChosen, isToday }) =>
      html`<a href="${home}/calendar?${queryOf(view, { day: name })}"${isChosen ? html` aria-current="date"` : nothing}${isToday ? html` class="is-today"` : nothing}>${format.shortWeekday(from)} <b>${format.dayOfMonth(from)}</b></a>`,
  )}</nav>`
}

/** The person filter, which doubles as a color legend. */
function choices({ staff, view, shown, home }: Page): Html {
  const people = shown.choices
  if (view.kind !== 'week' || !staff.may('assignTechnician') || people.length === 0) return nothing
  const choice = (id: string | undefined, name: string, dot: Html) =>
    html`<a href="${home}/calendar?${queryOf(view, { who: id ?? '' })}"${id === view.who ? html` aria-current="true"` : nothing} dir="auto" title="${name}">${dot}<span>${name}</span></a>`
  return html`<nav class="who" aria-label="${TEXTS.who}">${choice(undefined, TEXTS.everyone, nothing)}${people.map(
    ({ id, name }) => choice(id, name, html`<i class="dot h${hueOf(id)}"></i>`),
  )}</nav>`
}

/** Links to other technicians. */
function pages({ shown, view, home }: Page): Html {
  const { page } = view
  if (page === 1 && shown.isLast) return nothing
  const to = (other: number, text: string) =>
    html`<a class="button" href="${home}/calendar?${queryOf(view, { page: other })}">${text}</a> `
  return html`<nav aria-label="${TEXTS.pages}" class="actions">${page > 1 ? to(page - 1, TEXTS.previous) : nothing}${shown.isLast ? nothing : to(page + 1, TEXTS.next)}</nav>`
}
