import { setTimeout as pause } from 'node:timers/promises'
import { isUnavailable } from '@mediajobs/db'
import type { Store, Tx } from '@mediajobs/outbox'
import { accountOf } from '../account-of.ts'
import { noSuch, noSuchOrganization } from '../not-there.ts'
import { type ErasedBatch, eraseBatch } from './erase-batch.ts'
import { TENANT_TABLES, type TenantTable } from './tenant-tables.ts'

export interface Erasure {
  /** Rows of the organization's tables that are gone. */
  rows: number
  /** Objects of it that the dispatcher has yet to remove from the store. */
  objectsWaiting: number
}

type Place = ErasedBatch['last']

// The queue of objects to be removed outlives the organization.
const CHILDREN_FIRST = TENANT_TABLES.filter(({ name }) => name !== 'object_removals').reverse()

// Two erasures at once would take each other's batches.
const LOCK = `select pg_advisory_xact_lock(hashtextextended('organizations.erase:' || $1, 0))`

// Whoever creates what belongs to the organization has this row's key locked until they commit.
const LOCK_ROW = 'select name from organizations where id = $1 for update'

// The subscriptions in their order, as the dispatcher locks them.
const CLOSE = [
  `update api_keys set revoked_at = clock_timestamp()
   where organization_id = $1 and revoked_at is null`,
  `update memberships set active = false where organization_id = $1 and active`,
  `delete from invitations where organization_id = $1`,
  `delete from sessions where user_id in (
     select ${accountOf('here')} from memberships as here
     where here.organization_id = $1 and not exists (
       select from memberships as other
       where other.user_id = here.user_id and other.organization_id <> $1
         and ${accountOf('other')} = ${accountOf('here')}))`,
  `with live as materialized (
     select id from webhook_subscriptions
     where organization_id = $1 and deleted_at is null
     order by id for no key update)
   update webhook_subscriptions as subscription
   set active = false, deleted_at = clock_timestamp()
   from live where subscription.organization_id = $1 and subscription.id = live.id`,
]

const RETRIES = 10
const RETRY_MS = 1_000

/**
 * Deletes an organization with all that is its own, people who are in no other one too, while the
 * service runs. At first its keys, sessions and webhooks stop; then its rows go in small transactions;
 * its objects are left to the dispatcher. Broken off at any point, it is finished by another call.
 *
 * @param name the organization's name: whoever erases it must know what they erase.
 * @param onProgress told after each batch which table it was of, and how many rows are gone by then.
 * @throws {OperationError} `not_found`, also when it has another name.
 */
export async function eraseOrganization(
  store: Store,
  orgId: string,
  name: string,
  onProgress: (table: string, rows: number) => void,
): Promise<Erasure> {
  const isThere = await repeated(store, (tx) => close(tx, orgId, name))
  if (!isThere) return finished(store, orgId)
  let rows = 0
  for (const table of CHILDREN_FIRST) {
    await eachBatch(
      (after) => repeated(store, (tx) => erase(tx, orgId, table, after)),
      (count) => {
        rows += count
        onProgress(table.name, rows)
      },
    )
  }
  rows += await repeated(store, (tx) => eraseRest(tx, orgId))
  return { rows, objectsWaiting: await countWaitingObjects(store, orgId) }
}

/** Of one that has been erased, all that can be left is objects. */
async function finished(store: Store, orgId: string): Promise<Erasure> {
  const objectsWaiting = await countWaitingObjects(store, orgId)
  if (objectsWaiting === 0) throw noSuchOrganization()
  return { rows: 0, objectsWaiting }
}

async function countWaitingObjects({ sql }: Store, orgId: string): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    'select count(*) from object_removals where organization_id = $1',
    [orgId],
  )
  return row?.count ?? 0
}

/** Ends what acts for the organization, at once and on every process; whether there is one. */
async function close(tx: Tx, orgId: string, name: string): Promise<boolean> {
  await tx.query(LOCK, [orgId])
  const [organization] = await tx.query<{ name: string }>(LOCK_ROW, [orgId])
  if (!organization) return false
  if (organization.name !== name) {
    throw noSuch('There is no organization with this id and this name: nothing was erased.')
  }
  for (const statement of CLOSE) await tx.query(statement, [orgId])
  return true
}

async function erase(
  tx: Tx,
  orgId: string,
  table: TenantTable,
  after: Place,
): Promise<ErasedBatch> {
  await tx.query(LOCK, [orgId])
  return eraseBatch(tx, orgId, table, after)
}

/** Erases a table a batch after the other, each from where the one before it ended. */
async function eachBatch(
  eraseFrom: (after: Place) => Promise<ErasedBatch>,
  onBatch: (rows: number) => void,
): Promise<void> {
  let after: Place = null
  do {
    const { rows, last }: ErasedBatch = await eraseFrom(after)
    onBatch(rows)
    after = last
  } while (after)
}

/**
 * Deletes what a request that was let in before may have written behind the batches, and the
 * organization: from its lock on, nothing can be written that refers to it.
 */
async function eraseRest(tx: Tx, orgId: string): Promise<number> {
  await tx.query(LOCK, [orgId])
  await tx.query(LOCK_ROW, [orgId])
  let rows = 0
  for (const table of CHILDREN_FIRST) {
    await eachBatch(
      (after) => eraseBatch(tx, orgId, table, after),
      (count) => {
        rows += count
      },
    )
  }
  await tx.query('delete from organizations where id = $1', [orgId])
  return rows + 1
}

/** A transaction that lost a deadlock to the running service, or its connection, is run again. */
async function repeated<Result>(store: Store, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await store.transaction(work)
    } catch (error) {
      if (failures === RETRIES || !isUnavailable(error)) throw error
      await pause(RETRY_MS)
    }
  }
}
