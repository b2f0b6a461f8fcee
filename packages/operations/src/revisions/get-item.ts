import type { Sql } from '@mediajobs/db'
import { revisionItems } from '@mediajobs/db/schema'
import { and, eq } from 'drizzle-orm'
import { notFound } from '../shared/errors.ts'
import { itemColumns, type RevisionItem } from './revision.ts'

/** The ids that identify an item. */
export interface ItemPath {
  projectId: string
  revisionId: string
  itemId: string
}

/** SQL condition: the row is the item of `path`. */
export function isItem(orgId: string, { projectId, revisionId, itemId }: ItemPath) {
  return and(
    eq(revisionItems.organizationId, orgId),
    eq(revisionItems.projectId, projectId),
    eq(revisionItems.revisionId, revisionId),
    eq(revisionItems.id, itemId),
  )
}

/** @throws {OperationError} `not_found`. */
export async function getRevisionItem(
  { orm }: Sql,
  orgId: string,
  path: ItemPath,
): Promise<RevisionItem> {
  const [item] = await orm.select(itemColumns).from(revisionItems).where(isItem(orgId, path))
  if (!item) throw notFound()
  return item
}
