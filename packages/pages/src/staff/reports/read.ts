import type { Schemas } from '@mediajobs/client'
import { REPORT_STEPS } from '@mediajobs/domain'
import { Temporal } from 'temporal-polyfill'
import type { ErrorBody } from '../../call-api.ts'
import { parseDate } from '../day.ts'
import { withQuery } from '../own-address.ts'
import { RefusedRead } from '../read-record.ts'
import type { Staff } from '../staff.ts'

export const PRESETS = ['month', 'days', 'quarter', 'year'] as const
type Preset = (typeof PRESETS)[number]
type Step = (typeof REPORT_STEPS)[number]

/** The view selected by the URL. */
export interface View {
  from: string
  to: string
  by: Step
  /** Undefined: chosen by the length of the period. */
  chosenBy: Step | undefined
  /** Undefined: custom dates. */
  preset: Preset | undefined
  /** Any of `technicianId`, `editorId` and `customerId`. */
  filters: readonly (readonly [string, string])[]
}

const FILTERS = ['technicianId', 'editorId', 'customerId']
const DAYS_BY_DAY = 31
const DAYS_BY_WEEK = 183

/** Parsed from the URL. Defaults to this month. A preset covers its whole period, future days included. */
export function viewOf(query: URLSearchParams, timeZone: string | null): View {
  const today = Temporal.Now.plainDateISO(timeZone ?? 'UTC')
  const own = daysOf(query)
  const preset = own ? undefined : (oneOf(PRESETS, query.get('period')) ?? 'month')
  const [from, to] = own ?? presetDays(today, preset ?? 'month')
  const chosenBy = oneOf(REPORT_STEPS, query.get('by'))
  return {
    from: from.toString(),
    to: to.toString(),
    by: chosenBy ?? stepFor(from.until(to).days + 1),
    chosenBy,
    preset,
    filters: FILTERS.flatMap((name) => {
      const value = query.get(name)
      return value ? [[name, value] as const] : []
    }),
  }
}

type Days = readonly [Temporal.PlainDate, Temporal.PlainDate]

function presetDays(today: Temporal.PlainDate, preset: Preset): Days {
  if (preset === 'days') return [today.subtract({ days: 29 }), today]
  const months = { month: 1, quarter: 3, year: 12 }[preset]
  const month = today.month - ((today.month - 1) % months)
  const from = today.with({ month, day: 1 })
  return [from, from.add({ months }).subtract({ days: 1 })]
}

function daysOf(query: URLSearchParams): Days | undefined {
  const [from, to] = ['from', 'to'].map((name) => parseDate(query.get(name) ?? ''))
  return from && to ? [from, to] : undefined
}

function stepFor(days: number): Step {
  if (days <= DAYS_BY_DAY) return 'DAY'
  return days <= DAYS_BY_WEEK ? 'WEEK' : 'MONTH'
}

function oneOf<Value extends string>(values: readonly Value[], text: string | null) {
  return values.find((value) => value === text)
}

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

/** The URL of a report with the whole period as one bucket. */
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
  const reportOf = <Name extends ReportName>(name: Name) =>
    readReport<Name>(staff, `/reports/${name}?${queryOf(name, view)}`)
  const [jobs, turnaround, revisions, revenue, owed, technicians, turnaroundTotal, revisionsTotal] =
    await Promise.all([
      reportOf('jobs'),
      reportOf('turnaround'),
      reportOf('revisions'),
      reportOf('revenue'),
      reportOf('owed'),
      reportOf('technicians'),
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
