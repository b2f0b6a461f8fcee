import type { Schemas } from '@mediajobs/client'
import { MAX_PAGE_RECORDS } from '@mediajobs/domain'
import type { FastifyReply } from 'fastify'
import { apiMessageOf } from '../../for-people.ts'
import { type Html, html, nothing } from '../../html.ts'
import { refusable } from '../list.ts'
import { section } from '../parts.ts'
import { type List, readByIds, readList } from '../read-record.ts'
import {
  choiceFilter,
  filterForm,
  filtersIn,
  lineFilter,
  olderLinks,
  queryOf,
  timeFilter,
  withoutBadTimes,
} from './lists.ts'
import { sendDevelopersPage, shortcuts, zoneSwitch } from './send-page.ts'
import { DEVELOPERS } from './texts.ts'
import { linkTo, type Visit } from './visit.ts'

const TEXTS = {
  title: 'Requests',
  lead: 'Calls of the last seven days: all errors, and a sample of successes.',
  errors: 'Errors',
  errorsOf: (n: number, isAll: boolean) =>
    isAll ? 'All errors, most frequent first.' : `The newest ${n} errors, most frequent first.`,
  noErrors: 'No errors in the last seven days.',
  times: (n: number) => (n === 1 ? 'once' : `${n} times`),
  last: 'last',
  log: 'Log',
  empty: 'No calls match.',
  status: 'Status',
  statuses: { '2XX': '2XX: success', '4XX': '4XX: refused', '5XX': '5XX: our fault' },
  code: 'Error code',
  route: 'Route, like /projects/{id}',
  key: 'API key',
  by: (name: string) => `by ${name}`,
  withKey: (name: string) => `with ${name}`,
  someKey: 'a key',
  someone: 'a former member',
  requestId: 'Request ID',
  milliseconds: (n: number) => `${n} ms`,
} as const

/** A call of the request log. */
type Call = Schemas['LoggedRequest']
type Key = Schemas['ApiKey']
type Named = Pick<Schemas['User'], 'id' | 'name'>

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

/** Errors in groups, each linking to its calls in the log. */
function errorGroups(visit: Visit, { data: errors, nextCursor }: List<Call>): Html {
  const groups = groupsOf(errors)
  if (groups.length === 0) return html`<p>${TEXTS.noErrors}</p>`
  return html`<p class="soft">${TEXTS.errorsOf(errors.length, nextCursor === null)}</p>
<ol class="rows">${groups.map(({ newest, count }) => {
    const { method, route, status, code, at } = newest
    const same = { status: `${status}`, code, route }
    const address = linkTo(visit, 'requests', Object.entries(same))
    return html`<li><a href="${address}"><span class="mark failed">${status}</span> <span class="what">${method} ${route}</span>
${code ? html`<code>${code}</code>` : nothing} <span class="said">${TEXTS.times(count)}</span> <span class="when">${TEXTS.last} ${visit.clock.short(at)}</span></a></li>`
  })}</ol>`
}

const FILTERS = ['status', 'code', 'route', 'apiKeyId', 'since', 'until', 'userId']
const ROWS = '50'
const ERRORS = `/requests?status=4XX&status=5XX&limit=${MAX_PAGE_RECORDS}`

/** `/app/{organizationId}/developers/requests`: the errors in groups, and the log. docs/contract.md#c12-requests */
export async function showRequests(visit: Visit): Promise<FastifyReply> {
  const { staff, query, at } = visit
  const badTime = withoutBadTimes(visit)
  const filters = filtersIn(visit, FILTERS)
  const isFirst = filters.size === 0 && !query.has('cursor')
  const [calls, errors, { data: keys }] = await Promise.all([
    // Code and route are free text: the API's message explains what is invalid.
    refusable<Call>(visit, `/requests?${queryOf(visit, filters, ROWS)}`, apiMessageOf),
    isFirst ? readList<Call>(staff, ERRORS) : undefined,
    readList<Key>(staff, `/api-keys?limit=${MAX_PAGE_RECORDS}`),
  ])
  const byPeople = calls.data.filter(({ apiKeyId }) => apiKeyId === null)
  const people = await readByIds<Named>(
    staff,
    '/users',
    byPeople.map(({ userId }) => userId),
  )
  const nameOf = ({ apiKeyId, userId }: Call) =>
    apiKeyId === null
      ? TEXTS.by(people.find(({ id }) => id === userId)?.name ?? TEXTS.someone)
      : TEXTS.withKey(keys.find(({ id }) => id === apiKeyId)?.name ?? TEXTS.someKey)
  const rows = html`<ol class="calls">${calls.data.map((each) => row(visit, each, nameOf(each)))}</ol>`
  const log = html`${calls.data.length === 0 ? html`<p>${TEXTS.empty}</p>` : rows}
${olderLinks(visit, 'requests', filters, calls.nextCursor)}`
  return sendDevelopersPage(visit, {
    title: TEXTS.title,
    section: 'requests',
    notice: calls.notice ?? badTime,
    body: html`<p class="soft">${TEXTS.lead}</p>
${filterForm(visit, 'requests', filters, fieldsOf(visit, filters, keys))}
${zoneSwitch(visit, `${at}/requests`)}
${errors ? section('errors', TEXTS.errors, errorGroups(visit, errors)) : nothing}
${section('log', TEXTS.log, log)}
${shortcuts()}`,
  })
}

function fieldsOf(visit: Visit, filters: URLSearchParams, keys: readonly Key[]) {
  const keyChoices = keys.map(({ id, name, prefix }) => [id, `${name} (${prefix})`] as const)
  return [
    choiceFilter(filters, 'status', TEXTS.status, Object.entries(TEXTS.statuses)),
    lineFilter(filters, 'code', TEXTS.code),
    lineFilter(filters, 'route', TEXTS.route),
    choiceFilter(filters, 'apiKeyId', TEXTS.key, keyChoices),
    timeFilter(visit, filters, 'since', DEVELOPERS.from),
    timeFilter(visit, filters, 'until', DEVELOPERS.to),
  ]
}

function row({ clock }: Visit, call: Call, by: string): Html {
  const { method, route, status, code, milliseconds, at, requestId } = call
  return html`<li><span class="mark ${status < 400 ? 'succeeded' : 'failed'}">${status}</span> <span class="what">${method} ${route}</span>
${code ? html`<code>${code}</code>` : nothing} <span>${TEXTS.milliseconds(milliseconds)}</span> <span class="soft" dir="auto">${by}</span>
<span class="soft">${clock.short(at)}</span> <span class="soft">${TEXTS.requestId} <code>${requestId}</code></span></li>`
}
