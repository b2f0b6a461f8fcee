import { newId, one } from '@mediajobs/db'
import { changeTime, revisions } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { sql } from 'drizzle-orm'
import { mailRevisionRequest } from '../mails/queue-mail.ts'
import type { Project } from '../projects/project.ts'
import { publishRevisionRequested } from '../projects/project-events.ts'
import type { RequestedItem } from './revision.ts'
import type { RevisionRequest } from './revision-request.ts'

interface NewRevision {
  /** The locked project, after its move to IN_REVISION. */
  project: Project
  deliveryId: string
  request: RevisionRequest
  /** Null when the client sent the request. */
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
 * Stores a request as the project's next round, and publishes REVISION_REQUESTED. If the service sends mail, the
 * project's manager gets one.
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
      // The project is locked, so no other round can get the same number.
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
    const column = <Name extends keyof RequestedItem>(name: Name) => items.map((item) => item[name])
    await tx.query(INSERT_ITEMS, [
      organizationId,
      projectId,
      revisionId,
      column('id'),
      column('mediaId'),
      column('comment'),
      column('x'),
      column('y'),
      column('time'),
    ])
  }
  const revision = { revisionId, deliveryId, round, comment, items, requestedByUserId }
  await mailRevisionRequest(tx, project, revision)
  publishRevisionRequested(tx, project, revision)
}

type ItemRequest = NonNullable<RevisionRequest['items']>[number]

function requestedItem({ mediaId, comment, x, y, time }: ItemRequest): RequestedItem {
  return { id: newId(), mediaId, comment, x: x ?? null, y: y ?? null, time: time ?? null }
}
