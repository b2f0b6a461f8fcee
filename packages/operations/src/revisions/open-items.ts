import { one, type Sql } from '@mediajobs/db'
import { changeTime, revisions } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { and, eq, isNull } from 'drizzle-orm'
import { conflict } from '../shared/errors.ts'

// 'OPEN' is written out, not a parameter, so that PostgreSQL uses the index revision_items_open.
const COUNT_OPEN = `
  select count(*) as count from revision_items
  where organization_id = $1 and project_id = $2 and status = 'OPEN'
    and ($3::uuid is null or revision_id = $3)`

/** The number of OPEN items of a project: of one round, or of all rounds. */
export async function countOpenItems(
  sql: Sql,
  orgId: string,
  projectId: string,
  revisionId: string | null = null,
): Promise<number> {
  const rows = await sql.query<{ count: number }>(COUNT_OPEN, [orgId, projectId, revisionId])
  return one(rows, 'the count of open items').count
}

/**
 * docs/contract.md#c13-open-items
 *
 * @throws {OperationError} `conflict` (`open_revision_items`) with the number of items.
 */
export function refuseOpenItems(count: number, force = false): void {
  if (count === 0 || force) return
  const items = count === 1 ? '1 item of a revision is' : `${count} items of revisions are`
  throw conflict(
    'open_revision_items',
    `${items} still OPEN. Set each one to DONE or DECLINED, or deliver with force: true.`,
  )
}

/** A new delivery resolves all earlier rounds. */
export async function resolveRevisions(tx: Tx, orgId: string, projectId: string): Promise<void> {
  await tx.orm
    .update(revisions)
    .set({ resolvedAt: changeTime })
    .where(
      and(
        eq(revisions.organizationId, orgId),
        eq(revisions.projectId, projectId),
        isNull(revisions.resolvedAt),
      ),
    )
}
