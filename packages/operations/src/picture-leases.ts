// Raw SQL: a claim.
import type { Sql } from '@mediajobs/db'
import { CHANGE_TIME, isResting, mediaPreviews } from '@mediajobs/db/schema'
import { and, eq, sql as raw } from 'drizzle-orm'
import { organizationsInTurn } from './shared/turns.ts'

// The derivatives of a media item and its marked picture are two jobs of one row, which share its lease.

/** A claimed row of `media_previews`. */
export interface PictureLease {
  organizationId: string
  mediaId: string
  keySecret: Buffer
  /** Including this one. */
  attempts: number
  /** The end of the lease, as stored: a fencing token for writes. */
  leasedUntil: string
  /** Secret for the watermarked picture's key, if that's the job. */
  markSecret?: Buffer
}

/**
 * SQL: claims the oldest unleased job of the next organization, for `$2` milliseconds. Needs an index on organization
 * and `created_at` of the rows that satisfy `isDue`.
 *
 * @param attempts the column that counts
 * @param more additional columns to return, of `preview` and `media`
 */
export function claimPicture(isDue: string, attempts: string, more: string): string {
  return `
    with recursive ${organizationsInTurn('media_previews', isDue)}, due as (
      select job.organization_id, job.media_id
      from organization cross join lateral (
        select organization_id, media_id from media_previews
        where ${isDue} and organization_id = organization.id
          and (leased_until is null or leased_until <= now())
          and not ${isResting('organization.id')}
        order by created_at limit 1
        for update skip locked
      ) as job
      limit 1
    )
    update media_previews as preview
    set ${attempts} = preview.${attempts} + 1, leased_until = now() + $2 * interval '1 millisecond',
      updated_at = ${CHANGE_TIME}
    from due join media on media.organization_id = due.organization_id and media.id = due.media_id
    where preview.organization_id = due.organization_id and preview.media_id = due.media_id
    returning preview.organization_id as "organizationId", preview.media_id as "mediaId",
      preview.key_secret as "keySecret", preview.${attempts} as attempts,
      preview.leased_until as "leasedUntil", ${more}`
}

export function isPreviewOf({
  organizationId,
  mediaId,
}: Pick<PictureLease, 'organizationId' | 'mediaId'>) {
  return and(eq(mediaPreviews.organizationId, organizationId), eq(mediaPreviews.mediaId, mediaId))
}

/** SQL condition: the lease holds, and its job isn't done or dropped. */
export function isLeased(job: PictureLease) {
  const { state, markState, markSecret, leasedUntil } = mediaPreviews
  const isPending = job.markSecret
    ? and(eq(markState, 'PENDING'), eq(markSecret, job.markSecret))
    : eq(state, 'PENDING')
  return and(isPreviewOf(job), isPending, eq(leasedUntil, job.leasedUntil))
}

const afterMs = (ms: number) => raw`now() + ${ms} * interval '1 millisecond'`

/** Extends the lease of `job`. @returns false if the lease was lost */
export async function extendLease(sql: Sql, job: PictureLease, leaseMs: number): Promise<boolean> {
  const [row] = await sql.orm
    .update(mediaPreviews)
    .set({ leasedUntil: afterMs(leaseMs) })
    .where(isLeased(job))
    .returning({ leasedUntil: mediaPreviews.leasedUntil })
  if (row?.leasedUntil) job.leasedUntil = row.leasedUntil
  return row !== undefined
}

/**
 * Releases `job` for another attempt after `delayMs`.
 *
 * @param isCounted whether this attempt counts; false for failures unrelated to the picture
 */
export async function releaseLease(
  sql: Sql,
  job: PictureLease,
  { delayMs, isCounted }: { delayMs: number; isCounted: boolean },
): Promise<void> {
  const column = job.markSecret ? 'markAttempts' : 'attempts'
  const attempts = raw`${mediaPreviews[column]} - ${isCounted ? 0 : 1}`
  await sql.orm
    .update(mediaPreviews)
    .set({ leasedUntil: afterMs(delayMs), [column]: attempts })
    .where(isLeased(job))
}
