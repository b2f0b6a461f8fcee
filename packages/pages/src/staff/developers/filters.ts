import { type Html, html, nothing } from '../../html.ts'
import type { Notice } from '../send-staff-page.ts'
import { DEVELOPERS } from './texts.ts'
import { type Visit, withQuery } from './visit.ts'

const TIMES = ['since', 'until', 'lastAttemptSince', 'lastAttemptUntil']

/** The parameters of a page's address with these names, with times as instants, and the zone of the page. */
export function filtersIn({ query, clock }: Visit, names: readonly string[]): URLSearchParams {
  const filters = new URLSearchParams()
  for (const [name, value] of query) {
    const instant = TIMES.includes(name) ? clock.toInstant(value) : undefined
    if (names.includes(name)) filters.append(name, instant ?? value)
  }
  if (clock.isUtc) filters.set('zone', 'utc')
  return filters
}

/** Filters as a query of the API, which knows no zone. */
export function queryOf(
  filters: URLSearchParams,
  limit: string,
  cursor: string | null,
): URLSearchParams {
  const query = new URLSearchParams([...filters].filter(([name]) => name !== 'zone'))
  query.set('limit', limit)
  if (cursor) query.set('cursor', cursor)
  return query
}

/** Takes times that are none out of the address. Says which one it was. */
export function withoutBadTimes({ query, clock, reply }: Visit): Notice | undefined {
  const times = TIMES.flatMap((name) => query.get(name) ?? [])
  const bad = times.find((text) => clock.toInstant(text) === undefined)
  if (bad === undefined) return undefined
  for (const name of TIMES) query.delete(name)
  reply.code(400)
  return { kind: 'problem', text: DEVELOPERS.badTime(bad) }
}

/** A time of the filters, for its field. */
export function fieldTime({ clock }: Visit, filters: URLSearchParams, name: string): string {
  return clock.toField(clock.toInstant(filters.get(name) ?? '') ?? null)
}

interface Pager {
  here: string
  filters: URLSearchParams
  nextCursor: string | null
  older?: string
}

/** Links to the newest and to older records of a list. */
export function pager({ query }: Visit, { here, filters, nextCursor, older }: Pager): Html {
  const newest = query.has('cursor')
    ? html`<a class="button" href="${withQuery(here, filters)}">${DEVELOPERS.newest}</a>`
    : nothing
  const next = nextCursor
    ? html`<a class="button" href="${withQuery(here, [...filters, ['cursor', nextCursor]])}">${older ?? DEVELOPERS.older}</a>`
    : nothing
  return html`<div class="actions">${newest}${next}</div>`
}
