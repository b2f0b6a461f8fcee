import type { Schemas } from '@mediajobs/client'
import { EVENT_NAMES } from '@mediajobs/domain'
import type { FastifyReply } from 'fastify'
import { type Html, html, nothing } from '../../html.ts'
import { facts, ifMay } from '../parts.ts'
import { readList, readTagged } from '../read-record.ts'
import {
  choiceFilter,
  filterForm,
  filtersIn,
  lineFilter,
  olderLinks,
  panes,
  queryOf,
  timeFilter,
  withoutBadTimes,
} from './lists.ts'
import { maskOf, payloadOf } from './payload.ts'
import { copiedId, eventMeaning, projectLink, sendDevelopersPage, zoneSwitch } from './send-page.ts'
import { DEVELOPERS, eventText } from './texts.ts'
import { linkTo, type Visit } from './visit.ts'

const TEXTS = {
  title: 'Events',
  lead: 'Everything that happened in the last 30 days, whether or not it was sent to a webhook.',
  event: 'Event',
  project: 'Job ID',
  list: 'List of events',
  empty: 'No events match.',
  none: 'Nothing happened yet.',
  idOf: 'event',
  facts: { id: 'ID', created: 'Happened', project: 'Job' },
  deliveries: 'Deliveries',
} as const

type Event = Schemas['LoggedEvent']

const FILTERS = ['event', 'projectId', 'since', 'until']
const ROWS = '25'

/** `/app/{organizationId}/developers/events`. docs/contract.md#c12-events */
export async function showEvents(visit: Visit): Promise<FastifyReply> {
  const { staff, query, at } = visit
  const notice = withoutBadTimes(visit)
  const filters = filtersIn(visit, FILTERS)
  const opened = query.get('opened')
  const [{ data, nextCursor }, open] = await Promise.all([
    readList<Event>(staff, `/events?${queryOf(visit, filters, ROWS)}`),
    opened === null ? undefined : readTagged<Event>(staff, `/events/${encodeURIComponent(opened)}`),
  ])
  const events = EVENT_NAMES.map((name) => [name, name] as const)
  const above = html`<p class="soft">${TEXTS.lead} <a href="${linkTo(visit, 'events/types')}">${DEVELOPERS.eventTypes}</a></p>
${filterForm(visit, 'events', filters, [
  choiceFilter(filters, 'event', TEXTS.event, events),
  lineFilter(filters, 'projectId', TEXTS.project),
  timeFilter(visit, filters, 'since', DEVELOPERS.from),
  timeFilter(visit, filters, 'until', DEVELOPERS.to),
])}
${zoneSwitch(visit, `${at}/events`)}`
  const rows = html`<ol class="rows" aria-label="${TEXTS.list}">${data.map((each) => html`<li>${row(visit, each)}</li>`)}</ol>`
  const none = filters.size === 0 ? TEXTS.none : TEXTS.empty
  const list = html`${data.length === 0 ? html`<p>${none}</p>` : rows}
${olderLinks(visit, 'events', filters, nextCursor)}`
  return sendDevelopersPage(visit, {
    title: TEXTS.title,
    section: 'events',
    notice,
    body: panes(above, list, open && detail(visit, open.body)),
  })
}

function row(visit: Visit, { id, event, createdAt }: Event): Html {
  const mark = visit.query.get('opened') === id ? html` aria-current="true"` : nothing
  return html`<a href="${addressOf(visit, [['opened', id]])}"${mark}><span class="what">${event}</span>
<span class="where">${eventText(event)}</span> <span class="when">${visit.clock.short(createdAt)}</span></a>`
}

function addressOf(visit: Visit, more: readonly (readonly [string, string | null])[]): string {
  const cursor = ['cursor', visit.query.get('cursor')] as const
  return linkTo(visit, 'events', [...filtersIn(visit, FILTERS), cursor, ...more])
}

function detail(visit: Visit, { id, event, data, createdAt }: Event): Html {
  const deliveries = linkTo(visit, 'deliveries', [['eventId', id]])
  const link = () => html`<a class="button go" href="${deliveries}">${TEXTS.deliveries}</a>`
  return html`<p class="back"><a href="${addressOf(visit, [])}">${DEVELOPERS.backToList}</a></p>
<h2>${event}</h2>
${eventMeaning(visit, event)}
${facts([
  [TEXTS.facts.created, visit.clock.exact(createdAt)],
  [TEXTS.facts.id, copiedId('event-id', TEXTS.idOf, id)],
  [TEXTS.facts.project, projectLink(visit, data)],
])}
<div class="actions">${ifMay(visit.staff, 'listAllWebhookDeliveries', link)}</div>
${payloadOf(visit, data, maskOf(visit, data), (more) => addressOf(visit, [['opened', id], ...more]))}`
}
