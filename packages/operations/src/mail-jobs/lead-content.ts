import type { MailJob } from './mail-job.ts'
import { ADDRESS, type Context, type MailSender, type NoContent, SENDER } from './parts.ts'

/** A website visitor's message, for one of the contacts. */
export interface LeadContent {
  kind: 'NEW_LEAD'
  sender: MailSender
  /** Null if no longer a contact of the website. */
  contactName: string | null
  address: string | null
  name: string
  email: string | null
  phone: string | null
  message: string | null
  /** Id of the branded page. */
  publicId: string
}

const LEAD = `
  select ${SENDER}, ${ADDRESS}, l.name, l.email, l.phone, l.message, w.public_id as "publicId",
    (select contact ->> 'name' from json_array_elements(w.contacts) as contact
     where contact ->> 'email' = $3 limit 1) as "contactName"
  from leads as l
  join websites as w on w.organization_id = l.organization_id and w.project_id = l.project_id
  join projects as p on p.organization_id = l.organization_id and p.id = l.project_id
  join organizations as o on o.id = l.organization_id
  where l.organization_id = $1 and l.id = $2`

export async function leadContent(
  { sql }: Context,
  { organizationId, leadId, recipient }: MailJob,
): Promise<LeadContent | NoContent> {
  const [row] = await sql.query<Omit<LeadContent, 'kind'>>(LEAD, [
    organizationId,
    leadId,
    recipient,
  ])
  if (!row) return { kind: null, reason: 'The message was already erased.' }
  return { ...row, kind: 'NEW_LEAD' }
}
