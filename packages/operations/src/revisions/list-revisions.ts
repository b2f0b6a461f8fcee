import type { Sql } from '@mediajobs/db'
import { revisionItems, revisions } from '@mediajobs/db/schema'
import { and, asc, desc, eq, inArray, lt, sql as raw } from 'drizzle-orm'
import { getProject } from '../projects/get-project.ts'
import { type Page, type PageRequest, pageOf, positionOf } from '../shared/paging.ts'
import { itemColumns, type Revision, type RevisionItem } from './revision.ts'

const columns = {
  id: revisions.id,
  round: revisions.round,
  deliveryId: revisions.deliveryId,
  comment: revisions.comment,
  requestedByUserId: revisions.requestedByUserId,
  requestedAt: revisions.requestedAt,
  resolvedAt: revisions.resolvedAt,
}

// The size of the items of each round, measured before any item is read. Without its two texts an item has
// less than 400 bytes.
const ITEM_BYTES = raw`(
  select coalesce(sum(octet_length(to_json(item.comment)::text)
    + coalesce(octet_length(to_json(item.answer)::text), 0) + 400), 0)::int8
  from revision_items as item
  where item.organization_id = revisions.organization_id and item.revision_id = revisions.id)`.mapWith(
  Number,
)

/**
 * The revision rounds of a project, newest first, each with its items.
 *
 * @throws {OperationError} `not_found`, or `invalid` for a cursor that does not belong here.
 */
export async function listRevisions(
  sql: Sql,
  orgId: string,
  projectId: string,
  { limit, cursor }: PageRequest,
): Promise<Page<Revision>> {
  const list = { list: 'revisions', projectId }
  const after = positionOf(cursor, list, isRound)
  await getProject(sql, orgId, projectId)
  const rows = await sql.orm
    .select({ ...columns, itemBytes: ITEM_BYTES })
    .from(revisions)
    .where(
      and(
        eq(revisions.organizationId, orgId),
        eq(revisions.projectId, projectId),
        after && lt(revisions.round, Number(after.value)),
      ),
    )
    .orderBy(desc(revisions.round))
    .limit(limit + 1)
  const bytes = new Map(rows.map((row) => [row, row.itemBytes]))
  const at = ({ round, id }: (typeof rows)[number]) => ({ value: String(round), id })
  const page = pageOf(rows, limit, list, at, ['comment'], bytes)
  const itemsOf = await readItems(
    sql,
    orgId,
    page.data.map(({ id }) => id),
  )
  const data = page.data.map(({ itemBytes, ...row }) => ({ ...row, items: itemsOf(row.id) }))
  return { ...page, data }
}

function isRound(value: string): boolean {
  return /^\d{1,9}$/.test(value)
}

async function readItems(
  sql: Sql,
  orgId: string,
  revisionIds: string[],
): Promise<(revisionId: string) => RevisionItem[]> {
  if (revisionIds.length === 0) return () => []
  const { revisionId, organizationId, position } = revisionItems
  const rows = await sql.orm
    .select({ revisionId, item: itemColumns })
    .from(revisionItems)
    .where(and(eq(organizationId, orgId), inArray(revisionId, revisionIds)))
    .orderBy(asc(revisionId), asc(position))
  const byRevision = Map.groupBy(rows, (row) => row.revisionId)
  return (id) => (byRevision.get(id) ?? []).map(({ item }) => item)
}
