import type { Schemas } from '@mediajobs/client'
import { MAX_PAGE_RECORDS } from '@mediajobs/domain'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import type { ErrorBody } from '../../call-api.ts'
import { type Html, html, nothing } from '../../html.ts'
import { choice, field } from '../change-form.ts'
import { STAFF } from '../door.ts'
import { type List, readList } from '../read-record.ts'
import { fieldTime, filtersIn, pager, queryOf, withoutBadTimes } from './filters.ts'
import { hidden, menu, shortcuts, timeInput } from './parts.ts'
import { refusedNotice, sendDevelopersPage, zoneSwitch } from './send-page.ts'
import { DEVELOPERS } from './texts.ts'
import { type DevelopersRoute, serveDevelopers, type Visit, withQuery } from './visit.ts'

const TEXTS = {
  title: 'Requests',
  lead: 'Calls of the last seven days: every error, and a sample of the successes.',
  errors: 'Errors',
  errorsOf: (n: number, isAll: boolean) =>
    isAll
      ? 'All errors, the most frequent first.'
      : `The newest ${n} errors, the most frequent first.`,
  noErrors: 'No errors in seven days.',
  times: (n: number) => (n === 1 ? 'once' : `${n} times`),
  last: 'last',
  log: 'Log',
  empty: 'No call matches.',
  status: 'Status',
  statuses: { '2XX': '2XX: success', '4XX': '4XX: refused', '5XX': '5XX: our fault' },
  code: 'Code of the error',
  route: 'Route, like /projects/{id}',
  key: 'API key',
  by: (name: string) => `by ${name}`,
  withKey: (name: string) => `with ${name}`,
  someKey: 'a key',
  someone: 'someone who is no longer here',
  requestId: 'Request id',
  milliseconds: (n: number) => `${n} ms`,
} as const

/** A call of the request log. */
type Call = Schemas['LoggedRequest']
type Key = Schemas['ApiKey']

/** Errors with one route, status and code. */
interface Group {
  newest: Call
  count: number
}

/** @param errors newest first */
function groupsOf(errors: readonly Call[]): Group[] {
  const groups = new Map<string, Group>()
  for (const call of errors) {
    const key = [call.method, call.route, call.status, call.code].join(' ')
    const group = groups.get(key) ?? { newest: call, count: 0 }
    group.count += 1
    groups.set(key, group)
  }
  return [...groups.values()].sort((a, b) => b.count - a.count)
}

/** The errors, grouped. Each group leads to its calls in the log. */
function errorGroups(visit: Visit, errors: readonly Call[], isAll: boolean): Html {
  const groups = groupsOf(errors)
  if (groups.length === 0) return html`<p>${TEXTS.noErrors}</p>`
  return html`<p class="soft">${TEXTS.errorsOf(errors.length, isAll)}</p>
<ol class="rows">${groups.map(({ newest, count }) => {
    const { method, route, status, code, at } = newest
    const address = withQuery(`${visit.at}/requests`, [
      ['status', `${status}`],
      ['code', code],
      ['route', route],
      ['zone', visit.clock.isUtc ? 'utc' : null],
    ])
    return html`<li><a href="${address}"><span class="mark failed">${status}</span> <span class="what">${method} ${route}</span>
${code ? html`<code>${code}</code>` : nothing} <span class="said">${TEXTS.times(count)}</span> <span class="when">${TEXTS.last} ${visit.clock.short(at)}</span></a></li>`
  })}</ol>`
}

const CHOSEN = ['status', 'code', 'route', 'apiKeyId', 'since', 'until']

interface Shown {
  calls: List<Call>
  /** The newest errors; `undefined` on a page that is filtered, or not the first. */
  errors: List<Call> | undefined
  keys: readonly Key[]
  /** Names of people by id. */
  people: ReadonlyMap<string, string>
}

function filtersOf(visit: Visit): URLSearchParams {
  return filtersIn(visit, [...CHOSEN, 'userId'])
}

/** The errors in groups, and the log. */
function requestsPage(visit: Visit, shown: Shown): Html {
  const here = `${visit.at}/requests`
  const { calls, errors } = shown
  const { data, nextCursor } = calls
  return html`<p class="soft">${TEXTS.lead}</p>
${filterForm(visit, shown)}
${zoneSwitch(visit, here)}
${errors ? html`<section aria-labelledby="errors"><h2 id="errors">${TEXTS.errors}</h2>${errorGroups(visit, errors.data, errors.nextCursor === null)}</section>` : nothing}
<section aria-labelledby="log"><h2 id="log">${TEXTS.log}</h2>
${data.length === 0 ? html`<p>${TEXTS.empty}</p>` : html`<ol class="calls">${data.map((each) => row(visit, shown, each))}</ol>`}
${pager(visit, { here, filters: filtersOf(visit), nextCursor })}</section>
${shortcuts()}`
}

function row({ clock }: Visit, { keys, people }: Shown, call: Call): Html {
  const { method, route, status, code, milliseconds, apiKeyId, userId, at, requestId } = call
  const key = keys.find(({ id }) => id === apiKeyId)
  const by =
    apiKeyId === null
      ? TEXTS.by(people.get(userId) ?? TEXTS.someone)
      : TEXTS.withKey(key?.name ?? TEXTS.someKey)
  return html`<li><span class="mark ${status < 400 ? 'succeeded' : 'failed'}">${status}</span> <span class="what">${method} ${route}</span>
${code ? html`<code>${code}</code>` : nothing} <span>${TEXTS.milliseconds(milliseconds)}</span> <span class="soft" dir="auto">${by}</span>
<span class="soft">${clock.short(at)}</span> <span class="soft">${TEXTS.requestId} <code>${requestId}</code></span></li>`
}

function filterForm(visit: Visit, { keys }: Shown): Html {
  const here = `${visit.at}/requests`
  const filters = filtersOf(visit)
  const zone: [string, string][] = visit.clock.isUtc ? [['zone', 'utc']] : []
  const kept = [...filters].filter(([name]) => !CHOSEN.includes(name))
  const any = ['', DEVELOPERS.any] as const
  const status = filters.get('status')
  const statuses = Object.entries(TEXTS.statuses)
  const isOther = status !== null && !Object.hasOwn(TEXTS.statuses, status)
  const keyOptions = keys.map(({ id, name, prefix }) => [id, `${name} (${prefix})`] as const)
  const form = html`<form class="filters" action="${here}">${hidden(kept)}
${choice('status', TEXTS.status, [any, ...statuses, ...(isOther ? [[status, status] as const] : [])], status)}
${field({ name: 'code', label: TEXTS.code, value: filters.get('code') ?? '' })}
${field({ name: 'route', label: TEXTS.route, value: filters.get('route') ?? '' })}
${choice('apiKeyId', TEXTS.key, [any, ...keyOptions], filters.get('apiKeyId'))}
${timeInput('since', DEVELOPERS.from, fieldTime(visit, filters, 'since'))}
${timeInput('until', DEVELOPERS.to, fieldTime(visit, filters, 'until'))}
<div class="actions"><button class="go">${DEVELOPERS.filter}</button><a class="button" href="${withQuery(here, zone)}">${DEVELOPERS.noFilter}</a></div></form>`
  return menu(DEVELOPERS.filters, form, filters.size > zone.length)
}

const ROWS = '50'
const ERRORS = `/requests?status=4XX&status=5XX&limit=${MAX_PAGE_RECORDS}`

/** `/app/{organizationId}/developers/requests`. docs/contract.md#c12-requests */
export const requestPages: FastifyPluginAsync = async (app) => {
  app.get<DevelopersRoute>('/app/:organizationId/developers/requests', STAFF, serveDevelopers(show))
}

async function show(visit: Visit): Promise<FastifyReply> {
  const { staff, query, clock } = visit
  const badTime = withoutBadTimes(visit)
  const filters = filtersOf(visit)
  const isFirst = filters.size === (clock.isUtc ? 1 : 0) && !query.has('cursor')
  const [log, errors, keys] = await Promise.all([
    staff.call<List<Call> & ErrorBody>({
      method: 'GET',
      url: `/requests?${queryOf(filters, ROWS, query.get('cursor'))}`,
    }),
    isFirst ? readList<Call>(staff, ERRORS) : undefined,
    readList<Key>(staff, `/api-keys?limit=${MAX_PAGE_RECORDS}`),
  ])
  // A code or a route is typed by hand: the API says what is wrong with it.
  const notice = log.status === 200 ? badTime : refusedNotice(visit, log)
  const calls = log.status === 200 ? log.body : { data: [], nextCursor: null }
  const people = await namesOf(visit, calls.data)
  return sendDevelopersPage(visit, {
    title: TEXTS.title,
    section: 'requests',
    notice,
    body: requestsPage(visit, { calls, errors, keys: keys.data, people }),
  })
}

/** The people of the calls that had no key. A page has fewer calls than the filter takes ids. */
async function namesOf(
  { staff }: Visit,
  calls: readonly Call[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(calls.flatMap(({ apiKeyId, userId }) => (apiKeyId === null ? [userId] : [])))
  if (ids.size === 0) return new Map()
  const query = new URLSearchParams([...ids].map((id): [string, string] => ['id', id]))
  query.set('limit', String(MAX_PAGE_RECORDS))
  const { data } = await readList<{ id: string; name: string }>(staff, `/users?${query}`)
  return new Map(data.map(({ id, name }) => [id, name]))
}
