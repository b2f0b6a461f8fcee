import type { Sql } from '@mediajobs/db'
import { MAX_OWED_ROWS, MAX_REPORT_ROWS, REPORT_AGES } from '@mediajobs/domain'
import { timeZoneOf } from '../invoices/project-price.ts'
import { invalid } from '../shared/errors.ts'
import { daysBefore } from '../working-hours.ts'
import {
  type Buckets,
  bucketsOf,
  type Days,
  isChosen,
  type Period,
  type Report,
  type ReportFilters,
  Values,
  within,
} from './statement.ts'

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
 * @throws {OperationError} `invalid` for a reversed or overlong period, or with too many rows.
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
function moneyFilter(
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

/** A customer's balances in one currency, in minor units, by invoice age. */
interface Owed {
  /** Null: all customers beyond the bound. */
  customerId: string | null
  customerName: string | null
  currency: string
  invoices: number
  days0To30Amount: number
  days31To60Amount: number
  days61To90Amount: number
  over90DaysAmount: number
  balanceAmount: number
}

/**
 * What customers owe now: one row per customer and currency, highest balances first. Beyond the bound, the rest share
 * one row per currency.
 */
export async function reportOwed(
  sql: Sql,
  orgId: string,
  filters: ReportFilters,
): Promise<Report<Owed>> {
  const values = new Values(orgId)
  const timeZone = await timeZoneOf(sql, orgId)
  const [since30, since60, since90] = REPORT_AGES.map(
    (days) => `${values.of(daysBefore(Date.now(), days, timeZone))}::timestamptz`,
  )
  const chosen = moneyFilter(values, filters)('invoices', 'id')
  const amount = (condition: string, name: string) =>
    `coalesce(sum(balance) filter (where ${condition}), 0) as ${name}`
  const sums = ['invoices', 'd30', 'd60', 'd90', 'older', 'balance']
  const data = await values.query<Owed>(
    sql,
    `with owed as (
      select customer_id, currency, count(*) as invoices,
        ${amount(`sent_at >= ${since30}`, 'd30')},
        ${amount(`sent_at < ${since30} and sent_at >= ${since60}`, 'd60')},
        ${amount(`sent_at < ${since60} and sent_at >= ${since90}`, 'd90')},
        ${amount(`sent_at < ${since90}`, 'older')},
        sum(balance) as balance
      from (
        select customer_id, currency, sent_at, total_amount - paid_amount + refunded_amount as balance
        from invoices where organization_id = $1 and status = 'SENT' ${chosen}
      ) as sent
      where balance > 0
      group by 1, 2
    ), ranked as (
      select *, row_number() over (partition by currency order by balance desc, customer_id) as place
      from owed
    ), numbered as (
      select *, row_number() over (order by place, currency) <= ${MAX_OWED_ROWS} as is_listed from ranked
    ), listed as (
      select case when is_listed then customer_id end as customer_id, currency,
        ${sums.map((each) => `sum(${each})::float8 as ${each}`).join(', ')}
      from numbered group by 1, 2
    )
    select customer_id as "customerId", customers.name as "customerName", currency, invoices,
      d30 as "days0To30Amount", d60 as "days31To60Amount", d90 as "days61To90Amount",
      older as "over90DaysAmount", balance as "balanceAmount"
    from listed
    left join customers on customers.organization_id = $1 and customers.id = customer_id
    order by currency, customer_id is null, balance desc, customer_id`,
  )
  return { timeZone, data }
}
