import type { Sql } from '@mediajobs/db'
import { hashSecret, type KeyRing, randomToken } from '@mediajobs/domain'
import { tokenRow } from '../client-deliveries/create-delivery.ts'
import { ADDRESS, type DeliveryContent, type NoContent, SENDER } from './mail-content.ts'
import type { MailJob } from './mail-job.ts'

const DELIVERY = `
  with found as (
    select d.id, d.message, d.expires_at, d.token_encrypted, d.organization_id, d.project_id,
      c.id as customer_id, c.name, c.mail_opt_out,
      d.superseded_at is null and d.revoked_at is null
        and (d.expires_at is null or d.expires_at > now()) as is_live
    from client_deliveries as d
    join customers as c on c.organization_id = d.organization_id and c.id = $3
    where d.organization_id = $1 and d.id = $2
  ), added as (
    insert into unsubscribe_tokens (token_hash, organization_id, customer_id)
    select $4, organization_id, customer_id from found where is_live and not mail_opt_out
  )
  select ${SENDER}, ${ADDRESS}, found.name as "customerName", found.message,
    found.expires_at as "expiresAt", found.token_encrypted as "tokenEncrypted",
    found.is_live as "isLive", found.mail_opt_out as "mailOptOut"
  from found
  join organizations as o on o.id = found.organization_id
  join projects as p on p.organization_id = found.organization_id and p.id = found.project_id`

interface Row extends Omit<DeliveryContent, 'kind' | 'token' | 'unsubscribeToken'> {
  [name: string]: unknown
  tokenEncrypted: string
  isLive: boolean
  mailOptOut: boolean
}

export async function deliveryContent(
  sql: Sql,
  { organizationId, deliveryId, customerId }: MailJob,
  { keyRing, cell }: { keyRing: KeyRing; cell: string | null },
): Promise<DeliveryContent | NoContent> {
  const unsubscribeToken = randomToken(cell)
  const values = [organizationId, deliveryId, customerId, hashSecret(unsubscribeToken)]
  const [row] = await sql.query<Row>(DELIVERY, values)
  if (!row?.isLive) {
    return { kind: null, reason: 'The delivery was revoked, replaced or had expired before.' }
  }
  if (row.mailOptOut) return { kind: null, reason: 'The customer has unsubscribed.' }
  const { sender, customerName, address, message, expiresAt } = row
  const token = keyRing.decrypt(row.tokenEncrypted, tokenRow(organizationId, deliveryId ?? ''))
  const content = { sender, customerName, address, message, expiresAt, token, unsubscribeToken }
  return { kind: 'DELIVERY', ...content }
}
