import type { Sql } from '@mediajobs/db'
import { hashSecret } from '@mediajobs/domain'
import { newInvitationToken } from '../users/invitation.ts'
import { type InvitationContent, type NoContent, SENDER } from './mail-content.ts'
import type { MailJob } from './mail-job.ts'

// The invitation gets a second token: the first one is known only to its first reader.
const INVITATION = `
  with live as (
    select i.organization_id, i.user_id, i.expires_at, m.name
    from invitations as i
    join memberships as m
      on m.organization_id = i.organization_id and m.user_id = i.user_id and m.active
    where i.token_hash = $3 and i.organization_id = $1 and i.user_id = $2 and i.expires_at > now()
    for update of i
  ), added as (
    insert into invitations (token_hash, organization_id, user_id, expires_at)
    select $4, organization_id, user_id, expires_at from live
  )
  select ${SENDER}, live.name as "personName", live.expires_at as "expiresAt"
  from live join organizations as o on o.id = live.organization_id`

type Row = Omit<InvitationContent, 'kind' | 'token'> & Record<string, unknown>

export async function invitationContent(
  sql: Sql,
  { organizationId, userId, invitationHash }: MailJob,
  cell: string | null,
): Promise<InvitationContent | NoContent> {
  const token = newInvitationToken(cell)
  const values = [organizationId, userId, invitationHash, hashSecret(token)]
  const [row] = await sql.query<Row>(INVITATION, values)
  if (!row) return { kind: null, reason: 'The invitation was accepted, replaced or ended before.' }
  return { ...row, kind: 'INVITATION', token }
}
