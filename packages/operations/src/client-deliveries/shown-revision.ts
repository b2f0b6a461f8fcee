import type { Sql } from '@mediajobs/db'
import { clientDeliveries, revisionItems, revisions } from '@mediajobs/db/schema'
import { and, desc, eq, isNull, lte, or, sql as raw } from 'drizzle-orm'
import type { RevisionItem } from '../revisions.ts'

/** A revision round as the client sees it. */
export interface ShownRevision {
  id: string
  round: number
  comment: string | null
  requestedAt: string
  items: RevisionItem[]
}

const ITEMS = raw<RevisionItem[]>`(
  select coalesce(json_agg(json_build_object(
    'id', item.id, 'mediaId', item.media_id, 'comment', item.comment, 'x', item.x, 'y', item.y,
    'time', item.time, 'status', item.status, 'answer', item.answer,
    'resolvedMediaId', item.resolved_media_id) order by item.position), '[]')
  from ${revisionItems} as item
  where item.organization_id = revisions.organization_id and item.revision_id = revisions.id)`

/**
 * A lateral subquery: the newest round of a client delivery's project. A superseded link shows no later
 * round, because other people may have that link.
 */
export function newestRevision({ orm }: Sql) {
  const { organizationId, projectId, supersededAt } = clientDeliveries
  return orm
    .select({
      id: revisions.id,
      round: revisions.round,
      comment: revisions.comment,
      requestedAt: revisions.requestedAt,
      items: ITEMS.as('items'),
    })
    .from(revisions)
    .where(
      and(
        eq(revisions.organizationId, organizationId),
        eq(revisions.projectId, projectId),
        or(isNull(supersededAt), lte(revisions.requestedAt, supersededAt)),
      ),
    )
    .orderBy(desc(revisions.round))
    .limit(1)
    .as('newest_revision')
}

export function shownRevision(newest: ReturnType<typeof newestRevision>) {
  const { id, round, comment, requestedAt, items } = newest
  return { id, round, comment, requestedAt, items }
}
