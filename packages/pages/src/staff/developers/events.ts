import type { Schemas } from '@mediajobs/client'
import { EVENT_NAMES } from '@mediajobs/domain'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { type Html, html, nothing } from '../../html.ts'
import { choice, field } from '../change-form.ts'
import { STAFF } from '../door.ts'
import { type List, readExisting, readList } from '../read-record.ts'
import { fieldTime, filtersIn, pager, queryOf, withoutBadTimes } from './filters.ts'
import {
  facts,
  hidden,
  ifMay,
  maskOf,
  menu,
  NO_MASK,
  payloadOf,
  shortcuts,
  timeInput,
} from './parts.ts'
import { sendDevelopersPage, zoneSwitch } from './send-page.ts'
import { DEVELOPERS, eventText } from './texts.ts'
import { type DevelopersRoute, serveDevelopers, type Visit, withQuery } from './visit.ts'

const TEXTS = {
  title: 'Events',
  lead: 'What happened in 30 days, whether or not a webhook got it.',
  event: 'Event',
  project: 'Id of a job',
  list: 'List of events',
  empty: 'No event matches.',
  facts: { id: 'Id', created: 'Happened', project: 'Job' },
  openProject: 'Open the job',
  deliveries: 'Deliveries',
} as const

type Event = Schemas['LoggedEvent']

const FILTERS = ['event', 'projectId', 'since', 'until']

interface Shown {
  events: List<Event>
  /** The event beside the list. */
  open: Event | undefined
}

function filtersOf(visit: Visit): URLSearchParams {
  return filtersIn(visit, FILTERS)
}

/** The log of events, and beside it the one that is open. */
function eventsPage(visit: Visit, { events, open }: Shown): Html {
  const here = `${visit.at}/events`
  const { data, nextCursor } = events
  const rows = html`<ol class="rows" aria-label="${TEXTS.list}">${data.map((each) => html`<li>${row(visit, each)}</li>`)}</ol>`
  return html`<div class="over-list"><p class="soft">${TEXTS.lead}</p>
${filterForm(visit)}
${zoneSwitch(visit, here)}</div>
<div class="panes"><div class="list">${data.length === 0 ? html`<p>${TEXTS.empty}</p>` : rows}
${pager(visit, { here, filters: filtersOf(visit), nextCursor })}</div>
${open ? html`<article class="detail">${detail(visit, open)}</article>` : nothing}</div>
${shortcuts()}`
}

function row(visit: Visit, { id, event, createdAt }: Event): Html {
  const mark = visit.query.get('opened') === id ? html` aria-current="true"` : nothing
  return html`<a href="${addressOf(visit, [['opened', id]])}"${mark}><span class="what">${event}</span>
<span class="where">${eventText(event)}</span> <span class="when">${visit.clock.short(createdAt)}</span></a>`
}

function addressOf(visit: Visit, more: readonly (readonly [string, string])[]): string {
  const cursor = ['cursor', visit.query.get('cursor')] as const
  return withQuery(`${visit.at}/events`, [...filtersOf(visit), cursor, ...more])
}

function filterForm(visit: Visit): Html {
  const here = `${visit.at}/events`
  const filters = filtersOf(visit)
  const zone: [string, string][] = visit.clock.isUtc ? [['zone', 'utc']] : []
  const events = EVENT_NAMES.map((name) => [name, name] as const)
  const form = html`<form class="filters" action="${here}">${hidden(zone)}
${choice('event', TEXTS.event, [['', DEVELOPERS.any], ...events], filters.get('event'))}
${field({ name: 'projectId', label: TEXTS.project, value: filters.get('projectId') ?? '' })}
${timeInput('since', DEVELOPERS.from, fieldTime(visit, filters, 'since'))}
${timeInput('until', DEVELOPERS.to, fieldTime(visit, filters, 'until'))}
<div class="actions"><button class="go">${DEVELOPERS.filter}</button><a class="button" href="${withQuery(here, zone)}">${DEVELOPERS.noFilter}</a></div></form>`
  return menu(DEVELOPERS.filters, form, filters.size > zone.length)
}

function detail(visit: Visit, { id, event, data, createdAt }: Event): Html {
  const { at, query, clock, staff } = visit
  const found = maskOf(data)
  const isShown = query.get('tokens') === 'show'
  const toggle = addressOf(visit, [
    ['opened', id],
    ...(isShown ? [] : [['tokens', 'show'] as const]),
  ])
  const projectId = projectOf(data)
  const deliveries = withQuery(`${at}/deliveries`, [
    ['eventId', id],
    ['zone', clock.isUtc ? 'utc' : null],
  ])
  return html`<p class="back"><a href="${addressOf(visit, [])}">${DEVELOPERS.backToList}</a></p>
<h2>${event}</h2>
${facts([
  [TEXTS.facts.created, clock.exact(createdAt)],
  [TEXTS.facts.id, html`<code>${id}</code>`],
  [
    TEXTS.facts.project,
    projectId && html`<a href="${at}/../projects/${projectId}">${TEXTS.openProject}</a>`,
  ],
])}
<div class="actions">${ifMay(staff, 'listAllWebhookDeliveries', () => html`<a class="button go" href="${deliveries}">${TEXTS.deliveries}</a>`)}</div>
${payloadOf(data, { mask: isShown ? NO_MASK : found, hasTokens: found.hasTokens, isShown, toggle })}`
}

/** The job of an event, as a step of an address. */
export function projectOf(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  if ('projectId' in data && typeof data.projectId === 'string') {
    return encodeURIComponent(data.projectId)
  }
  return 'invoice' in data ? projectOf(data.invoice) : undefined
}

const ROWS = '25'

/** `/app/{organizationId}/developers/events`. docs/contract.md#c12-events */
export const eventPages: FastifyPluginAsync = async (app) => {
  app.get<DevelopersRoute>('/app/:organizationId/developers/events', STAFF, serveDevelopers(show))
}

async function show(visit: Visit): Promise<FastifyReply> {
  const { staff, query } = visit
  const notice = withoutBadTimes(visit)
  const opened = query.get('opened')
  const [events, open] = await Promise.all([
    readList<Event>(staff, `/events?${queryOf(filtersOf(visit), ROWS, query.get('cursor'))}`),
    opened === null
      ? undefined
      : readExisting<Event>(staff, `/events/${encodeURIComponent(opened)}`),
  ])
  return sendDevelopersPage(visit, {
    title: TEXTS.title,
    section: 'events',
    notice,
    body: eventsPage(visit, { events, open: open?.body }),
  })
}
