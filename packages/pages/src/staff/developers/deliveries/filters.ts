import { EVENT_NAMES, TEST_EVENT } from '@mediajobs/domain'
import { attributes, type Html, html, nothing } from '../../../html.ts'
import { hidden } from '../../change-form.ts'
import { choiceFilter, filterForm, filtersIn, timeFilter } from '../lists.ts'
import { DEVELOPERS } from '../texts.ts'
import { linkTo, type Visit } from '../visit.ts'
import type { Subscription } from './missed.ts'
import { TEXTS } from './texts.ts'

export const TIMES = [
  ['since', DEVELOPERS.from],
  ['until', DEVELOPERS.to],
  ['lastAttemptSince', TEXTS.lastAttemptFrom],
  ['lastAttemptUntil', TEXTS.lastAttemptTo],
] as const

/** The list's filters, the same as the operation's. */
export function filtersOf(visit: Visit): URLSearchParams {
  const others = ['subscriptionId', 'event', 'responseStatus', 'status', 'eventId', 'projectId']
  return filtersIn(visit, [...others, ...TIMES.map(([name]) => name)])
}

/** The list's current URL with additional parameters. */
export function addressOf(
  visit: Visit,
  more: readonly (readonly [string, string | null])[] = [],
): string {
  const cursor = ['cursor', visit.query.get('cursor')] as const
  return linkTo(visit, 'deliveries', [...filtersOf(visit), cursor, ...more])
}

/** Search by id, status tabs, and other filters. */
export function filterBar(visit: Visit, subscriptions: readonly Subscription[]): Html {
  const filters = filtersOf(visit)
  const events = [...EVENT_NAMES, TEST_EVENT].map((name) => [name, name] as const)
  const urls = subscriptions.map((each) => [each.id, receiverName(each)] as const)
  return html`${findForm(visit)}
${tabs(visit, filters)}
${chips(visit, filters)}${filterForm(visit, 'deliveries', filters, [
  choiceFilter(filters, 'subscriptionId', TEXTS.subscription, urls),
  choiceFilter(filters, 'event', TEXTS.event, events),
  choiceFilter(filters, 'responseStatus', TEXTS.response, Object.entries(TEXTS.responses)),
  ...TIMES.map(([name, label]) => timeFilter(visit, filters, name, label)),
])}`
}

const TABS = [
  ['all', []],
  ['failed', ['FAILED']],
  ['waiting', ['PENDING', 'RETRYING']],
  ['succeeded', ['SUCCEEDED']],
] as const

function tabs(visit: Visit, filters: URLSearchParams): Html {
  const others = [...filters].filter(([name]) => name !== 'status')
  const chosen = filters.getAll('status').join()
  return html`<nav class="tabs" aria-label="${TEXTS.statuses}"><ul>${TABS.map(
    ([name, statuses]) => {
      const query = [...others, ...statuses.map((status) => ['status', status] as const)]
      const current = statuses.join() === chosen && 'true'
      return html`<li><a href="${linkTo(visit, 'deliveries', query as [string, string][])}"${attributes({ 'aria-current': current })}>${TEXTS.tabs[name]}</a></li>`
    },
  )}</ul></nav>`
}

function findForm({ at, clock, query }: Visit): Html {
  return html`<form class="find" action="${at}/deliveries" role="search">
${hidden({ zone: clock.isUtc ? 'utc' : undefined })}<label for="find">${TEXTS.find}</label>
<input id="find" name="find" value="${query.get('find') ?? ''}" autocomplete="off" spellcheck="false">
<button>${TEXTS.findButton}</button></form>`
}

/** Maximum length of a description in a select. */
const SHORT = 60

/** A webhook's URL, with the start of its description. */
function receiverName({ url, description }: Subscription): string {
  if (description === null) return url
  const isLong = description.length > SHORT
  return `${url} (${isLong ? `${description.slice(0, SHORT)}…` : description})`
}

/** Removable chips for the event and job filters. */
function chips(visit: Visit, filters: URLSearchParams): Html {
  const labels = { eventId: TEXTS.ofEvent, projectId: TEXTS.ofProject }
  const chosen = Object.entries(labels).filter(([name]) => filters.has(name))
  if (chosen.length === 0) return nothing
  return html`<p>${chosen.map(([name, label]) => {
    const rest = [...filters].filter(([each]) => each !== name)
    return html`<span class="chip">${label} <code>${filters.get(name)}</code> <a href="${linkTo(visit, 'deliveries', rest)}">${DEVELOPERS.noFilter}</a></span> `
  })}</p>`
}
