import type { Sql } from '@mediajobs/db'
import { type DisabledWebhookContent, type NoContent, SENDER } from './mail-content.ts'
import type { MailJob } from './mail-job.ts'

// There is no row when the subscription is on again or deleted, or when the person may not change it any more.
// The mail is then not sent.
const DISABLED = `
  select ${SENDER}, m.name as "adminName", s.url, s.disabled_reason as reason
  from webhook_subscriptions as s
  join memberships as m
    on m.organization_id = s.organization_id and m.user_id = $3 and m.active and m.role = 'ADMIN'
  join organizations as o on o.id = s.organization_id
  where s.organization_id = $1 and s.id = $2 and s.deleted_at is null and not s.active
    and s.disabled_reason is not null`

type Row = Pick<DisabledWebhookContent, 'sender' | 'adminName' | 'url' | 'reason'> &
  Record<string, unknown>

export async function disabledWebhookContent(
  sql: Sql,
  { organizationId, subscriptionId, userId }: MailJob,
): Promise<DisabledWebhookContent | NoContent> {
  const [row] = await sql.query<Row>(DISABLED, [organizationId, subscriptionId, userId])
  if (!row) return { kind: null, reason: 'The subscription is no longer switched off.' }
  return { ...row, kind: 'WEBHOOK_DISABLED', organizationId, subscriptionId: subscriptionId ?? '' }
}
