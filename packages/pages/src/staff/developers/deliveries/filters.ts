import { EVENT_NAMES, TEST_EVENT } from '@mediajobs/domain'
import { type Html, html, nothing } from '../../../html.ts'
import { fieldTime, filtersIn } from '../filters.ts'
import { choice, hidden, menu, timeField } from '../parts.ts'
import { DEVELOPERS } from '../texts.ts'
import { type Visit, withQuery } from '../visit.ts'
import type { Subscription } from './records.ts'
import { TEXTS } from './texts.ts'

const TIMES = [
  ['since', DEVELOPERS.from],
  ['until', DEVELOPERS.to],
  ['lastAttemptSince', TEXTS.lastAttemptFrom],
  ['lastAttemptUntil', TEXTS.lastAttemptTo],
] as const
const CHOSEN = ['subscriptionId', 'event', 'responseStatus', ...TIMES.map(([name]) => name)]
/** The filters of the list, which are those of the operation. */
const FILTERS = [...CHOSEN, 'status', 'eventId', 'projectId']

export function filtersOf(visit: Visit): URLSearchParams {
  return filtersIn(visit, FILTERS)
}

/** The tabs of the statuses, the other filters, and the search of an id. */
export function filterBar(visit: Visit, subscriptions: readonly Subscription[]): Html {
  return html`${findForm(visit)}
${tabs(visit)}
${filterForm(visit, subscriptions)}`
}

const TABS = [
  ['all', []],
  ['failed', ['FAILED']],
  ['waiting', ['PENDING', 'RETRYING']],
  ['succeeded', ['SUCCEEDED']],
] as const

function tabs(visit: Visit): Html {
  const filters = [...filtersOf(visit)]
  const others = filters.filter(([name]) => name !== 'status')
  const chosen = filters.flatMap(([name, value]) => (name === 'status' ? [value] : [])).join()
  return html`<nav class="tabs" aria-label="${TEXTS.statuses}"><ul>${TABS.map(
    ([name, statuses]) => {
      const query = [...others, ...statuses.map((status) => ['status', status] as const)]
      const mark = statuses.join() === chosen ? html` aria-current="true"` : nothing
      return html`<li><a href="${withQuery(`${visit.at}/deliveries`, query as [string, string][])}"${mark}>${TEXTS.tabs[name]}</a></li>`
    },
  )}</ul></nav>`
}

function findForm({ at, clock, query }: Visit): Html {
  return html`<form class="find" action="${at}/deliveries" role="search">
${clock.isUtc ? hidden([['zone', 'utc']]) : nothing}<label for="find">${TEXTS.find}</label>
<input id="find" name="find" value="${query.get('find') ?? ''}" autocomplete="off" spellcheck="false">
<button>${TEXTS.findButton}</button></form>`
}

function filterForm(visit: Visit, subscriptions: readonly Subscription[]): Html {
  const { at, query, clock } = visit
  const here = `${at}/deliveries`
  const filters = filtersOf(visit)
  const kept = [...filters].filter(([name]) => !CHOSEN.includes(name))
  const isOpen = CHOSEN.some((name) => filters.has(name))
  const events = [...EVENT_NAMES, TEST_EVENT].map((name) => [name, name] as const)
  const urls = subscriptions.map((each) => [each.id, receiverName(each)] as const)
  const any = ['', DEVELOPERS.any] as const
  const reset = withQuery(here, clock.isUtc ? [['zone', 'utc']] : [])
  const form = html`<form class="filters" action="${here}">${hidden(kept)}
${choice('subscriptionId', TEXTS.subscription, [any, ...urls], query.get('subscriptionId'))}
${choice('event', TEXTS.event, [any, ...events], query.get('event'))}
${choice('responseStatus', TEXTS.response, [any, ...responsesOf(query.get('responseStatus'))], query.get('responseStatus'))}
${TIMES.map(([name, label]) => timeField(name, label, fieldTime(visit, filters, name)))}
<div class="actions"><button class="go">${DEVELOPERS.filter}</button><a class="button" href="${reset}">${DEVELOPERS.noFilter}</a></div></form>`
  return html`${chips(visit)}${menu(DEVELOPERS.filters, form, isOpen)}`
}

/** The address of a webhook, and the beginning of its description. */
function receiverName({ url, description }: Subscription): string {
  if (description === null) return url
  const isLong = description.length > SHORT
  return `${url} (${isLong ? `${description.slice(0, SHORT)}…` : description})`
}

/** Characters of a description in a choice. */
const SHORT = 60

/** An address may also name one status, like 503. */
function responsesOf(chosen: string | null): (readonly [string, string])[] {
  const classes = Object.entries(TEXTS.responses)
  const isOther = chosen !== null && !Object.hasOwn(TEXTS.responses, chosen)
  return isOther ? [...classes, [chosen, chosen]] : classes
}

/** The event and the job to which the list is narrowed: each can be taken away. */
function chips(visit: Visit): Html {
  const filters = filtersOf(visit)
  const labels = { eventId: TEXTS.ofEvent, projectId: TEXTS.ofProject }
  const chosen = Object.entries(labels).filter(([name]) => filters.has(name))
  if (chosen.length === 0) return nothing
  return html`<p>${chosen.map(([name, label]) => {
    const rest = [...filters].filter(([each]) => each !== name)
    return html`<span class="chip">${label} <code>${filters.get(name)}</code> <a href="${withQuery(`${visit.at}/deliveries`, rest)}">${DEVELOPERS.noFilter}</a></span> `
  })}</p>`
}
