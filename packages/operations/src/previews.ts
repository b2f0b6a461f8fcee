// Raw SQL: batches.
import type { Sql } from '@mediajobs/db'
import { CHANGE_TIME, changeTime, isAway, isFrozen, mediaPreviews } from '@mediajobs/db/schema'
import {
  DERIVATIVES,
  type DerivativeName,
  derivativeKey,
  type PreviewState,
} from '@mediajobs/domain'
import { and, eq, sql as raw } from 'drizzle-orm'
import { claimPicture, isLeased, isPreviewOf, type PictureLease } from './picture-leases.ts'
import { claimInTurn, LEAST_ID } from './shared/turns.ts'

/** The public URL of an object, by its key. */
export type CdnUrl = (key: string) => string

/** The pictures derived from a media item: docs/contract.md#c13-preview. URLs are null unless READY. */
export interface Preview extends Record<`${DerivativeName}Url`, string | null> {
  state: PreviewState
  /** Pixels of the original, after its EXIF rotation. */
  width: number | null
  height: number | null
  /** The mean color, as `#rrggbb`. */
  colour: string | null
  /** Why the picture was refused. */
  reason: string | null
}

export const previewColumns = {
  state: mediaPreviews.state,
  width: mediaPreviews.width,
  height: mediaPreviews.height,
  colour: mediaPreviews.colour,
  reason: mediaPreviews.reason,
  keySecret: mediaPreviews.keySecret,
  markState: mediaPreviews.markState,
  markSecret: mediaPreviews.markSecret,
}

/** A row of {@link previewColumns}. */
export type PreviewRow = Pick<typeof mediaPreviews.$inferSelect, keyof typeof previewColumns>

const DERIVATIVE_NAMES = Object.keys(DERIVATIVES) as DerivativeName[]

export function previewOf(orgId: string, row: PreviewRow | null, cdnUrl: CdnUrl): Preview | null {
  if (!row) return null
  const { state, width, height, colour, reason, keySecret } = row
  const urlOf = (name: DerivativeName) =>
    row.state === 'READY' ? cdnUrl(derivativeKey(orgId, keySecret, name)) : null
  return {
    state,
    width,
    height,
    colour,
    reason,
    thumbUrl: urlOf('thumb'),
    mediumUrl: urlOf('medium'),
    gridUrl: urlOf('grid'),
    largeUrl: urlOf('large'),
    mlsUrl: urlOf('mls'),
  }
}

/** The keys of all derivatives, existing or to come. */
export function derivativeKeys(orgId: string, keySecret: Buffer): string[] {
  return DERIVATIVE_NAMES.map((name) => derivativeKey(orgId, keySecret, name))
}

/** A claimed preview, with its media item. */
export interface PreviewJob extends PictureLease {
  /** The original's key. */
  key: string
  size: number
  /** As declared by the upload; the bytes may differ. */
  contentType: string
  isPhoto: boolean
}

// Uses the index `media_previews_pending`.
const CLAIM = claimPicture(
  "state = 'PENDING'",
  'attempts',
  `media.key, media.size, media.content_type as "contentType", media.type = 'PHOTO' as "isPhoto"`,
)

/**
 * Claims the oldest job of the next organization after `afterOrganization`, wrapping around, until the lease expires.
 */
export function claimPreview(
  sql: Sql,
  afterOrganization: string,
  leaseMs: number,
): Promise<PreviewJob | null> {
  return claimInTurn<PreviewJob>(sql, CLAIM, afterOrganization, [leaseMs])
}

/** The result of a job. Omitted fields are null. */
export interface FinishedPreview {
  state: 'READY' | 'REFUSED' | 'NONE'
  reason?: string
  width?: number
  height?: number
  colour?: string
  /** Null if the original is missing from the store. */
  crc32: number | null
  mlsSize?: number
  mlsCrc32?: number
}

const EMPTY = {
  reason: null,
  width: null,
  height: null,
  colour: null,
  mlsSize: null,
  mlsCrc32: null,
}

/**
 * Writes the result of `job` if the lease still holds.
 *
 * @returns `taken` if the lease was lost; `deleted` if the media item was deleted
 */
export async function finishPreview(
  sql: Sql,
  job: PreviewJob,
  finished: FinishedPreview,
): Promise<'written' | 'taken' | 'deleted'> {
  const written = await sql.orm
    .update(mediaPreviews)
    .set({ ...EMPTY, ...finished, leasedUntil: null, updatedAt: changeTime })
    .where(isLeased(job))
    .returning({ mediaId: mediaPreviews.mediaId })
  if (written.length > 0) return 'written'
  const left = await sql.orm.$count(mediaPreviews, isPreviewOf(job))
  return left > 0 ? 'taken' : 'deleted'
}

export interface PreviewRequest {
  /** Default: all organizations. */
  organizationId?: string | undefined
  /** True: refused previews. False: missing ones. */
  isRefused: boolean
}

type Place = { organizationId: string; id: string }

// Rows per statement, which locks them for milliseconds only.
const BATCH = 500

// Two UUIDs have 244 random bits, more than an md5.
export const KEY_SECRET = `decode(md5(gen_random_uuid()::text || gen_random_uuid()::text)
  || md5(gen_random_uuid()::text || gen_random_uuid()::text), 'hex')`

const MISSING = `
  with batch as (
    select organization_id, id from media
    where (organization_id, id) > ($1::uuid, $2::uuid) and ($3::uuid is null or organization_id = $3)
    order by organization_id, id limit $4
  ), made as (
    insert into media_previews (organization_id, media_id, key_secret)
    select media.organization_id, media.id, ${KEY_SECRET}
    from media join batch using (organization_id, id)
    where not exists (
      select from media_previews as preview
      where preview.organization_id = media.organization_id and preview.media_id = media.id)
      and not ${isFrozen('media.organization_id')}
    for key share of media
    on conflict do nothing
    returning 1
  )
  select batch.organization_id as "organizationId", batch.id, (select count(*) from made)::int as count
  from batch order by batch.organization_id desc, batch.id desc limit 1`

const REFUSED = `
  with batch as (
    select organization_id, media_id from media_previews
    where (organization_id, media_id) > ($1::uuid, $2::uuid)
      and ($3::uuid is null or organization_id = $3)
    order by organization_id, media_id limit $4
  ), made as (
    update media_previews as preview
    set state = 'PENDING', reason = null, attempts = 0, leased_until = null, updated_at = ${CHANGE_TIME}
    from batch
    where preview.organization_id = batch.organization_id and preview.media_id = batch.media_id
      and preview.state = 'REFUSED' and not ${isFrozen('preview.organization_id')}
    returning 1
  )
  select organization_id as "organizationId", media_id as id, (select count(*) from made)::int as count
  from batch order by organization_id desc, media_id desc limit 1`

/**
 * Queues preview jobs, one statement per batch. Safe to interrupt and to repeat.
 *
 * @param onProgress called after each batch with the number of jobs so far
 * @returns the number of jobs
 */
export async function requestPreviews(
  sql: Sql,
  { organizationId, isRefused }: PreviewRequest,
  onProgress: (requested: number) => void,
): Promise<number> {
  const statement = isRefused ? REFUSED : MISSING
  let requested = 0
  let last: Place = { organizationId: LEAST_ID, id: LEAST_ID }
  for (;;) {
    const values = [last.organizationId, last.id, organizationId ?? null, BATCH]
    const [batch] = await sql.query<Place & { count: number }>(statement, values)
    if (!batch) return requested
    requested += batch.count
    last = batch
    onProgress(requested)
  }
}

/** Counts unfinished previews, without those of moved organizations, which are the other cell's. */
export function countPendingPreviews(
  { orm }: Sql,
  organizationId: string | undefined,
): Promise<number> {
  // A literal, to match the partial index `media_previews_pending`.
  const isPending = raw`${mediaPreviews.state} = 'PENDING' and not ${raw.raw(isAway('media_previews.organization_id'))}`
  const isOf = organizationId && eq(mediaPreviews.organizationId, organizationId)
  return orm.$count(mediaPreviews, isOf ? and(isPending, isOf) : isPending)
}
