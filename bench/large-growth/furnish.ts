import type { LargeStudio } from '@mediajobs/testing/plans/interface-lists'
import { STUDIO_RECORDS } from '@mediajobs/testing/plans/studio-records'
import type pg from 'pg'
import { apiKeyId, memberId, organizationId, subscriptionId } from './identifiers.ts'
import { LARGE } from './size.ts'

/** Gives the large organization records in the other lists, and returns those by which the lists are filtered. */
export async function furnish(client: pg.Client): Promise<LargeStudio> {
  const large = organizationId(String(LARGE))
  const { rows } = await client.query<
    LargeStudio & { organizationId: string; isFurnished: boolean }
  >(`
    select ${large} as "organizationId",
      (select customer_id from invoices where organization_id = ${large} order by created_at desc limit 1) as "customerId",
      (select project_id from revisions where organization_id = ${large} order by id desc limit 1) as "projectId",
      (select id from bulk_imports where organization_id = ${large} order by created_at desc limit 1) as "importId",
      ${memberId(String(LARGE), '2')} as "memberId", ${apiKeyId(String(LARGE), '0')} as "apiKeyId",
      ${subscriptionId(String(LARGE), '0')} as "subscriptionId", exists (select from invoices) as "isFurnished"`)
  const [studio] = rows
  if (!studio) throw new Error('the studio was not read')
  if (studio.isFurnished) return studio
  // Foreign keys of records that this script makes are right.
  await client.query('set session_replication_role = replica')
  for (const statement of STUDIO_RECORDS) await client.query(statement, [studio.organizationId])
  await client.query(
    `insert into project_status_changes (organization_id, project_id, id, from_status, to_status)
     select organization_id, project_id, uuid_v7(), 'PENDING', 'BOOKED'
     from revisions where organization_id = $1`,
    [studio.organizationId],
  )
  await client.query('reset session_replication_role')
  await client.query('analyze')
  return furnish(client)
}
