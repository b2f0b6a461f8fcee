// Raw SQL: a batch.
import { newId, one } from '@mediajobs/db'
import { changeTime, revisions } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { sql } from 'drizzle-orm'
import { mailRevisionRequest } from './mails.ts'
import type { Project } from './projects/project.ts'
import { publishProject } from './projects/project-events.ts'
import type { RequestedItem } from './revisions.ts'
import { invalid, refusedField, refuseFields } from './shared/errors.ts'

/** Changes requested by the client, or by staff on their behalf. */
export interface RevisionRequest {
  comment?: string
  items?: readonly ItemRequest[]
}

interface ItemRequest {
  mediaId: string
  comment: string
  /** The marked spot, as fractions of width and height: both or neither. */
  x?: number | null
  y?: number | null
  /** Seconds from the start of a video. */
  time?: number | null
}

/** @throws {OperationError} `invalid` without comment and items, or for an item with x or y alone. */
export function checkRequest({ comment, items = [] }: RevisionRequest): void {
  if (comment === undefined && items.length === 0)
    throw invalid('comment', 'required', 'is required without items')
  const halves = items.flatMap(({ x, y }, n) => {
    if ((x == null) === (y == null)) return []
    const [missing, given] = x == null ? ['x', 'y'] : ['y', 'x']
    return [refusedField(`items[${n}].${missing}`, 'required', `is required with ${given}`)]
  })
  refuseFields(halves)
}

/** @throws {OperationError} `invalid` for items about media other than those `delivered`. */
export function expectDelivered(
  { items = [] }: RevisionRequest,
  delivered: readonly string[],
): void {
  const ids = new Set(delivered)
  const foreign = items.flatMap(({ mediaId }, n) =>
    ids.has(mediaId)
      ? []
      : [refusedField(`items[${n}].mediaId`, 'unknown_reference', 'is not in this delivery')],
  )
  refuseFields(foreign)
}

interface NewRevision {
  /** The locked project, after its move to IN_REVISION. */
  project: Project
  deliveryId: string
  request: RevisionRequest
  /** Null for the client. */
  requestedByUserId: string | null
}

const INSERT_ITEMS = `
  insert into revision_items
    (organization_id, project_id, revision_id, id, position, media_id, comment, x, y, "time")
  select $1, $2, $3, id, position, media_id, comment, x, y, "time"
  from unnest(
    $4::uuid[], $5::uuid[], $6::text[], $7::float8[], $8::float8[], $9::float8[]
  ) with ordinality as item (id, media_id, comment, x, y, "time", position)`

/**
 * Stores a request as the project's next round, publishes REVISION_REQUESTED, and mails the project's manager if the
 * service sends mail.
 */
export async function recordRevision(
  tx: Tx,
  { project, deliveryId, request, requestedByUserId }: NewRevision,
): Promise<void> {
  const { organizationId, id: projectId } = project
  const { comment = null } = request
  const items = (request.items ?? []).map(requestedItem)
  const revisionId = newId()
  const made = await tx.orm
    .insert(revisions)
    .values({
      organizationId,
      id: revisionId,
      projectId,
      deliveryId,
      // Unique under the project's lock.
      round: sql`(
        select coalesce(max(round), 0) + 1 from ${revisions}
        where organization_id = ${organizationId} and project_id = ${projectId})`,
      comment,
      requestedByUserId,
      requestedAt: changeTime,
    })
    .returning({ round: revisions.round })
  const { round } = one(made, 'the insert of a revision')
  if (items.length > 0) {
    const column = (name: keyof RequestedItem) => items.map((item) => item[name])
    const columns = (['id', 'mediaId', 'comment', 'x', 'y', 'time'] as const).map(column)
    await tx.query(INSERT_ITEMS, [organizationId, projectId, revisionId, ...columns])
  }
  const revision = { revisionId, deliveryId, round, comment, items, requestedByUserId }
  await mailRevisionRequest(tx, project, revision)
  publishProject(tx, 'REVISION_REQUESTED', project, revision)
}

function requestedItem({ mediaId, comment, x, y, time }: ItemRequest): RequestedItem {
  return { id: newId(), mediaId, comment, x: x ?? null, y: y ?? null, time: time ?? null }
}
