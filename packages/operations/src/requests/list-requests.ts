import type { Sql, SqlValue } from '@mediajobs/db'
import { PROBLEM_CODES, type ProblemCode } from '@mediajobs/domain'
import { instantOfId, inTimeRange, type TimeRange } from '../shared/id-time.ts'
import { type Page, type PageRequest, pageOf, positionOf } from '../shared/paging.ts'
import type { LoggedRequest } from './request.ts'

export interface RequestFilters extends TimeRange {
  /** Any of these: a status like `404`, or a class of them like `4XX`. */
  status?: readonly string[]
  /** Any of these. */
  code?: readonly ProblemCode[]
  route?: string
  apiKeyId?: string
  userId?: string
}

type Row = Omit<LoggedRequest, 'at'>

const COLUMNS = `id, request_id as "requestId", method, route, status, code,
  duration_ms as milliseconds, api_key_id as "apiKeyId", user_id as "userId"`

/**
 * The logged calls of the organization, newest first, in the order of their ids. Each filter has its own
 * part of an index; a `code` is looked for among the calls with its status.
 *
 * @throws {OperationError} `invalid` for a cursor of another list.
 */
export async function listRequests(
  sql: Sql,
  orgId: string,
  { limit, cursor, ...filters }: RequestFilters & PageRequest,
): Promise<Page<LoggedRequest>> {
  const list = { list: 'requests', ...filters }
  const after = positionOf(cursor, list)
  const values: SqlValue[] = [orgId]
  const placeholder = (value: SqlValue) => `$${values.push(value)}`
  const equals = (column: string, value: string | undefined) =>
    value === undefined ? [] : [`${column} = ${placeholder(value)}`]
  const conditions = [
    'organization_id = $1',
    ...inTimeRange(filters, placeholder),
    ...equals('route', filters.route),
    ...equals('api_key_id', filters.apiKeyId),
    ...equals('user_id', filters.userId),
    ...(filters.code ? [`code = any (${placeholder(filters.code)})`] : []),
    ...(after ? [`id < ${placeholder(after.id)}`] : []),
  ]
  const newest = `order by id desc limit ${placeholder(limit + 1)}`
  const pages = alternatives(filters).map((status) => {
    const ofStatus = status === null ? [] : [inStatus(status, placeholder)]
    return `select ${COLUMNS} from api_requests where ${[...conditions, ...ofStatus].join(' and ')} ${newest}`
  })
  const [only = '', ...more] = pages
  // The text of several filters varies too much to be prepared.
  const rows =
    more.length === 0 && Object.keys(filters).length <= 1
      ? await sql.query<Row>(only, values)
      : await sql.queryOnce<Row>(`select * from (${unionOf(pages)}) as pages ${newest}`, values)
  const requests = rows.map((row) => ({ ...row, at: instantOfId(row.id) }))
  return pageOf(requests, limit, list, (last) => ({ value: last.at, id: last.id }))
}

const isClass = (status: string) => status.endsWith('XX')

/** The statuses of which each is a page of its own, so that none is in two of them; `null` for all. */
function alternatives({ status, code }: RequestFilters): readonly (string | null)[] {
  if (status === undefined) {
    return code === undefined ? [null] : [...new Set(code.map((each) => `${PROBLEM_CODES[each]}`))]
  }
  const classes = new Set(status.filter(isClass))
  const single = status.filter((each) => !isClass(each) && !classes.has(`${each[0]}XX`))
  return [...classes, ...new Set(single)]
}

function inStatus(status: string, placeholder: (value: SqlValue) => string): string {
  return isClass(status)
    ? `status / 100 = ${placeholder(Number(status[0]))}`
    : `status = ${placeholder(Number(status))}`
}

function unionOf(pages: readonly string[]): string {
  return `(${pages.join(') union all (')})`
}
