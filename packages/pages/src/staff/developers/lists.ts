import { refuseAs } from '../../errors.ts'
import { type Html, html, nothing } from '../../html.ts'
import { field, hidden } from '../change-form.ts'
import { pager, problem } from '../list.ts'
import { menu } from '../parts.ts'
import type { Notice } from '../send-staff-page.ts'
import { shortcuts } from './send-page.ts'
import { DEVELOPERS } from './texts.ts'
import { linkTo, type Visit } from './visit.ts'

// Shared by the lists of these pages: filters in the URL, and a detail pane.

const TIMES = ['since', 'until', 'lastAttemptSince', 'lastAttemptUntil']

/** The URL parameters with these names, with times as instants. */
export function filtersIn({ query, clock }: Visit, names: readonly string[]): URLSearchParams {
  const filters = new URLSearchParams()
  for (const [name, value] of query) {
    const instant = TIMES.includes(name) ? clock.toInstant(value) : undefined
    if (names.includes(name)) filters.append(name, instant ?? value)
  }
  return filters
}

/** The URL's filters and cursor as an API query. */
export function queryOf(
  { query }: Visit,
  filters: URLSearchParams,
  limit: string,
): URLSearchParams {
  const all = new URLSearchParams([...filters, ['limit', limit]])
  const cursor = query.get('cursor')
  if (cursor) all.set('cursor', cursor)
  return all
}

/** If a time in the URL is invalid, drops all times from the query and returns a notice about it. */
export function withoutBadTimes(visit: Visit): Notice | undefined {
  const { query, clock } = visit
  const times = TIMES.flatMap((name) => query.get(name) ?? [])
  const bad = times.find((text) => 'problem' in clock.typed(text))
  if (bad === undefined) return undefined
  for (const name of TIMES) query.delete(name)
  refuseAs(visit, 'invalid_request')
  const isSkipped = clock.toInstant(bad) !== undefined
  return problem(isSkipped ? DEVELOPERS.skippedTime(bad) : DEVELOPERS.badTime(bad))
}

/** The filters of a list, in a menu. Filters without a field are kept. */
export function filterForm(
  visit: Visit,
  path: string,
  filters: URLSearchParams,
  fields: readonly (readonly [name: string, html: Html])[],
): Html {
  const names = fields.map(([name]) => name)
  const others = [...filters].filter(([name]) => !names.includes(name))
  const zone = { zone: visit.clock.isUtc ? 'utc' : undefined }
  const form = html`<form class="filters" action="${visit.at}/${path}">${hidden(others)}${hidden(zone)}
${fields.map(([, each]) => each)}
<div class="actions"><button class="go">${DEVELOPERS.filter}</button><a class="button" href="${linkTo(visit, path)}">${DEVELOPERS.noFilter}</a></div></form>`
  return menu(
    DEVELOPERS.filters,
    form,
    names.some((name) => filters.has(name)),
  )
}

type FilterField = readonly [name: string, html: Html]

/** A text filter. */
export function lineFilter(filters: URLSearchParams, name: string, label: string): FilterField {
  return [name, field({ name, label, value: filters.get(name) ?? '' })]
}

/** A select filter. */
export function choiceFilter(
  filters: URLSearchParams,
  name: string,
  label: string,
  choices: readonly (readonly [string, string])[],
): FilterField {
  const withAny = [['', DEVELOPERS.any] as const, ...choices]
  return [name, field({ name, label, choices: withAny, value: filters.get(name) })]
}

/** A time filter. */
export function timeFilter(
  { clock }: Visit,
  filters: URLSearchParams,
  name: string,
  label: string,
): FilterField {
  const value = clock.toField(clock.toInstant(filters.get(name) ?? '') ?? null)
  return [name, field({ name, label, type: 'datetime-local', value })]
}

/** Links to the newest and older records. */
export function olderLinks(
  visit: Visit,
  path: string,
  filters: URLSearchParams,
  nextCursor: string | null,
  more: string = DEVELOPERS.older,
): Html {
  const texts = { more, first: DEVELOPERS.newest }
  return pager(visit.query, linkTo(visit, path), filters, nextCursor, texts)
}

/** A list next to the open record. On phones, the record replaces the list. */
export function panes(above: Html, list: Html, open: Html | undefined, page?: 'deliveries'): Html {
  return html`<div class="over-list">${above}</div>
<div class="panes"><div class="list">${list}</div>
${open ? html`<article class="detail">${open}</article>` : nothing}</div>
${shortcuts(page)}`
}
