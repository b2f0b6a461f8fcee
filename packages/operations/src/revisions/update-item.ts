import { one } from '@mediajobs/db'
import { changeTime, revisionItems, revisions } from '@mediajobs/db/schema'
import type { RevisionItemStatus } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, eq, sql } from 'drizzle-orm'
import { expectMediaOf } from '../media/media-of-project.ts'
import { lockProject, type Project } from '../projects/project.ts'
import type { Actor } from '../shared/actor.ts'
import { forbidden } from '../shared/errors.ts'
import { changedFields, expectRecord, type IsExpected } from '../shared/record.ts'
import { getRevisionItem, type ItemPath, isItem } from './get-item.ts'
import { countOpenItems } from './open-items.ts'
import { itemColumns, type RevisionItem } from './revision.ts'

/** The fields of an item that staff set. A field that is left out does not change. */
export interface ItemInput {
  status?: RevisionItemStatus
  answer?: string | null
  /** The medium that shows the change. */
  resolvedMediaId?: string | null
}

/**
 * Sets an item to DONE or DECLINED, or to OPEN again. The round is resolved when it has no OPEN item left.
 *
 * @throws {OperationError} `not_found`; `forbidden` (`role_forbids`) to all but ADMIN, MANAGER and the
 *   assigned EDITOR; `precondition_failed`; `invalid` for a medium of another project.
 */
export async function updateRevisionItem(
  tx: Tx,
  actor: Actor,
  path: ItemPath,
  input: ItemInput,
  isExpected?: IsExpected<RevisionItem>,
): Promise<RevisionItem> {
  const { organizationId } = actor
  const project = await lockProject(tx, organizationId, path.projectId)
  const before = await getRevisionItem(tx, organizationId, path)
  refuseOthers(actor, project)
  const changed = changedFields(before, input)
  if (changed.includes('resolvedMediaId') && input.resolvedMediaId != null) {
    await expectMediaOf(tx, project, input.resolvedMediaId, 'resolvedMediaId')
  }
  expectRecord(before, isExpected)
  if (changed.length === 0) return before
  const updated = await tx.orm
    .update(revisionItems)
    .set({ ...input, updatedAt: changeTime })
    .where(isItem(organizationId, path))
    .returning(itemColumns)
  if (changed.includes('status')) await settleRevision(tx, organizationId, path, input.status)
  return one(updated, 'the update of an item of a locked project')
}

// docs/contract.md#c13-round-items
function refuseOthers({ role, userId }: Actor, { editorId }: Project): void {
  if (role === 'ADMIN' || role === 'MANAGER') return
  if (role === 'EDITOR' && editorId === userId) return
  throw forbidden(
    'role_forbids',
    `The role ${role} may not answer this item. ADMIN and MANAGER may, and the EDITOR who is assigned to the project.`,
  )
}

async function settleRevision(
  tx: Tx,
  orgId: string,
  { projectId, revisionId }: ItemPath,
  status: RevisionItemStatus | undefined,
): Promise<void> {
  const isOpen = status === 'OPEN'
  if (!isOpen && (await countOpenItems(tx, orgId, projectId, revisionId)) > 0) return
  const resolvedAt = isOpen ? null : sql`coalesce(resolved_at, clock_timestamp())`
  await tx.orm
    .update(revisions)
    .set({ resolvedAt })
    .where(and(eq(revisions.organizationId, orgId), eq(revisions.id, revisionId)))
}
