import type { Sql } from '@mediajobs/db'
import { MAX_OWED_ROWS, REPORT_AGES } from '@mediajobs/domain'
import { timeZoneOf } from '../invoices/project-price.ts'
import { daysBefore } from '../working-hours.ts'
import type { Report } from './period.ts'
import { moneyFilter } from './revenue.ts'
import { type ReportFilters, Values } from './statement.ts'

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
