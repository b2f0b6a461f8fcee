import { setTimeout as pause } from 'node:timers/promises'
import { openStore, type Store } from '@mediajobs/outbox'
import { type Move, MoveRefused, readState } from './move.ts'
import { endReplication } from './replication.ts'

const ARRIVAL_MS = 60_000
const POLL_MS = 50

/** Completes a move after the flip. Idempotent. */
export async function finishMove(move: Move): Promise<void> {
  const { source, target, organizationId } = move
  move.say('waiting until the target has the organization …')
  await awaitArrival(move)
  move.say('queueing the waiting webhooks in the target …')
  const queued = await withStoreOf(move.targetUrl, (store) => queueWebhooks(store, organizationId))
  move.say('ending the replication …')
  await endReplication(move)
  await withStoreOf(move.sourceUrl, (store) => discardJobs(store, organizationId))
  for (const database of [source, target]) {
    await database.rows('delete from move_marks where organization_id = $1', [organizationId])
  }
  await target.rows(
    `delete from organization_moves where organization_id = $1 and step = 'ARRIVED'`,
    [organizationId],
  )
  move.say(`the organization is in the cell ${move.toCell}, with ${queued} waiting webhooks`)
}

async function awaitArrival(move: Move): Promise<void> {
  const endMs = performance.now() + ARRIVAL_MS
  while (performance.now() < endMs) {
    // An earlier run may have removed the row.
    const there = await readState(move.target, move)
    if (there?.step !== 'ARRIVING') return
    await pause(POLL_MS)
  }
  throw new MoveRefused(
    'The target has not applied the last rows yet, and serves the organization once it has. Check the log of its PostgreSQL, then run this again.',
  )
}

export async function withStoreOf<Result>(
  databaseUrl: string,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = openStore({ databaseUrl, poolSize: 2, applicationName: 'admin', onError() {} })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

interface Waiting {
  [name: string]: unknown
  id: string
  subscriptionId: string
  attempts: number
  startAfterSeconds: number
}

const BATCH = 1_000
const WAITING = `
  select id, subscription_id as "subscriptionId", attempts,
    greatest(0, extract(epoch from next_attempt_at - now()))::float8 as "startAfterSeconds"
  from webhook_deliveries
  where organization_id = $1 and status in ('PENDING', 'RETRYING') and id > $2
  order by id limit ${BATCH}`
const LEAST_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Queues jobs for all waiting webhook deliveries. Idempotent: a job's id is derived from delivery and attempt.
 *
 * @returns the number of waiting deliveries
 */
function queueWebhooks(store: Store, organizationId: string): Promise<number> {
  return eachBatch(store, organizationId, async (tx, rows) => {
    const jobs = rows.map(({ id, subscriptionId, attempts, startAfterSeconds }) => ({
      organizationId,
      deliveryId: id,
      subscriptionId,
      attempt: attempts + 1,
      startAfterSeconds: Math.ceil(startAfterSeconds),
    }))
    await tx.webhookQueue.insert(tx, jobs)
    tx.wakeDispatchers()
  })
}

function discardJobs(store: Store, organizationId: string): Promise<number> {
  return eachBatch(store, organizationId, async (tx, rows) => {
    const jobs = rows.map(({ id, attempts }) => ({
      organizationId,
      deliveryId: id,
      attempt: attempts + 1,
    }))
    await tx.webhookQueue.discard(tx, jobs)
  })
}

async function eachBatch(
  store: Store,
  organizationId: string,
  work: (tx: Parameters<Parameters<Store['transaction']>[0]>[0], rows: Waiting[]) => Promise<void>,
): Promise<number> {
  let after = LEAST_ID
  let count = 0
  for (;;) {
    const rows = await store.transaction(async (tx) => {
      const found = await tx.query<Waiting>(WAITING, [organizationId, after])
      if (found.length > 0) await work(tx, found)
      return found
    })
    count += rows.length
    const last = rows.at(-1)
    if (rows.length < BATCH || !last) return count
    after = last.id
  }
}
