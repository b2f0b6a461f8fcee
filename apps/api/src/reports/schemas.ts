import { MAX_REPORT_BUCKETS, REPORT_STEPS } from '@mediajobs/domain'
import { type TProperties, Type } from '@sinclair/typebox'
import {
  Amount,
  Day,
  Described,
  Id,
  IdFilter,
  Named,
  Nullable,
  OneOf,
} from '../vocabulary/schemas.ts'

const Filters = {
  technicianId: IdFilter('Projects with an appointment of this person'),
  editorId: IdFilter('Projects of this editor'),
  customerId: IdFilter('Projects of this customer, or invoices billed to them'),
}

export const OwedQuery = Type.Object(Filters)

export const ReportQuery = Type.Object({
  from: Described(Day, "First day, in the organization's time zone. YYYY-MM-DD"),
  to: Described(Day, `Last day: at most ${MAX_REPORT_BUCKETS} buckets with from. YYYY-MM-DD`),
  by: Type.Optional(
    Described(
      OneOf(REPORT_STEPS, 'ReportStep'),
      'Length of a bucket. Weeks begin on Monday. Default: one bucket, the whole period',
    ),
  ),
  ...Filters,
})

const Count = Type.Integer({ minimum: 0 })
const Hours = Type.Number({ minimum: 0, description: 'Rounded to hundredths' })
const Currency = Type.String({
  description: 'ISO 4217. Amounts in different currencies are never summed',
})

const days = {
  from: Described(Day, 'First day of the bucket, within the period'),
  to: Described(Day, 'Last day of the bucket, within the period'),
}

export const JobsRow = Named('JobsReportRow', {
  ...days,
  booked: Described(Count, 'Jobs that entered BOOKED for the first time'),
  delivered: Described(Count, 'Jobs that were delivered for the first time'),
  cancelled: Described(Count, 'Jobs that entered CANCELLED for the first time'),
})

export const TurnaroundRow = Named('TurnaroundReportRow', {
  ...days,
  jobs: Described(Count, 'First deliveries after a shoot'),
  p50Hours: Nullable(Hours),
  p90Hours: Nullable(Hours),
})

export const RevisionsRow = Named('RevisionsReportRow', {
  ...days,
  deliveries: Count,
  returned: Described(Count, 'How many of these deliveries have been returned so far'),
  returnedShare: Nullable(Type.Number({ minimum: 0, maximum: 1 })),
  jobs: Described(Count, 'Jobs with these deliveries'),
  roundsPerJob: Nullable(Type.Number({ minimum: 0, description: 'Rounded to hundredths' })),
})

export const RevenueRow = Named('RevenueReportRow', {
  ...days,
  currency: Currency,
  invoicedAmount: Described(
    Amount,
    'Invoices including tax, by the time they were sent, excluding VOIDED ones',
  ),
  receivedAmount: Described(Amount, 'Payments including tips, by the time they succeeded'),
  refundedAmount: Described(Amount, 'Refunds, by the time they were made'),
})

export const OwedRow = Named('OwedReportRow', {
  customerId: Nullable(Described(Id, 'null: all other customers together')),
  customerName: Nullable(Type.String()),
  currency: Currency,
  invoices: Described(Count, 'SENT invoices with a balance'),
  days0To30Amount: Described(Amount, 'From invoices sent in the last 30 days'),
  days31To60Amount: Amount,
  days61To90Amount: Amount,
  over90DaysAmount: Amount,
  balanceAmount: Described(Amount, 'The sum of these amounts'),
})

export const TechniciansRow = Named('TechniciansReportRow', {
  ...days,
  technicianId: Nullable(Described(Id, 'null: without a technician')),
  technicianName: Nullable(Type.String()),
  shoots: Described(Count, 'Appointments that begin in the bucket'),
  hours: Described(Hours, 'Planned hours of these appointments, rounded to hundredths'),
  cancelled: Described(Count, 'Appointments that were canceled, by their planned start'),
})

/** Schema of a report. The schema of its rows must have a title. */
export function ReportOf<Fields extends TProperties>(row: ReturnType<typeof Named<Fields>>) {
  return Type.Object(
    {
      timeZone: Type.String({ description: 'Time zone of the days: the organization’s, or UTC' }),
      data: Type.Array(row),
    },
    { title: row.title?.replace('Row', '') ?? '' },
  )
}
