import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { MANAGING_ROLES, MAX_OWED_ROWS, MAX_REPORT_BUCKETS } from '@mediajobs/domain'
import {
  type Report,
  reportJobs,
  reportOwed,
  reportRevenue,
  reportRevisions,
  reportTechnicians,
  reportTurnaround,
} from '@mediajobs/operations/reports'
import type { Static, TObject, TSchema } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { type OperationDocs, operationDocs } from '../vocabulary/operation-docs.ts'
import { allow, operationsOf, orgOf } from '../vocabulary/routes.ts'
import {
  JobsRow,
  OwedQuery,
  OwedRow,
  ReportOf,
  ReportQuery,
  RevenueRow,
  RevisionsRow,
  TechniciansRow,
  TurnaroundRow,
} from './schemas.ts'

/** The media type of {@link csvOf}. */
const CSV_TYPE = 'text/csv'

const DAYS =
  `By day, week or month in the organization's time zone, at most ${MAX_REPORT_BUCKETS} of them, the first and last clipped to ` +
  'the period. JSON, or CSV by `Accept: text/csv`.'

const shared: Partial<OperationDocs> = {
  alsoProduces: CSV_TYPE,
  problems: { 503: 'Also if the report takes too long: `search_timeout`; report on fewer days' },
}

const docs = operationDocs({
  getJobsReport: {
    about: 'Bookings, deliveries, revisions, revenue, balances and shoots.',
    ...shared,
    summary: 'Report on jobs',
    description: `Counts the jobs that were booked, delivered and cancelled, each when it first entered the status. ${DAYS}`,
  },
  getTurnaroundReport: {
    ...shared,
    summary: 'Report on turnaround',
    description:
      'Returns the hours from the planned end of the shoot to the first delivery: median ' +
      `and 90th percentile. ${DAYS}`,
  },
  getRevisionsReport: {
    ...shared,
    summary: 'Report on revisions',
    description: `Returns how many client deliveries came back, and the revision rounds per job, by the time of the delivery. ${DAYS}`,
  },
  getRevenueReport: {
    ...shared,
    summary: 'Report on revenue',
    description:
      'Returns amounts invoiced, received and refunded, each when it happened, by currency. Drafts and VOIDED ' +
      'invoices are excluded. Filters by technician or editor also exclude statements. ' +
      DAYS,
  },
  getOwedReport: {
    ...shared,
    summary: 'Report on open balances',
    description:
      'Returns the current balances of SENT invoices, by customer, currency and days since they were sent, highest ' +
      `balances first. Beyond ${MAX_OWED_ROWS} rows, the other customers share one row. JSON, or CSV by \`Accept: text/csv\`.`,
  },
  getTechniciansReport: {
    ...shared,
    summary: 'Report on technicians',
    description:
      'Returns the appointments of each technician, their hours as planned, and those that were cancelled, by their ' +
      `start. ${DAYS}`,
  },
})

/** Reads a report for a request. */
type Read<Query extends TSchema> = (
  sql: Parameters<typeof reportJobs>[0],
  orgId: string,
  query: Static<Query>,
) => Promise<Report<object>>

// docs/contract.md#c25
export const reportRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { on } = operationsOf(app)

  function report<Row extends TObject, Query extends TObject>(
    name: string,
    operation: OperationDocs & { operationId: string },
    querystring: Query,
    row: Row,
    read: Read<Query>,
  ): void {
    const columns = Object.keys(row.properties)
    on(
      'GET',
      `/reports/${name}`,
      allow('READ', MANAGING_ROLES),
      { ...operation, querystring, response: { 200: ReportOf(row) } },
      async (request, reply) => {
        const query = request.query as Static<Query>
        const found = await request.store.report((sql) => read(sql, orgOf(request), query))
        reply.vary('Accept')
        if (prefersCsv(request)) sendCsv(reply, name, query, columns)
        return found as never
      },
    )
  }

  report('jobs', docs.getJobsReport, ReportQuery, JobsRow, reportJobs)
  report('turnaround', docs.getTurnaroundReport, ReportQuery, TurnaroundRow, reportTurnaround)
  report('revisions', docs.getRevisionsReport, ReportQuery, RevisionsRow, reportRevisions)
  report('revenue', docs.getRevenueReport, ReportQuery, RevenueRow, reportRevenue)
  report('owed', docs.getOwedReport, OwedQuery, OwedRow, reportOwed)
  report('technicians', docs.getTechniciansReport, ReportQuery, TechniciansRow, reportTechnicians)
}

function prefersCsv({ headers: { accept } }: FastifyRequest): boolean {
  if (accept === undefined) return false
  const types = ['application/json', CSV_TYPE]
  return new Negotiator({ headers: { accept } }).mediaType(types) === CSV_TYPE
}

function sendCsv(reply: FastifyReply, name: string, query: object, columns: readonly string[]) {
  const days = ['from', 'to'].map((each) => Reflect.get(query, each)).filter(Boolean)
  reply
    .type(`${CSV_TYPE}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${[name, ...days].join('-')}.csv"`)
    .serializer((report: unknown) => csvOf(columns, (report as Report<object>).data))
}

const LINE_END = '\r\n'
// Text that spreadsheets run as a formula, even after spaces or in full-width forms.
const FORMULA = /^\s*[=+\-@＝＋－＠]/
const QUOTED = /[",\r\n]/

/**
 * A table as CSV (RFC 4180): a header line, then a line per row. Null is empty; text that a
 * spreadsheet would run is prefixed with an apostrophe.
 */
function csvOf(columns: readonly string[], rows: readonly object[]): string {
  const lines = rows.map((row) => columns.map((name) => cellOf(Reflect.get(row, name))))
  return [columns, ...lines].map((cells) => cells.join() + LINE_END).join('')
}

function cellOf(value: unknown): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
