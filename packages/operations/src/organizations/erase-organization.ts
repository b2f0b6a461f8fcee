import { setTimeout as pause } from 'node:timers/promises'
import { isUnavailable } from '@mediajobs/db'
import type { Store, Tx } from '@mediajobs/outbox'
import { accountOf } from '../shared/account-of.ts'
import { noSuch, noSuchOrganization } from '../shared/errors.ts'
import { type ErasedBatch, type Erasing, eraseBatch } from './erase-batch.ts'
import { TENANT_TABLES, type TenantTable } from './tenant-tables.ts'

export interface Erasure {
  /** The number of deleted rows. */
  rows: number
  /** The number of objects that the dispatcher has not yet removed from the store. */
  objectsWaiting: number
}

export type Place = ErasedBatch['last']

// The rows of objects to remove stay after the organization is deleted, until the dispatcher has removed
// the objects.
const CHILDREN_FIRST = TENANT_TABLES.filter(({ name }) => name !== 'object_removals').reverse()

// Two erasures at once would delete rows of the same batches.
const LOCK = `select pg_advisory_xact_lock(hashtextextended('organizations.erase:' || $1, 0))`

// A transaction that inserts a record of the organization holds a key lock on this row until its commit.
const LOCK_ROW = 'select name from organizations where id = $1 for update'

const FIND_MOVE = 'select step, cell from organization_moves where organization_id = $1'

// The subscriptions are locked in the order of their ids, as in the dispatcher.
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

const ERASING: Erasing = { removesObjects: true }
const RETRIES = 10
const RETRY_MS = 1_000

/**
 * Deletes an organization with all its data, and the people who are in no other organization. The service
 * goes on running. First the keys, sessions and webhooks of the organization stop. Then its rows are
 * deleted in small transactions. The dispatcher removes its objects. Another call continues an erasure that
 * was interrupted.
 *
 * @param name the organization's name, as a check that the caller gave the right id.
 * @param onProgress is called after each batch with its table and the number of rows deleted so far.
 * @throws {OperationError} `not_found`, also when the organization has another name.
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

/** The result for an organization that was erased before: only objects can be left. */
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

/**
 * Ends all keys, sessions and webhooks of the organization, for every process at once.
 *
 * @returns false when the organization does not exist.
 */
async function close(tx: Tx, orgId: string, name: string): Promise<boolean> {
  await tx.query(LOCK, [orgId])
  const [organization] = await tx.query<{ name: string }>(LOCK_ROW, [orgId])
  if (!organization) return false
  if (organization.name !== name) {
    throw noSuch('There is no organization with this id and this name: nothing was erased.')
  }
  const [move] = await tx.query<{ step: string; cell: string }>(FIND_MOVE, [orgId])
  if (move) {
    const how = move.step === 'MOVED' ? 'was moved to' : 'is being moved to or from'
    throw noSuch(`The organization ${how} the cell ${move.cell}: nothing was erased.`)
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
  return eraseBatch(tx, orgId, table, after, ERASING)
}

/** Erases a table batch by batch. Each batch begins where the one before it ended. */
export async function eachBatch(
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
 * Deletes the rows that earlier requests may have written meanwhile, then the organization. It locks the
 * organization first: after that no transaction can write a row that refers to it.
 */
async function eraseRest(tx: Tx, orgId: string): Promise<number> {
  await tx.query(LOCK, [orgId])
  await tx.query(LOCK_ROW, [orgId])
  let rows = 0
  for (const table of CHILDREN_FIRST) {
    await eachBatch(
      (after) => eraseBatch(tx, orgId, table, after, ERASING),
      (count) => {
        rows += count
      },
    )
  }
  await tx.query('delete from organizations where id = $1', [orgId])
  return rows + 1
}

/** Runs a transaction again when it lost its connection, or lost a deadlock to the running service. */
export async function repeated<Result>(
  store: Store,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await store.transaction(work)
    } catch (error) {
      if (failures === RETRIES || !isUnavailable(error)) throw error
      await pause(RETRY_MS)
    }
  }
}
