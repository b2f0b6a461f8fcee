import type { Sql } from '@mediajobs/db'
import { MAX_REPORT_ROWS } from '@mediajobs/domain'
import { invalid } from '../shared/errors.ts'
import { type Buckets, bucketsOf, type Days, type Period, type Report } from './period.ts'
import { isChosen, type ReportFilters, Values, within } from './statement.ts'

/** In the currency's minor unit. */
interface Money {
  currency: string
  invoicedAmount: number
  receivedAmount: number
  refundedAmount: number
}

/**
 * Amounts invoiced, received and refunded, each when it happened: one row per bucket and currency.
 *
 * @throws {OperationError} `invalid` for a period that is reversed or too long, or with too many rows.
 */
export async function reportRevenue(
  sql: Sql,
  orgId: string,
  { technicianId, editorId, customerId, ...period }: Period & ReportFilters,
): Promise<Report<Days & Money>> {
  const values = new Values(orgId)
  const buckets = await bucketsOf(sql, orgId, period)
  const ofInvoices = moneyFilter(values, { technicianId, editorId, customerId })
  const sent = within(values, buckets, 'sent_at')
  const received = within(values, buckets, 'succeeded_at')
  const refunded = within(values, buckets, 'refunds.created_at')
  const rows = await values.query<Money & { bucket: number }>(
    sql,
    `select bucket, currency, sum(invoiced)::float8 as "invoicedAmount",
      sum(received)::float8 as "receivedAmount", sum(refunded)::float8 as "refundedAmount"
    from (
      select ${sent.bucket} as bucket, currency, sum(total_amount) as invoiced, 0 as received, 0 as refunded
      from invoices
      where organization_id = $1 and status in ('SENT','PAID') and ${sent.isWithin}
        ${ofInvoices('invoices', 'id')}
      group by 1, 2
      union all
      select ${received.bucket}, currency, 0, sum(payment_amount + tip_amount), 0
      from payments
      where organization_id = $1 and status = 'SUCCEEDED' and ${received.isWithin}
        ${ofInvoices('payments', 'invoice_id')}
      group by 1, 2
      union all
      select ${refunded.bucket}, currency, 0, 0, sum(refund_amount)
      from refunds
      join payments on payments.organization_id = $1 and payments.id = refunds.payment_id
      where refunds.organization_id = $1 and refunds.status = 'SUCCEEDED' and ${refunded.isWithin}
        ${ofInvoices('payments', 'invoice_id')}
      group by 1, 2
    ) as money
    group by bucket, currency`,
  )
  return { timeZone: buckets.timeZone, data: filled(buckets, rows) }
}

/**
 * SQL: filters for invoices and payments. `customerId` is the billed customer; the others match the invoice's single
 * project, so they exclude statements.
 */
export function moneyFilter(
  values: Values,
  { customerId, ...ofProject }: ReportFilters,
): (table: string, invoiceId: string) => string {
  const customer = customerId === undefined ? undefined : values.of(customerId)
  const chosen = isChosen(values, ofProject, 'i.project_id')
  return (table, invoiceId) =>
    [
      customer && `and ${table}.customer_id = ${customer}`,
      chosen &&
        `and ${table}.${invoiceId} in (select i.id from invoices as i where i.organization_id = $1 ${chosen})`,
    ]
      .filter(Boolean)
      .join(' ')
}

/** Every bucket in each currency. */
function filled(
  { buckets }: Buckets,
  rows: readonly (Money & { bucket: number })[],
): (Days & Money)[] {
  const currencies = [...new Set(rows.map(({ currency }) => currency))].sort()
  if (currencies.length * buckets.length > MAX_REPORT_ROWS) throw tooManyRows()
  const byKey = new Map(rows.map((row) => [`${row.bucket} ${row.currency}`, row]))
  return buckets.flatMap((days, n) =>
    currencies.map((currency) => {
      const { invoicedAmount, receivedAmount, refundedAmount } =
        byKey.get(`${n + 1} ${currency}`) ?? NOTHING
      return { ...days, currency, invoicedAmount, receivedAmount, refundedAmount }
    }),
  )
}

const NOTHING = { invoicedAmount: 0, receivedAmount: 0, refundedAmount: 0 }

export function tooManyRows() {
  const message = `must be closer to from, or by must be longer: more than ${MAX_REPORT_ROWS} rows`
  return invalid('to', 'too_large', message)
}
