// Raw SQL: one statement per mail, which reads its content and stores the hash of its token.
import { hashSecret, type OrderStatus, orderTokenRow, randomToken } from '@mediajobs/domain'
import type { MailJob } from './mail-job.ts'
import {
  ADDRESS,
  type Context,
  type MailSender,
  type NoContent,
  OPTIONAL,
  type OptionalRow,
  SENDER,
  STUDIO,
  type ToCustomer,
  UNSUBSCRIBING,
} from './parts.ts'

/** What a mail shows of an order. */
interface ShownOrder {
  customerName: string
  address: string | null
  startsAt: string | null
  /** Whether the time was taken before the order was paid or confirmed. */
  orderConflict: boolean
  /** In the currency's minor unit. */
  totalAmount: number
  /** Received, less refunds, pending ones included. */
  paidAmount: number
  currency: string
}

/** A mail to the client about their order. */
export interface OrderContent extends ToCustomer, ShownOrder {
  kind: 'ORDER_REQUESTED' | 'ORDER_CONFIRMED' | 'ORDER_DECLINED' | 'ORDER_CANCELLED'
  /** Why staff declined it. */
  reason: string | null
  /** The refund. */
  refundedAmount: number
  /** Token of the order's page. */
  token: string
  /** Null without a customer yet. */
  unsubscribeToken: string | null
}

/** The mail to managers about a new order. */
export interface NewOrderContent extends ShownOrder {
  kind: 'NEW_ORDER'
  sender: MailSender
  personName: string
  organizationId: string
  orderId: string
  /** Null until it's confirmed. */
  projectId: string | null
}

const SHOWN = `p.status, p.customer_name as "customerName", ${ADDRESS},
  case when p.starts_at is not null then coalesce(
    (select scheduled_time from projects where organization_id = p.organization_id and id = p.project_id),
    p.starts_at) end as "startsAt", p.order_conflict as "orderConflict", p.total_amount::float8 as "totalAmount", p.currency,
  coalesce(money.paid, 0)::float8 as "paidAmount"`

const MONEY = `(
    select sum(payment_amount + tip_amount - refunded_amount) as paid, sum(refunded_amount) as refunded
    from payments
    where organization_id = p.organization_id and status = 'SUCCEEDED' and (order_id = p.id
      or invoice_id = any (array(
        select id from invoices
        where organization_id = p.organization_id and project_id = p.project_id)))
  ) as money`

const ORDER = `
  with unsubscribing as (
    insert into unsubscribe_tokens (token_hash, organization_id, customer_id)
    select $4, organization_id, customer_id from orders
    where organization_id = $1 and id = $2 and customer_id is not null and status = $3
  )
  select ${SENDER}, ${STUDIO}, ${SHOWN}, p.language as "customerLanguage", p.reason,
    coalesce(money.refunded, 0)::float8 as "refundedAmount", p.token_encrypted as "tokenEncrypted",
    p.customer_id is not null as "hasCustomer", coalesce(c.mail_opt_out, false) as "mailOptOut"
  from orders as p
  join organizations as o on o.id = p.organization_id
  left join customers as c on c.organization_id = p.organization_id and c.id = p.customer_id
  cross join lateral ${MONEY}
  where p.organization_id = $1 and p.id = $2 and p.customer_name is not null`

interface OrderMailRow extends Omit<OrderContent, 'kind' | 'token' | 'unsubscribeToken'> {
  status: OrderStatus
  tokenEncrypted: string
  hasCustomer: boolean
  mailOptOut: boolean
}

const STATUS_OF: Record<OrderContent['kind'], OrderStatus> = {
  ORDER_REQUESTED: 'REQUESTED',
  ORDER_CONFIRMED: 'CONFIRMED',
  ORDER_DECLINED: 'DECLINED',
  // The order stays CONFIRMED; its project is CANCELLED.
  ORDER_CANCELLED: 'CONFIRMED',
}

export async function orderContent(
  { sql, cell, keyRing }: Context,
  { organizationId, orderId, ...job }: MailJob,
): Promise<OrderContent | NoContent> {
  const kind = job.kind as OrderContent['kind']
  const unsubscribeToken = randomToken(cell)
  const values = [organizationId, orderId, STATUS_OF[kind], hashSecret(unsubscribeToken)]
  const [row] = await sql.query<OrderMailRow>(ORDER, values)
  if (row?.status !== STATUS_OF[kind]) {
    return { kind: null, reason: 'The order was already decided.' }
  }
  if (row.mailOptOut) return { kind: null, reason: 'The customer has unsubscribed.' }
  const { status, tokenEncrypted, hasCustomer, mailOptOut, ...shown } = row
  const token = keyRing.decrypt(tokenEncrypted, orderTokenRow(organizationId, orderId ?? ''))
  return { kind, ...shown, token, unsubscribeToken: hasCustomer ? unsubscribeToken : null }
}

// No row if the person no longer manages the organization.
const NEW_ORDER = `
  select ${SENDER}, ${SHOWN}, m.name as "personName", p.organization_id as "organizationId",
    p.id as "orderId", p.project_id as "projectId"
  from orders as p
  join memberships as m on m.organization_id = p.organization_id and m.user_id = $3 and m.active
    and m.role in ('ADMIN', 'MANAGER')
  join organizations as o on o.id = p.organization_id
  cross join lateral ${MONEY}
  where p.organization_id = $1 and p.id = $2 and p.status in ('REQUESTED', 'CONFIRMED')`

interface NewOrderRow extends Omit<NewOrderContent, 'kind'> {
  status: OrderStatus
}

export async function newOrderContent(
  { sql }: Context,
  { organizationId, orderId, userId }: MailJob,
): Promise<NewOrderContent | NoContent> {
  const [row] = await sql.query<NewOrderRow>(NEW_ORDER, [organizationId, orderId, userId])
  if (!row)
    return { kind: null, reason: 'The order was declined, or the person no longer manages orders.' }
  const { status, ...shown } = row
  return { ...shown, kind: 'NEW_ORDER' }
}

/** The mail to managers about a booking that its client moved or canceled. */
export interface OrderChangedContent
  extends Omit<NewOrderContent, 'kind' | 'orderId' | 'projectId' | 'startsAt'> {
  kind: 'ORDER_CHANGED'
  projectId: string
  /** The new time, or the one given up. Null if none was agreed. */
  startsAt: string | null
  refundedAmount: number
  /** Null for a cancellation. */
  move: { previousTime: string; feeAmount: number; currency: string | null } | null
}

// No row if the person no longer manages the organization, or a later change has its own mail.
const ORDER_CHANGED = `
  select ${SENDER}, ${SHOWN}, m.name as "personName", p.organization_id as "organizationId",
    p.project_id as "projectId", coalesce(money.refunded, 0)::float8 as "refundedAmount",
    case when r.id is not null then json_build_object('previousTime', r.previous_time,
      'feeAmount', r.fee_amount, 'currency', r.currency) end as move
  from orders as p
  join projects as project on project.organization_id = p.organization_id and project.id = p.project_id
  join memberships as m on m.organization_id = p.organization_id and m.user_id = $3 and m.active
    and m.role in ('ADMIN', 'MANAGER')
  join organizations as o on o.id = p.organization_id
  left join project_reschedules as r on r.organization_id = p.organization_id and r.id = $4
  cross join lateral ${MONEY}
  where p.organization_id = $1 and p.id = $2 and (project.status = 'CANCELLED') = (r.id is null)
    and not exists (
      select from project_reschedules as later
      where later.organization_id = $1 and later.project_id = r.project_id and later.id > r.id
        and later.visit_id is not distinct from r.visit_id)`

export async function orderChangedContent(
  { sql }: Context,
  { organizationId, orderId, userId, rescheduleId }: MailJob,
): Promise<OrderChangedContent | NoContent> {
  const values = [organizationId, orderId, userId, rescheduleId]
  const [row] = await sql.query<Omit<OrderChangedContent, 'kind'>>(ORDER_CHANGED, values)
  if (!row) {
    return {
      kind: null,
      reason: 'The booking changed again, or the person no longer manages orders.',
    }
  }
  return { ...row, kind: 'ORDER_CHANGED' }
}

/** The mail to the customer about a moved appointment. */
export interface RescheduleContent extends ToCustomer {
  kind: 'RESCHEDULE'
  address: string | null
  previousTime: string
  scheduledTime: string
  /** Whether the client moved it. */
  byCustomer: boolean
  /** In the currency's minor unit. */
  feeAmount: number
  currency: string | null
  /** Token of the order's page. Null for a project that staff booked. */
  orderToken: string | null
  unsubscribeToken: string
}

// Skipped if the appointment moved again: that move has its own mail, or the client made it.
const RESCHEDULE = `
  with found as (
    select r.organization_id, r.project_id, r.previous_time, r.scheduled_time, r.by_customer,
      r.fee_amount, r.currency, c.id as customer_id, c.name, c.language, c.mail_opt_out,
      p.status <> 'CANCELLED' and not exists (
        select from project_reschedules as later
        where later.organization_id = $1 and later.project_id = r.project_id and later.id > r.id
          and later.visit_id is not distinct from r.visit_id
      ) as is_live
    from project_reschedules as r
    join projects as p on p.organization_id = r.organization_id and p.id = r.project_id
    join customers as c on c.organization_id = r.organization_id and c.id = $3
    where r.organization_id = $1 and r.id = $2
  ), ${UNSUBSCRIBING}
  select ${OPTIONAL}, ${ADDRESS}, found.previous_time as "previousTime",
    found.scheduled_time as "scheduledTime", found.by_customer as "byCustomer",
    found.fee_amount::float8 as "feeAmount", found.currency, orders.id as "orderId",
    orders.token_encrypted as "tokenEncrypted"
  from found
  join organizations as o on o.id = found.organization_id
  join projects as p on p.organization_id = found.organization_id and p.id = found.project_id
  left join orders on orders.organization_id = found.organization_id
    and orders.project_id = found.project_id`

type RescheduleRow = OptionalRow<Omit<RescheduleContent, 'orderToken'>> & {
  orderId: string | null
  tokenEncrypted: string | null
}

export async function rescheduleContent(
  { sql, cell, keyRing }: Context,
  { organizationId, rescheduleId, customerId }: MailJob,
): Promise<RescheduleContent | NoContent> {
  const unsubscribeToken = randomToken(cell)
  const values = [organizationId, rescheduleId, customerId, hashSecret(unsubscribeToken)]
  const [row] = await sql.query<RescheduleRow>(RESCHEDULE, values)
  if (!row?.isLive) return { kind: null, reason: 'The appointment was moved again or canceled.' }
  if (row.mailOptOut) return { kind: null, reason: 'The customer has unsubscribed.' }
  const { isLive, mailOptOut, orderId, tokenEncrypted, ...shown } = row
  const orderToken =
    orderId === null || tokenEncrypted === null
      ? null
      : keyRing.decrypt(tokenEncrypted, orderTokenRow(organizationId, orderId))
  return { kind: 'RESCHEDULE', ...shown, orderToken, unsubscribeToken }
}
