import { isResting } from '@mediajobs/db/schema'
import type { ObjectStore } from '@mediajobs/object-store'
import { removeObjects, SWEEP_AFTER_SECONDS } from '@mediajobs/operations/media'
import type { Store } from '@mediajobs/outbox'
import type { FaultLog, Logger } from '@mediajobs/runtime'
import { type Periodic, runPeriodically } from './periodic.ts'

interface Removing {
  store: Store
  objectStore: ObjectStore
  logger: Logger
}

interface Options extends Removing {
  faults: FaultLog
}

type Removal = { organizationId: string; key: string; attempts: number }

// A deleted record is gone at once. Its object may stay for a few seconds.
const EVERY_MS = 5_000
const RETRY_MS = 5_000
// A batch is removed in parallel. It is small, so that a store that hangs delays the shutdown only briefly.
const BATCH = 16

// TAKE postpones the next attempt of a removal: by 30 s, doubled each time, at most one hour. So a removal
// that fails waits, another dispatcher takes it when its dispatcher dies, and no two do it at once.
const TAKE = `
  update object_removals as removal
  set attempts = removal.attempts + 1,
    next_attempt_at = now() + least(30 * 2 ^ least(removal.attempts, 10), 3600) * interval '1 second'
  from (
    select organization_id, key from object_removals
    where next_attempt_at <= now() and not ${isResting('object_removals.organization_id')}
    order by next_attempt_at
    limit $1
    for update skip locked
  ) as due
  where removal.organization_id = due.organization_id and removal.key = due.key
  returning removal.organization_id as "organizationId", removal.key, removal.attempts`

// If the removal was requested again in the meantime, its attempts count from 0, and the row stays.
const FORGET = `
  delete from object_removals where organization_id = $1 and key = $2 and attempts = $3`

const SWEEP = `
  update media_uploads as upload set swept_at = now()
  from (
    select organization_id, id from media_uploads
    where media_id is null and swept_at is null
      and created_at < now() - $1 * interval '1 second'
      and not ${isResting('media_uploads.organization_id')}
    order by created_at
    limit $2
    for update skip locked
  ) as old
  where upload.organization_id = old.organization_id and upload.id = old.id
  returning upload.organization_id as "organizationId", upload.key, upload.staging_key as "stagingKey"`

/** Removes objects whose record was deleted, and sweeps uploads that were never confirmed. */
export function startObjectRemoval({ store, objectStore, logger, faults }: Options): Periodic {
  let stopped = false

  async function run(): Promise<void> {
    while (!stopped && (await sweepUploads(store)) === BATCH);
    while (!stopped && (await removeDue({ store, objectStore, logger })) === BATCH);
  }

  const options = { doing: 'removing objects', everyMs: EVERY_MS, retryMs: RETRY_MS, faults }
  const running = runPeriodically(options, run)
  return {
    stop() {
      stopped = true
      return running.stop()
    },
  }
}

/**
 * Marks a batch of uploads that were never confirmed, and requests the removal of their objects.
 *
 * @returns how many uploads
 */
export function sweepUploads({ transaction }: Pick<Store, 'transaction'>): Promise<number> {
  return transaction(async (tx) => {
    const swept = await tx.query<{ organizationId: string; key: string; stagingKey: string }>(
      SWEEP,
      [SWEEP_AFTER_SECONDS, BATCH],
    )
    // A confirm that was interrupted may have copied the bytes to `key`.
    for (const { organizationId, key, stagingKey } of swept) {
      await removeObjects(tx, organizationId, [key, stagingKey])
    }
    return swept.length
  })
}

/**
 * Removes a batch of objects that are due. A removal that fails is tried again later.
 *
 * @returns how many removals were tried
 * @throws the error of the first one, when no object could be removed
 */
export async function removeDue({ store, objectStore, logger }: Removing): Promise<number> {
  const taken = await store.sql.query<Removal>(TAKE, [BATCH])
  const outcomes = await Promise.allSettled(
    taken.map(async ({ organizationId, key, attempts }) => {
      await objectStore.remove(key)
      await store.sql.query(FORGET, [organizationId, key, attempts])
    }),
  )
  const failures = outcomes.flatMap((outcome, at) =>
    outcome.status === 'rejected' ? [{ ...taken[at], err: outcome.reason as unknown }] : [],
  )
  const removed = taken.length - failures.length
  for (const { organizationId, attempts, err } of failures) {
    logger.warn({ organizationId, attempts, err }, 'object.removal_failed')
  }
  if (removed > 0) logger.info({ removed }, 'object.removed')
  if (removed === 0 && failures[0]) throw failures[0].err
  return taken.length
}
