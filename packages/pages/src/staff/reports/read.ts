import type { Schemas } from '@mediajobs/client'
import type { ErrorBody } from '../../call-api.ts'
import { withQuery } from '../own-address.ts'
import { RefusedRead } from '../read-record.ts'
import type { Staff } from '../staff.ts'
import type { View } from './period.ts'

export interface Rows {
  jobs: Schemas['JobsReportRow']
  turnaround: Schemas['TurnaroundReportRow']
  revisions: Schemas['RevisionsReportRow']
  revenue: Schemas['RevenueReportRow']
  owed: Schemas['OwedReportRow']
  technicians: Schemas['TechniciansReportRow']
}

export const REPORTS = [
  'jobs',
  'turnaround',
  'revisions',
  'revenue',
  'owed',
  'technicians',
] as const satisfies readonly (keyof Rows)[]
export type ReportName = (typeof REPORTS)[number]

/** Reports without buckets: one set of figures for the whole period. */
const WHOLE: readonly ReportName[] = ['technicians']

/** A report's query. `owed` has no period: it is always current. */
export function queryOf(name: ReportName, { from, to, by, filters }: View) {
  const query = new URLSearchParams(filters.map(([...each]) => each))
  if (name === 'owed') return query
  query.set('from', from)
  query.set('to', to)
  if (!WHOLE.includes(name)) query.set('by', by)
  return query
}

/** The query with a single bucket. */
function totalUrl(name: ReportName, { from, to, filters }: View): string {
  return withQuery(`/reports/${name}`, [['from', from], ['to', to], ...filters])
}

/** The rows of a report; `null` if it takes too long. */
async function readReport<Name extends ReportName>(
  staff: Staff,
  url: string,
): Promise<Rows[Name][] | null> {
  const { status, ...response } = await staff.call<{ data: Rows[Name][] } & ErrorBody>({
    method: 'GET',
    url,
  })
  if (status === 200) return response.body.data
  if (status === 503 && response.body.code === 'search_timeout') return null
  throw new RefusedRead({ status, ...response })
}

/** All reports. Percentiles and shares are also read for the whole period, since they can't be added. */
export async function readReports(staff: Staff, view: View) {
  const of = <Name extends ReportName>(name: Name) =>
    readReport<Name>(staff, `/reports/${name}?${queryOf(name, view)}`)
  const [jobs, turnaround, revisions, revenue, owed, technicians, turnaroundTotal, revisionsTotal] =
    await Promise.all([
      of('jobs'),
      of('turnaround'),
      of('revisions'),
      of('revenue'),
      of('owed'),
      of('technicians'),
      readReport<'turnaround'>(staff, totalUrl('turnaround', view)),
      readReport<'revisions'>(staff, totalUrl('revisions', view)),
    ])
  return {
    jobs,
    turnaround,
    revisions,
    revenue,
    owed,
    technicians,
    turnaroundTotal: turnaroundTotal?.[0],
    revisionsTotal: revisionsTotal?.[0],
  }
}

export type Reports = Awaited<ReturnType<typeof readReports>>
