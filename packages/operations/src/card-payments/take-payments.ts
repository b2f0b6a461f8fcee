// Raw SQL: `skip locked`, and leases by the database's clock.
import type { Sql } from '@mediajobs/db'
import { isResting, type payments } from '@mediajobs/db/schema'
import { MAX_ORGANIZATION_PROVIDER_CALLS } from '@mediajobs/domain'
import type { AccountRow } from '../payment-account/index.ts'

// A taken payment is due again after its lease, in case the process that reads it dies. `reads` is a fencing token:
// another take, which an event may trigger early, makes earlier readings obsolete.
//
//   due ──take──▶ leased ──applied──▶ scheduled ──▶ due
//    ▲             │ │
//    └── an event ─┘ └── no response: postponed, or the lease ends ──▶ due

type PaymentRow = typeof payments.$inferSelect

/** A payment to read, and the account it was made with. */
export interface TakenPayment
  extends Pick<
      PaymentRow,
      'organizationId' | 'id' | 'status' | 'checkoutId' | 'providerPaymentId' | 'livemode' | 'reads'
    >,
    Pick<AccountRow, 'provider' | 'secretKeyEncrypted' | 'state'> {
  accountId: string
  /** By the database's clock. */
  takenAt: string
  /** Whether its invoice or order still needs the full amount. */
  isWanted: boolean
}

// Outlasts the calls of a reading: close a page, request a refund, read a payment; 10 s each.
const LEASE = `interval '40 seconds'`
// Rows scanned per turn. An organization with more due payments is skipped by the next scan.
const WINDOW = 1_000

const TAKEN = `
  payment.organization_id as "organizationId", payment.id, payment.status,
  payment.checkout_id as "checkoutId", payment.provider_payment_id as "providerPaymentId",
  payment.livemode, payment.reads, account.id as "accountId",
  account.provider, account.secret_key_encrypted as "secretKeyEncrypted", account.state, now() as "takenAt",
  coalesce((select invoice.status = 'SENT'
      and payment.payment_amount <= invoice.total_amount - invoice.paid_amount + invoice.refunded_amount
    from invoices as invoice
    where invoice.organization_id = payment.organization_id and invoice.id = payment.invoice_id
  ), (select orders.status = 'PAYMENT_DUE' and orders.hold_expires_at > now()
    from orders where orders.organization_id = payment.organization_id and orders.id = payment.order_id
  ), true) as "isWanted"`

const LEASED = `reads = payment.reads + 1, next_read_at = now() + ${LEASE}`

const TAKE_DUE = `
  with candidates as (
    select organization_id, id, next_read_at,
      row_number() over (partition by organization_id order by next_read_at) as place
    from (
      select organization_id, id, next_read_at from payments
      where next_read_at <= now() and organization_id <> all ($2)
      order by next_read_at limit ${WINDOW}
    ) as due
  ), due as (
    select payment.organization_id, payment.id
    from candidates join payments as payment using (organization_id, id)
    where place <= ${MAX_ORGANIZATION_PROVIDER_CALLS} and payment.next_read_at <= now()
      and exists (select from payment_accounts as account
        where account.organization_id = payment.organization_id)
      and not ${isResting('payment.organization_id')}
    order by place, candidates.next_read_at limit $1
    for no key update of payment skip locked
  )
  update payments as payment set ${LEASED}
  from due, payment_accounts as account
  where payment.organization_id = due.organization_id and payment.id = due.id
    and account.organization_id = due.organization_id
  returning ${TAKEN}`

/**
 * Takes due payments to read, a few per organization. Dispatchers share the work: rows others lock are skipped.
 *
 * @param exceptOrganizations those with calls in flight, or whose provider isn't answering
 */
export function takeDuePayments(
  sql: Sql,
  limit: number,
  exceptOrganizations: readonly string[],
): Promise<TakenPayment[]> {
  return sql.query<TakenPayment>(TAKE_DUE, [limit, exceptOrganizations])
}

const TAKE_ONE = `
  update payments as payment set ${LEASED}
  from payment_accounts as account
  where payment.organization_id = $1 and payment.id = $2
    and account.organization_id = payment.organization_id
  returning ${TAKEN}`

/** Takes one payment, due or not. Readings in progress elsewhere become obsolete. */
export async function takePayment(
  sql: Sql,
  orgId: string,
  paymentId: string,
): Promise<TakenPayment | undefined> {
  const [taken] = await sql.query<TakenPayment>(TAKE_ONE, [orgId, paymentId])
  return taken
}

const POSTPONE = `
  update payments set next_read_at = now() + $4::float8 * interval '1 millisecond'
  where organization_id = $1 and id = $2 and reads = $3 and next_read_at > now()`

/** Postpones a taken payment, unless an event has made it due. */
export async function postpone(sql: Sql, taken: TakenPayment, delayMs: number): Promise<void> {
  await sql.query(POSTPONE, [taken.organizationId, taken.id, taken.reads, delayMs])
}
