// Raw SQL: updates with a join.
import type { Sql } from '@mediajobs/db'
import { CHANGE_TIME, changeTime, mediaPreviews } from '@mediajobs/db/schema'
import { markedKey } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { removeObjects, UNDER_WAY_SECONDS } from './media/object-removals.ts'
import { claimPicture, isLeased, type PictureLease } from './picture-leases.ts'
import { KEY_SECRET } from './previews.ts'
import { claimInTurn } from './shared/turns.ts'

/** A claimed picture to watermark, from its derivative `large`. */
export interface MarkJob extends PictureLease {
  markSecret: Buffer
}

const REQUEST = `
  update media_previews as preview
  set mark_state = 'PENDING', mark_secret = ${KEY_SECRET}, mark_attempts = 0, updated_at = ${CHANGE_TIME}
  from client_deliveries as delivery
  where delivery.organization_id = $1 and delivery.id = $2
    and preview.organization_id = $1 and preview.media_id = any (delivery.media_ids)
    and preview.state in ('PENDING', 'READY') and preview.mark_state is null`

/** Requests marked copies of a delivery's pictures that have none. */
export async function requestMarks(tx: Tx, orgId: string, deliveryId: string): Promise<void> {
  await tx.query(REQUEST, [orgId, deliveryId])
}

const RELEASE = `
  with marked as (
    select preview.organization_id, preview.media_id, preview.mark_secret
    from media join media_previews as preview
      on preview.organization_id = media.organization_id and preview.media_id = media.id
    where media.organization_id = $1 and media.project_id = $2 and preview.mark_state is not null
    for update of preview
  )
  update media_previews as preview
  set mark_state = null, mark_secret = null, mark_attempts = 0, updated_at = ${CHANGE_TIME}
  from marked
  where preview.organization_id = marked.organization_id and preview.media_id = marked.media_id
  returning marked.mark_secret as "markSecret"`

/** Schedules the removal of a project's marked pictures, once its delivery in force isn't locked. */
export async function releaseMarks(tx: Tx, orgId: string, projectId: string): Promise<void> {
  const rows = await tx.query<{ markSecret: Buffer }>(RELEASE, [orgId, projectId])
  if (rows.length === 0) return
  const keys = rows.map(({ markSecret }) => markedKey(orgId, markSecret))
  // Open pages may still show them, and a media process may still put them.
  await removeObjects(tx, orgId, keys, UNDER_WAY_SECONDS)
}

// Uses the index `media_previews_unmarked`.
const CLAIM = claimPicture(
  "mark_state = 'PENDING' and state = 'READY'",
  'mark_attempts',
  'preview.mark_secret as "markSecret"',
)

/** Like `claimPreview`, for a picture to mark. */
export function claimMark(
  sql: Sql,
  afterOrganization: string,
  leaseMs: number,
): Promise<MarkJob | null> {
  return claimInTurn<MarkJob>(sql, CLAIM, afterOrganization, [leaseMs])
}

/**
 * Writes the result of `job` if the lease still holds.
 *
 * @returns `taken` if the lease was lost, or the picture is no longer needed and its removal scheduled
 */
export async function finishMark(
  sql: Sql,
  job: MarkJob,
  { state }: { state: 'READY' | 'REFUSED' },
): Promise<'written' | 'taken'> {
  const written = await sql.orm
    .update(mediaPreviews)
    .set({ markState: state, leasedUntil: null, updatedAt: changeTime })
    .where(isLeased(job))
    .returning({ mediaId: mediaPreviews.mediaId })
  return written.length > 0 ? 'written' : 'taken'
}
