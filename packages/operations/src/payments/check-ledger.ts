// Raw SQL: joins of sums and events.
import { type Database, SNAPSHOT, type Sql } from '@mediajobs/db'
import { applied, standingOf } from '@mediajobs/domain'
import type { InvoiceRow } from '../invoices/invoices.ts'
import { LEAST_ID } from '../shared/turns.ts'
import type { PaymentRow } from './payments.ts'

/** An inconsistency in the ledger. */
export interface LedgerDifference {
  organizationId: string
  /** `invoice`, `payment`, `order` or an event's name. */
  of: string
  id: string
  field: string
  expected: number | string
  found: number | string
}

const BATCH = 500

const INVOICES = `
  select id, status, total_amount as "totalAmount", paid_amount as "paidAmount",
    refunded_amount as "refundedAmount", disputed_amount as "disputedAmount"
  from invoices
  where organization_id = $1 and id > $2
  order by id limit ${BATCH}`

const PAYMENTS = `
  select payment.id, payment.invoice_id as "invoiceId", payment.payment_amount as "paymentAmount",
    payment.refunded_amount as "refundedAmount", payment.disputed_amount as "disputedAmount",
    payment.unapplied_amount as "unappliedAmount"
  from payments as payment
  where payment.organization_id = $1 and payment.invoice_id = any ($2) and payment.status = 'SUCCEEDED'
  order by case provider when 'MANUAL' then created_at else succeeded_at end, id`

type InvoiceSums = Pick<
  InvoiceRow,
  'id' | 'status' | 'totalAmount' | 'paidAmount' | 'refundedAmount' | 'disputedAmount'
>

type PaymentSums = Pick<
  PaymentRow,
  'id' | 'paymentAmount' | 'refundedAmount' | 'disputedAmount' | 'unappliedAmount'
> & { invoiceId: string }

// Lost disputes may raise a payment's refundedAmount above its refunds. Below them, or above what was received, it is
// wrong.
const REFUNDS = `
  select payment.id, payment.refunded_amount as "found", sum(refund.refund_amount)::bigint as "expected"
  from payments as payment
  join refunds as refund on refund.organization_id = payment.organization_id
    and refund.payment_id = payment.id and refund.status <> 'FAILED'
  where payment.organization_id = $1
  group by payment.id, payment.refunded_amount
  having sum(refund.refund_amount) > payment.refunded_amount`

const TOO_MUCH = `
  select id, refunded_amount as "found", payment_amount + tip_amount as "expected"
  from payments
  where organization_id = $1 and status = 'SUCCEEDED'
    and refunded_amount > payment_amount + tip_amount`

// Orders that lack money due, and payments whose order was never placed or has another invoice. A declined order's
// payment is refunded; a canceled one's may pay the fee's invoice.
const ORDERS = `
  select orders.id, 'order' as "of", 'paidAmount' as field, orders.due_amount::float8 as "expected",
    coalesce(sum(payment.payment_amount), 0)::float8 as "found"
  from orders
  left join payments as payment on payment.organization_id = orders.organization_id
    and payment.order_id = orders.id and payment.status = 'SUCCEEDED'
  where orders.organization_id = $1 and orders.status in ('REQUESTED', 'CONFIRMED')
  group by orders.organization_id, orders.id
  having coalesce(sum(payment.payment_amount), 0) < orders.due_amount
  union all
  select payment.id, 'payment', 'order', 1, 0
  from payments as payment
  join orders on orders.organization_id = payment.organization_id and orders.id = payment.order_id
  where payment.organization_id = $1 and payment.status = 'SUCCEEDED'
    and (orders.status not in ('REQUESTED', 'CONFIRMED', 'DECLINED')
      or (orders.invoice_id is distinct from payment.invoice_id and not exists (
        select from invoices as fee
        where fee.organization_id = payment.organization_id and fee.id = payment.invoice_id
          and fee.project_id = orders.project_id and fee.is_fee)))`

// What happened before the oldest kept event no longer has one. A bounced refund keeps its event.
const EVENTS = `
  with told as materialized (
    select name, case name when 'INVOICE_PAID' then data ->> 'invoiceId'
      when 'PAYMENT_REFUNDED' then data -> 'refund' ->> 'id' else data ->> 'paymentId' end as about,
      count(*)::int as times
    from events
    where organization_id = $1 and name in ('PAYMENT_SUCCEEDED', 'PAYMENT_REFUNDED', 'INVOICE_PAID')
    group by 1, 2
  ), happened as (
    select 'PAYMENT_SUCCEEDED' as name, id::text as about,
      case provider when 'MANUAL' then created_at else succeeded_at end as at
    from payments where organization_id = $1 and status = 'SUCCEEDED'
    union all
    select 'PAYMENT_REFUNDED', id::text, created_at from refunds
    where organization_id = $1 and status = 'SUCCEEDED'
    union all
    select 'INVOICE_PAID', id::text, least(paid_at, updated_at) from invoices
    where organization_id = $1 and status = 'PAID'
  ), kept as (
    select min(created_at) as since from events where organization_id = $1
  )
  select name as "of", about as id, case when at is null then 0 else 1 end as "expected",
    coalesce(times, 0) as "found"
  from told full join happened using (name, about) cross join kept
  where case
    when times > 1 then true
    when times is null then at > kept.since
    else at is null and name <> 'PAYMENT_REFUNDED'
  end
  order by 1, 2`

/** Compares an organization's invoices, payments, refunds, orders and events, as of one moment. */
export function checkLedger(
  database: Pick<Database, 'transaction'>,
  organizationId: string,
): Promise<LedgerDifference[]> {
  return database.transaction(async (tx) => {
    await tx.query(SNAPSHOT)
    return differencesOf(tx, organizationId)
  })
}

async function differencesOf(sql: Sql, organizationId: string): Promise<LedgerDifference[]> {
  const differences: LedgerDifference[] = []
  const differ = (difference: Omit<LedgerDifference, 'organizationId'>) =>
    differences.push({ organizationId, ...difference })
  for (let after = LEAST_ID; ; ) {
    const batch = await sql.query<InvoiceSums>(INVOICES, [organizationId, after])
    const last = batch.at(-1)
    if (!last) break
    after = last.id
    const ids = batch.map(({ id }) => id)
    const rows = await sql.query<PaymentSums>(PAYMENTS, [organizationId, ids])
    const received = Map.groupBy(rows, ({ invoiceId }) => invoiceId)
    for (const invoice of batch) compare(invoice, received.get(invoice.id) ?? [], differ)
  }
  for (const row of await sql.query<Counted>(REFUNDS, [organizationId])) {
    differ({ of: 'payment', field: 'refundedAmount', ...row })
  }
  for (const row of await sql.query<Counted>(TOO_MUCH, [organizationId])) {
    differ({ of: 'payment', field: 'refundedAmount', ...row })
  }
  for (const row of await sql.query<Counted & { of: string; field: string }>(ORDERS, [
    organizationId,
  ])) {
    differ(row)
  }
  for (const row of await sql.query<Counted & { of: string }>(EVENTS, [organizationId])) {
    differ({ field: 'events', ...row })
  }
  return differences
}

interface Counted {
  id: string
  expected: number
  found: number
}

function compare(
  invoice: InvoiceSums,
  received: readonly PaymentSums[],
  differ: (difference: Omit<LedgerDifference, 'organizationId'>) => void,
): void {
  const dueAmount = invoice.status === 'VOIDED' ? 0 : invoice.totalAmount
  const { unappliedAmounts, ...sums } = applied(dueAmount, received)
  for (const [field, expected] of Object.entries(sums)) {
    const found = invoice[field as keyof typeof sums]
    if (found !== expected) differ({ of: 'invoice', id: invoice.id, field, expected, found })
  }
  for (const [n, { id, unappliedAmount: found }] of received.entries()) {
    const expected = unappliedAmounts[n] ?? 0
    if (found !== expected) differ({ of: 'payment', id, field: 'unappliedAmount', expected, found })
  }
  const { id, status, totalAmount } = invoice
  const { balanceAmount } = standingOf({ ...invoice, ...sums })
  const isPaid = status === 'PAID' && sums.paidAmount === totalAmount
  const isOwed = status === 'SENT' && (received.length === 0 || balanceAmount > 0)
  if (isPaid || isOwed || status === 'DRAFT' || status === 'VOIDED') return
  const expected = status === 'PAID' ? 'SENT' : 'PAID'
  differ({ of: 'invoice', id, field: 'status', expected, found: status })
}
