import type { Sql } from '@mediajobs/db'
import { hashSecret, PASSWORD_RESET_SECONDS, randomToken } from '@mediajobs/domain'
import { type NoContent, type PasswordResetContent, SENDER } from './mail-content.ts'
import type { MailJob } from './mail-job.ts'

const PASSWORD_RESET = `
  with added as (
    insert into password_resets (token_hash, user_id, expires_at)
    values ($3, $2, now() + ${PASSWORD_RESET_SECONDS} * interval '1 second')
  )
  select ${SENDER} from organizations as o where o.id = $1`

type Row = Pick<PasswordResetContent, 'sender'> & Record<string, unknown>

export async function passwordResetContent(
  sql: Sql,
  { organizationId, userId }: MailJob,
  cell: string | null,
): Promise<PasswordResetContent | NoContent> {
  const token = randomToken(cell, 'mjp_')
  const values = [organizationId, userId, hashSecret(token)]
  const [row] = await sql.query<Row>(PASSWORD_RESET, values)
  if (!row) return { kind: null, reason: 'The organization is gone.' }
  return { kind: 'PASSWORD_RESET', sender: row.sender, token }
}
