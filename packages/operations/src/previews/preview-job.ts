import type { Sql } from '@mediajobs/db'
import { CHANGE_TIME, isResting } from '@mediajobs/db/schema'
import { claimInTurn, organizationsInTurn } from '../shared/turns.ts'

/** A preview that a process makes, with its media item. */
export interface PreviewJob {
  organizationId: string
  mediaId: string
  /** The key of the original. */
  key: string
  size: number
  /** The content type of the upload. The bytes may be of another type. */
  contentType: string
  isPhoto: boolean
  keySecret: Buffer
  /** The number of attempts, with this one. */
  attempts: number
  /** The end of the lease, as in the row. Only the process with this value may write the row. */
  leasedUntil: string
}

// The oldest free job of each organization in turn, by the index `media_previews_pending`.
const CLAIM = `
  with recursive ${organizationsInTurn('media_previews', "state = 'PENDING'")}, due as (
    select job.organization_id, job.media_id
    from organization cross join lateral (
      select organization_id, media_id from media_previews
      where state = 'PENDING' and organization_id = organization.id
        and (leased_until is null or leased_until <= now())
        and not ${isResting('organization.id')}
      order by created_at limit 1
      for update skip locked
    ) as job
    limit 1
  )
  update media_previews as preview
  set attempts = preview.attempts + 1, leased_until = now() + $2 * interval '1 millisecond',
    updated_at = ${CHANGE_TIME}
  from due join media on media.organization_id = due.organization_id and media.id = due.media_id
  where preview.organization_id = due.organization_id and preview.media_id = due.media_id
  returning preview.organization_id as "organizationId", preview.media_id as "mediaId", media.key,
    media.size, media.content_type as "contentType", media.type = 'PHOTO' as "isPhoto",
    preview.key_secret as "keySecret", preview.attempts, preview.leased_until as "leasedUntil"`

/**
 * Takes the oldest job of the next organization after `afterOrganization`, or else of the first organization
 * with a job. No other process takes the job until its lease ends.
 */
export async function claimPreview(
  sql: Sql,
  afterOrganization: string,
  leaseMs: number,
): Promise<PreviewJob | null> {
  return claimInTurn<PreviewJob>(sql, CLAIM, afterOrganization, [leaseMs])
}

const IS_OURS = `organization_id = $1 and media_id = $2 and state = 'PENDING' and leased_until = $3`

const EXTEND = `
  update media_previews set leased_until = now() + $4 * interval '1 millisecond'
  where ${IS_OURS} returning leased_until as "leasedUntil"`

/** Extends the lease of `job`. False when another process has the job or finished it. */
export async function extendLease(sql: Sql, job: PreviewJob, leaseMs: number): Promise<boolean> {
  const [row] = await sql.query<{ leasedUntil: string }>(EXTEND, [...placeOf(job), leaseMs])
  if (row) job.leasedUntil = row.leasedUntil
  return row !== undefined
}

const GIVE_BACK = `
  update media_previews
  set leased_until = now() + $4 * interval '1 millisecond', attempts = attempts - $5
  where ${IS_OURS}`

/**
 * Releases `job` for the next process, after `delayMs`.
 *
 * @param isCounted whether the attempt counts: false when it failed for a reason outside the picture
 */
export async function releasePreview(
  sql: Sql,
  job: PreviewJob,
  { delayMs, isCounted }: { delayMs: number; isCounted: boolean },
): Promise<void> {
  await sql.query(GIVE_BACK, [...placeOf(job), delayMs, isCounted ? 0 : 1])
}

/** The result of a job. Fields that are left out are null. */
export interface FinishedPreview {
  state: 'READY' | 'REFUSED' | 'NONE'
  reason?: string
  width?: number
  height?: number
  colour?: string
  /** Null when there is no original in the store. */
  crc32: number | null
  mlsSize?: number
  mlsCrc32?: number
}

const FINISH = `
  update media_previews
  set state = $4, reason = $5, width = $6, height = $7, colour = $8, crc32 = $9, mls_size = $10,
    mls_crc32 = $11, leased_until = null, updated_at = ${CHANGE_TIME}
  where ${IS_OURS} returning media_id`

const IS_THERE = 'select from media_previews where organization_id = $1 and media_id = $2'

/**
 * Writes the result of `job`, if this process still has the lease.
 *
 * @returns `written`; `taken` when another process has the job or finished it; `deleted` when its media item
 *   was deleted
 */
export async function finishPreview(
  sql: Sql,
  job: PreviewJob,
  finished: FinishedPreview,
): Promise<'written' | 'taken' | 'deleted'> {
  const { state, reason = null, width = null, height = null, colour = null, crc32 } = finished
  const { mlsSize = null, mlsCrc32 = null } = finished
  const values = [state, reason, width, height, colour, crc32, mlsSize, mlsCrc32]
  const written = await sql.query(FINISH, [...placeOf(job), ...values])
  if (written.length > 0) return 'written'
  const there = await sql.query(IS_THERE, [job.organizationId, job.mediaId])
  return there.length > 0 ? 'taken' : 'deleted'
}

function placeOf({ organizationId, mediaId, leasedUntil }: PreviewJob): [string, string, string] {
  return [organizationId, mediaId, leasedUntil]
}
