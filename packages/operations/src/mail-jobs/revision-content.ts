import type { Sql } from '@mediajobs/db'
import { ADDRESS, type NoContent, type RevisionContent, SENDER } from './mail-content.ts'
import type { MailJob } from './mail-job.ts'

// There is no row when the person was deactivated, or does not manage the project any more. The mail is then not
// sent.
const REVISION = `
  select ${SENDER}, ${ADDRESS}, m.name as "managerName", r.round, r.comment,
    (select count(*)::int from revision_items as item
     where item.organization_id = r.organization_id and item.revision_id = r.id) as "itemCount"
  from revisions as r
  join projects as p on p.organization_id = r.organization_id and p.id = r.project_id
  join memberships as m
    on m.organization_id = r.organization_id and m.user_id = p.project_manager_id and m.active
  join organizations as o on o.id = r.organization_id
  where r.organization_id = $1 and r.id = $2 and m.user_id = $3`

type Row = Omit<RevisionContent, 'kind' | 'organizationId' | 'projectId'> & Record<string, unknown>

export async function revisionContent(
  sql: Sql,
  { organizationId, revisionId, userId, projectId }: MailJob,
): Promise<RevisionContent | NoContent> {
  const [row] = await sql.query<Row>(REVISION, [organizationId, revisionId, userId])
  if (!row) return { kind: null, reason: 'The person no longer manages the project.' }
  return { ...row, kind: 'REVISION_REQUEST', organizationId, projectId: projectId ?? '' }
}
