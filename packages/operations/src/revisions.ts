// Raw SQL: a count over a partial index, whose predicate must be a literal.
import { one, type Sql } from '@mediajobs/db'
import { changeTime, revisionItems, revisions } from '@mediajobs/db/schema'
import type { RevisionItemStatus } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, asc, desc, eq, inArray, isNull, lt, sql as raw } from 'drizzle-orm'
import { expectMediaOf } from './media/media.ts'
import { getProject, lockProject, type Project } from './projects/project.ts'
import type { Actor } from './shared/actor.ts'
import { conflict, forbidden, notFound } from './shared/errors.ts'
import { type Page, type PageRequest, pageOf, positionOf } from './shared/paging.ts'
import { changedFields, expectRecord, type IsExpected } from './shared/record.ts'

type ItemRow = typeof revisionItems.$inferSelect

/** The fields of an item in responses: docs/contract.md#c13-rounds */
const itemColumns = {
  id: revisionItems.id,
  mediaId: revisionItems.mediaId,
  comment: revisionItems.comment,
  x: revisionItems.x,
  y: revisionItems.y,
  time: revisionItems.time,
  status: revisionItems.status,
  answer: revisionItems.answer,
  resolvedMediaId: revisionItems.resolvedMediaId,
}

const columns = {
  id: revisions.id,
  round: revisions.round,
  deliveryId: revisions.deliveryId,
  comment: revisions.comment,
  requestedByUserId: revisions.requestedByUserId,
  requestedAt: revisions.requestedAt,
  resolvedAt: revisions.resolvedAt,
}

/** A change requested in one media item, and its outcome. */
export type RevisionItem = Pick<ItemRow, keyof typeof itemColumns>

/** A requested item, with its new id. */
export type RequestedItem = Pick<ItemRow, 'id' | 'mediaId' | 'comment' | 'x' | 'y' | 'time'>

/** A revision round: a client's request with its items. */
export interface Revision extends Pick<typeof revisions.$inferSelect, keyof typeof columns> {
  items: RevisionItem[]
}

// The size of a round's items, measured before reading them. Besides its texts, an item has fewer than 400 bytes.
const ITEM_BYTES = raw`(
  select coalesce(sum(octet_length(to_json(item.comment)::text)
    + coalesce(octet_length(to_json(item.answer)::text), 0) + 400), 0)::int8
  from revision_items as item
  where item.organization_id = revisions.organization_id and item.revision_id = revisions.id)`.mapWith(
  Number,
)

/**
 * A project's revision rounds with their items, newest first.
 *
 * @throws {OperationError} `not_found`, or `invalid` for a cursor of another list.
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
  const ids = page.data.map(({ id }) => id)
  const itemsOf = await readItems(sql, orgId, ids)
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

export interface ItemPath {
  projectId: string
  revisionId: string
  itemId: string
}

function isItem(orgId: string, { projectId, revisionId, itemId }: ItemPath) {
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

export interface ItemInput {
  status?: RevisionItemStatus
  answer?: string | null
  /** The media item that shows the change. */
  resolvedMediaId?: string | null
}

/**
 * Settles or reopens an item. The round is resolved when none is OPEN.
 *
 * @throws {OperationError} `not_found`; `forbidden` (`role_forbids`) to all but ADMIN, MANAGER and the assigned EDITOR;
 *   `precondition_failed`; `invalid` for media of another project.
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
    const field = 'resolvedMediaId'
    await expectMediaOf(tx, project, { id: input[field], path: '', field })
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
    `The role ${role} may not answer this item. ADMIN, MANAGER and the assigned EDITOR may.`,
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
  const resolvedAt = isOpen ? null : raw`coalesce(resolved_at, clock_timestamp())`
  await tx.orm
    .update(revisions)
    .set({ resolvedAt })
    .where(and(eq(revisions.organizationId, orgId), eq(revisions.id, revisionId)))
}

// 'OPEN' is a literal, to match the index revision_items_open.
const COUNT_OPEN = `
  select count(*) as count from revision_items
  where organization_id = $1 and project_id = $2 and status = 'OPEN'
    and ($3::uuid is null or revision_id = $3)`

/** Counts a project's OPEN items, in one round or all. */
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
 * Refuses a delivery with OPEN items, unless forced: docs/contract.md#c13-open-items
 *
 * @throws {OperationError} `conflict` (`open_revision_items`) with the number of items.
 */
export function refuseOpenItems(count: number, force = false): void {
  if (count === 0 || force) return
  const items = count === 1 ? '1 revision item is' : `${count} revision items are`
  throw conflict(
    'open_revision_items',
    `${items} still OPEN. Set each one to DONE or DECLINED, or deliver with force: true.`,
  )
}

/** Resolves all rounds of a project on a new delivery. */
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
