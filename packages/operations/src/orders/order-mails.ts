// Raw SQL: a mail and its daily limit in one statement.
import { MAX_TOLD_MANAGERS } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { insertOf } from '../mails.ts'
import type { OrderRow } from './order.ts'

// Not to unsubscribed customers, even if the order isn't linked to them yet.
const TO_CLIENT = `select p.customer_email as recipient, p.customer_id, p.project_id, p.id as order_id
  from orders as p
  where p.organization_id = $1 and p.id = $2 and p.customer_email is not null and not exists (
    select from customers as c where c.organization_id = p.organization_id
      and lower(c.email) = lower(p.customer_email) and c.mail_opt_out)`

const TO_MANAGERS = `select u.email as recipient, m.user_id, p.project_id, p.id as order_id
  from orders as p
  join memberships as m on m.organization_id = p.organization_id and m.active
    and m.role in ('ADMIN', 'MANAGER')
  join users as u on u.id = m.user_id
  where p.organization_id = $1 and p.id = $2
  order by m.created_at, m.user_id limit ${MAX_TOLD_MANAGERS}`

const CLIENT_COLUMNS = ['customer_id', 'project_id', 'order_id']

const QUEUE = {
  ORDER_REQUESTED: insertOf('ORDER_REQUESTED', CLIENT_COLUMNS, TO_CLIENT),
  ORDER_CONFIRMED: insertOf('ORDER_CONFIRMED', CLIENT_COLUMNS, TO_CLIENT),
  ORDER_DECLINED: insertOf('ORDER_DECLINED', CLIENT_COLUMNS, TO_CLIENT),
  NEW_ORDER: insertOf('NEW_ORDER', ['user_id', 'project_id', 'order_id'], TO_MANAGERS),
}

/** Queues the mail of an order if the service sends mail. docs/contract.md#c20-mail */
export async function mailOrder(
  tx: Tx,
  { organizationId, id }: OrderRow,
  kind: keyof typeof QUEUE,
): Promise<void> {
  if (tx.sendsMail) await tx.query(QUEUE[kind], [organizationId, id])
}
