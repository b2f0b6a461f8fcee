import { EVENT_NAMES, MAX_PAGE_RECORDS, TEST_EVENT } from '@mediajobs/domain'
import type { FastifyReply } from 'fastify'
import { type Html, html, nothing } from '../../../html.ts'
import { choice } from '../../change-form.ts'
import { type List, readExisting, readList } from '../../read-record.ts'
import { fieldTime, filtersIn, pager, queryOf } from '../filters.ts'
import { hidden, menu, timeInput } from '../parts.ts'
import { DELIVERY_STATUS_NAMES, DEVELOPERS } from '../texts.ts'
import { isId, type Visit, withQuery } from '../visit.ts'
import { type Details, type Listed, type Missed, readMissed, type Subscription } from './missed.ts'
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
${TIMES.map(([name, label]) => timeInput(name, label, fieldTime(visit, filters, name)))}
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

/** What the page shows. */
export interface Shown {
  deliveries: List<Listed>
  subscriptions: readonly Subscription[]
  /** Webhooks with failed deliveries; empty while a delivery is open. */
  missed: readonly Missed[]
  /** The delivery beside the list. */
  open: Details | undefined
}

const ROWS = '25'

/** @throws {RefusedRead} also for a delivery that does not exist. */
export async function readDeliveries(visit: Visit): Promise<Shown> {
  const { staff, query } = visit
  const opened = query.get('delivery')
  const listed = queryOf(filtersOf(visit), ROWS, query.get('cursor'))
  const all = `/webhooks/subscriptions?limit=${MAX_PAGE_RECORDS}`
  const [deliveries, { data: subscriptions }, open] = await Promise.all([
    readList<Listed>(staff, `/webhooks/deliveries?${listed}`),
    readList<Subscription>(staff, all),
    opened === null
      ? undefined
      : readExisting<Details>(staff, `/webhooks/deliveries/${encodeURIComponent(opened)}`),
  ])
  const missed = open ? [] : await readMissed(visit, subscriptions)
  return { deliveries, subscriptions, missed, open: open?.body }
}

/** The deliveries, each a link that opens it beside the list. */
export function list(visit: Visit, { deliveries, subscriptions }: Shown): Html {
  const { data, nextCursor } = deliveries
  const isFiltered = filtersOf(visit).size > (visit.clock.isUtc ? 1 : 0)
  if (data.length === 0 && nextCursor === null && !isFiltered) {
    return firstSteps(visit, subscriptions.length === 0)
  }
  const rows =
    data.length === 0
      ? html`<p>${TEXTS.empty}${nextCursor ? ` ${TEXTS.further}` : ''}</p>`
      : html`<ol class="rows" aria-label="${TEXTS.list}">${data.map((each) => html`<li>${row(visit, each)}</li>`)}</ol>`
  const older = data.length === 0 ? TEXTS.lookFurther : DEVELOPERS.older
  const here = `${visit.at}/deliveries`
  return html`${rows}${pager(visit, { here, filters: filtersOf(visit), nextCursor, older })}`
}

function row(visit: Visit, delivery: Listed): Html {
  const { id, event, status, responseStatus, error, subscriptionUrl, createdAt } = delivery
  const mark = visit.query.get('delivery') === id ? html` aria-current="true"` : nothing
  const said = responseStatus === null ? (error ?? '') : `${responseStatus}`
  return html`<a href="${addressOf(visit, id)}"${mark}><span class="mark ${status.toLowerCase()}">${DELIVERY_STATUS_NAMES[status]}</span>
<span class="what">${event}</span> <span class="said">${said}</span>
<span class="where" dir="auto">${subscriptionUrl}</span> <span class="when">${visit.clock.short(createdAt)}</span></a>`
}

/** The address of the list as it is, with a delivery beside it. */
export function addressOf(
  visit: Visit,
  id: string,
  more: readonly (readonly [string, string])[] = [],
): string {
  return withQuery(`${visit.at}/deliveries`, [
    ...filtersOf(visit),
    ['cursor', visit.query.get('cursor')],
    ['delivery', id],
    ...more,
  ])
}

function firstSteps({ at }: Visit, hasNoSubscription: boolean): Html {
  return html`<p>${TEXTS.noneYet}</p>
<ol>${TEXTS.firstSteps.map((step) => html`<li>${step}</li>`)}</ol>
${hasNoSubscription ? html`<p><a class="button" href="${at}/webhooks/new">${TEXTS.add}</a></p>` : nothing}`
}

/** Leads to the delivery, the event or the job with an id; `undefined` when nothing has it. */
export async function find(visit: Visit, text: string): Promise<FastifyReply | undefined> {
  const { staff, reply, at, clock } = visit
  if (!isId(text)) return undefined
  const id = text.toLowerCase()
  const narrowed = (name: string) =>
    withQuery(`${at}/deliveries`, [
      [name, id],
      ['zone', clock.isUtc ? 'utc' : null],
    ])
  const places = [
    [`/webhooks/deliveries/${id}`, addressOf(visit, id)],
    [`/events/${id}`, narrowed('eventId')],
    [`/projects/${id}`, narrowed('projectId')],
  ] as const
  const found = await Promise.all(
    places.map(async ([url, address]) => {
      const { status } = await staff.call({ method: 'GET', url })
      return status === 200 ? [address] : []
    }),
  )
  const [first] = found.flat()
  return first === undefined ? undefined : reply.redirect(first, 303)
}
