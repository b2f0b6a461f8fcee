// Raw SQL: a claim.
import { one, type Sql } from '@mediajobs/db'
import { CHANGE_TIME, changeTime, isResting, logos } from '@mediajobs/db/schema'
import {
  LOGO_TYPES,
  type LogoState,
  MAX_LOGO_BYTES,
  newObjectKeys,
  randomBase62,
  STAGING_PREFIX,
} from '@mediajobs/domain'
import type { ObjectStore } from '@mediajobs/object-store'
import type { Store, Tx } from '@mediajobs/outbox'
import { and, eq, sql as raw } from 'drizzle-orm'
import { removeObjects, UNDER_WAY_SECONDS } from './media/object-removals.ts'
import { STAGING_SECONDS, SWEEP_AFTER_SECONDS, UPLOAD_URL_SECONDS } from './media/presign.ts'
import type { CdnUrl } from './previews.ts'
import { invalid, notFound } from './shared/errors.ts'

/** The uploaded logo: docs/contract.md#c13-logo */
export interface Logo {
  state: LogoState
  /** Why the newest upload was refused. */
  reason: string | null
  /** URL and size of the newest processed upload. */
  url: string | null
  width: number | null
  height: number | null
}

export type LogoRow = typeof logos.$inferSelect

export function logoOf(row: LogoRow | null | undefined, cdnUrl: CdnUrl): Logo | null {
  if (!row) return null
  const { state, reason, key, width, height } = row
  return { state, reason, url: key === null ? null : cdnUrl(key), width, height }
}

export interface PresignedLogo {
  /** Accepts a PUT of the content type for an hour. */
  uploadUrl: string
  key: string
}

/** Presigns a logo upload. The uploaded object is removed after a day: by then a confirmed one has been processed. */
export async function presignLogo(
  tx: Tx,
  orgId: string,
  contentType: string,
  objectStore: ObjectStore,
): Promise<PresignedLogo> {
  const { stagingKey } = newObjectKeys(orgId, '')
  await removeObjects(tx, orgId, [stagingKey], SWEEP_AFTER_SECONDS)
  return presignLogoAgain({ key: stagingKey }, contentType, objectStore)
}

/** Signs an upload again for a replayed presign. */
export async function presignLogoAgain(
  { key }: Pick<PresignedLogo, 'key'>,
  contentType: string,
  objectStore: ObjectStore,
): Promise<PresignedLogo> {
  return { uploadUrl: await objectStore.presignPut(key, contentType, UPLOAD_URL_SECONDS), key }
}

/**
 * Hands an upload to the media process. The current logo stays until the new one is ready. Idempotent.
 *
 * @throws {OperationError} `not_found` for a key of another organization; `invalid` for missing bytes, too many of
 *   them, or another content type.
 */
export async function confirmLogo(
  store: Pick<Store, 'sql' | 'transaction'>,
  orgId: string,
  uploadKey: string,
  objectStore: ObjectStore,
): Promise<Logo> {
  if (!isUploadOf(orgId, uploadKey)) throw notFound().at('key')
  const before = await findLogo(store.sql, orgId)
  if (before?.uploadKey === uploadKey) return shown(before, objectStore)
  const object = await objectStore.stat(uploadKey)
  if (!object) {
    throw invalid('key', 'not_allowed', 'has not been uploaded yet: PUT it to its uploadUrl first')
  }
  const { sizeBytes, contentType } = object
  if (sizeBytes > MAX_LOGO_BYTES) {
    throw invalid('key', 'not_allowed', `has ${sizeBytes} bytes, more than ${MAX_LOGO_BYTES}`)
  }
  if (!LOGO_TYPES.some((type) => type === contentType.toLowerCase())) {
    throw invalid(
      'key',
      'not_allowed',
      `was uploaded ${contentType ? `as ${contentType}` : 'without a content type'}`,
    )
  }
  return shown(await store.transaction((tx) => queueLogo(tx, orgId, uploadKey)), objectStore)
}

/** Whether `key` is in the organization's upload folder. Some stores resolve `..`, which would leave it. */
function isUploadOf(orgId: string, key: string): boolean {
  const folder = `${STAGING_PREFIX}${orgId}/`
  return key.startsWith(folder) && /^\w+$/.test(key.slice(folder.length))
}

function shown(row: LogoRow, { cdnUrl }: ObjectStore): Logo {
  return logoOf(row, cdnUrl) as Logo
}

async function queueLogo(tx: Tx, organizationId: string, uploadKey: string): Promise<LogoRow> {
  const [before] = await tx.orm
    .select()
    .from(logos)
    .where(eq(logos.organizationId, organizationId))
    .for('no key update')
  if (before?.uploadKey === uploadKey) return before
  if (before) await removeUnshown(tx, before)
  const queued = {
    uploadKey,
    state: 'PENDING' as const,
    reason: null,
    nextKey: `${organizationId}/derived/${randomBase62(LOGO_KEY_LENGTH)}.png`,
    previousKey: null,
    attempts: 0,
    leasedUntil: null,
  }
  const rows = await tx.orm
    .insert(logos)
    .values({ ...queued, organizationId })
    .onConflictDoUpdate({
      target: logos.organizationId,
      set: { ...queued, updatedAt: changeTime },
    })
    .returning()
  return one(rows, 'the upsert of a logo')
}

// 190 random bits, like the keys of media.
const LOGO_KEY_LENGTH = 32

type Objects = Pick<LogoRow, 'organizationId' | 'uploadKey' | 'nextKey' | 'key' | 'previousKey'>

/** Schedules all objects of a logo for removal, except the one shown. */
async function removeUnshown(
  tx: Tx,
  { organizationId, uploadKey, nextKey, previousKey }: Omit<Objects, 'key'>,
): Promise<void> {
  await removeObjects(tx, organizationId, [uploadKey], STAGING_SECONDS)
  if (nextKey !== null) await removeObjects(tx, organizationId, [nextKey], UNDER_WAY_SECONDS)
  if (previousKey !== null) await removeObjects(tx, organizationId, [previousKey])
}

/** Removes the uploaded logo; a no-op without one. */
export async function deleteLogo(tx: Tx, orgId: string): Promise<void> {
  const rows = await tx.orm.delete(logos).where(eq(logos.organizationId, orgId)).returning()
  for (const row of rows) await removeLogoObjects(tx, row)
}

/** Schedules all objects of a logo for removal. */
export async function removeLogoObjects(tx: Tx, row: Objects): Promise<void> {
  await removeUnshown(tx, row)
  if (row.key !== null) await removeObjects(tx, row.organizationId, [row.key])
}

export async function findLogo({ orm }: Sql, orgId: string): Promise<LogoRow | undefined> {
  const [row] = await orm.select().from(logos).where(eq(logos.organizationId, orgId))
  return row
}

/** A claimed upload. */
export interface LogoJob {
  organizationId: string
  uploadKey: string
  nextKey: string
  /** Including this one. */
  attempts: number
  /** The end of the lease, as stored: a fencing token for writes. */
  leasedUntil: string
}

// An organization has at most one, so oldest first is fair.
const CLAIM = `
  with due as (
    select organization_id from logos
    where state = 'PENDING' and (leased_until is null or leased_until <= now())
      and not ${isResting('logos.organization_id')}
    order by updated_at limit 1
    for update skip locked
  )
  update logos set attempts = attempts + 1, leased_until = now() + $1 * interval '1 millisecond'
  from due where logos.organization_id = due.organization_id
  returning logos.organization_id as "organizationId", upload_key as "uploadKey",
    next_key as "nextKey", attempts, leased_until as "leasedUntil"`

/** Claims the longest-waiting upload until the lease expires. */
export async function claimLogo(sql: Sql, leaseMs: number): Promise<LogoJob | null> {
  const [job] = await sql.query<LogoJob>(CLAIM, [leaseMs])
  return job ?? null
}

function isLeased({ organizationId, leasedUntil }: LogoJob) {
  return and(
    eq(logos.organizationId, organizationId),
    eq(logos.state, 'PENDING'),
    eq(logos.leasedUntil, leasedUntil),
  )
}

const afterMs = (ms: number) => raw`${raw.raw(CHANGE_TIME)} + ${ms} * interval '1 millisecond'`

/** Extends the lease of `job`, unless it was lost. */
export async function extendLogoLease({ orm }: Sql, job: LogoJob, leaseMs: number): Promise<void> {
  const [row] = await orm
    .update(logos)
    .set({ leasedUntil: afterMs(leaseMs) })
    .where(isLeased(job))
    .returning({ leasedUntil: logos.leasedUntil })
  if (row?.leasedUntil) job.leasedUntil = row.leasedUntil
}

/** Releases `job` for another attempt. */
export async function releaseLogo(
  { orm }: Sql,
  job: LogoJob,
  { delayMs, isCounted }: { delayMs: number; isCounted: boolean },
): Promise<void> {
  const attempts = raw`${logos.attempts} - ${isCounted ? 0 : 1}`
  await orm
    .update(logos)
    .set({ leasedUntil: afterMs(delayMs), attempts })
    .where(isLeased(job))
}

export type FinishedLogo =
  | { state: 'READY'; width: number; height: number }
  | { state: 'REFUSED'; reason: string }

/**
 * Writes the result of `job` if the lease still holds. A media process schedules no removals: the row keeps the
 * replaced key until the next change.
 */
export async function finishLogo(
  { orm }: Sql,
  job: LogoJob,
  finished: FinishedLogo,
): Promise<'written' | 'taken'> {
  const made = { reason: null, key: job.nextKey, previousKey: raw`${logos.key}`, nextKey: null }
  const written = await orm
    .update(logos)
    .set({
      ...finished,
      ...(finished.state === 'READY' && made),
      leasedUntil: null,
      updatedAt: changeTime,
    })
    .where(isLeased(job))
    .returning({ organizationId: logos.organizationId })
  return written.length > 0 ? 'written' : 'taken'
}
