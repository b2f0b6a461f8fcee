// Raw SQL: one statement, which reads the content and stores the hash of its token.
import { hashSecret, orderTokenRow, randomToken } from '@mediajobs/domain'
import type { MailJob } from './mail-job.ts'
import {
  ADDRESS,
  type Context,
  type NoContent,
  OPTIONAL,
  type OptionalRow,
  type ToCustomer,
  UNSUBSCRIBING,
} from './parts.ts'

/** Of a moved appointment, to the customer. */
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
  /** Of the order's page. Null for a project that staff booked. */
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
