import { MAX_PAGE_RECORDS } from '@mediajobs/domain'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import type { ErrorBody } from '../../../call-api.ts'
import { STAFF } from '../../door.ts'
import { type List, readList } from '../../read-record.ts'
import { queryOf, withoutBadTimes } from '../filters.ts'
import { refusedNotice } from '../refused-notice.ts'
import { sendDevelopersPage } from '../send-page.ts'
import { type DevelopersRoute, serve, type Visit } from '../visit.ts'
import { filtersOf, requestsPage } from './page.ts'
import type { Call, Key } from './records.ts'
import { TEXTS } from './texts.ts'

const ROWS = '50'
const ERRORS = `/requests?status=4XX&status=5XX&limit=${MAX_PAGE_RECORDS}`

/** `/app/{organizationId}/developers/requests`. docs/contract.md#c12-requests */
export const requestPages: FastifyPluginAsync = async (app) => {
  app.get<DevelopersRoute>('/app/:organizationId/developers/requests', STAFF, serve(show))
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
