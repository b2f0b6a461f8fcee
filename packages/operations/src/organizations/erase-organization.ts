import { setTimeout as pause } from 'node:timers/promises'
import { isUnavailable } from '@mediajobs/db'
import { FIND_MOVE } from '@mediajobs/db/schema'
import type { Store, Tx } from '@mediajobs/outbox'
import { noSuch, noSuchOrganization } from '../shared/errors.ts'
import { type ErasedBatch, eraseBatch } from './erase-batch.ts'
import { TENANT_TABLES, type TenantTable } from './tenant-tables.ts'

export interface Erasure {
  /** Deleted rows. */
  rows: number
  /** Objects not yet removed from the store by the dispatcher. */
  objectsWaiting: number
}

type Place = ErasedBatch['last']

// `object_removals` outlives the organization, until the dispatcher has removed the objects.
const ERASED = TENANT_TABLES.filter(({ name }) => name !== 'object_removals')

// Serializes erasures of an organization.
const LOCK = `select pg_advisory_xact_lock(hashtextextended('organizations.erase:' || $1, 0))`

// Conflicts with the key lock of transactions that insert a record of the organization.
const LOCK_ROW = 'select name from organizations where id = $1 for update'

// Subscriptions are locked in id order, as in the dispatcher.
const CLOSE = [
  `update api_keys set revoked_at = clock_timestamp()
   where organization_id = $1 and revoked_at is null`,
  `update memberships set active = false where organization_id = $1 and active`,
  `delete from invitations where organization_id = $1`,
  `delete from sessions where user_id in (
     select here.account_id from memberships as here
     where here.organization_id = $1 and not exists (
       select from memberships as other
       where other.user_id = here.user_id and other.organization_id <> $1
         and other.account_id = here.account_id))`,
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
 * Deletes an organization with all its data, and people in no other organization, while the service runs: first stops its
 * keys, sessions and webhooks, then deletes its rows in small transactions; the dispatcher removes its objects. Resumable.
 *
 * @param name the organization's name, to guard against a wrong id
 * @param onProgress called after each batch with its table and the rows deleted so far
 * @throws {OperationError} `not_found`, also if the name differs.
 */
export async function eraseOrganization(
  store: Store,
  orgId: string,
  name: string,
  onProgress: (table: string, rows: number) => void,
): Promise<Erasure> {
  const isThere = await repeated(store, (tx) => close(tx, orgId, name))
  if (!isThere) return finished(store, orgId)
  const rows = await eraseTables(store, orgId, ERASED, {
    removesObjects: true,
    begin: (tx) => tx.query(LOCK, [orgId]),
    onProgress,
  })
  const rest = await repeated(store, (tx) => eraseRest(tx, orgId))
  return { rows: rows + rest, objectsWaiting: await countWaitingObjects(store, orgId) }
}

interface TableErasure {
  removesObjects: boolean
  /** Starts the transaction of each batch. */
  begin(tx: Tx): Promise<unknown>
  onProgress(table: string, rows: number): void
}

/** Deletes the organization's rows of `tables`, last table first, in small transactions. @returns their number */
export async function eraseTables(
  store: Store,
  orgId: string,
  tables: readonly TenantTable[],
  { removesObjects, begin, onProgress }: TableErasure,
): Promise<number> {
  let rows = 0
  for (const table of tables.toReversed()) {
    await eachBatch(
      (after) =>
        repeated(store, async (tx) => {
          await begin(tx)
          return eraseBatch(tx, orgId, table, after, removesObjects)
        }),
      (count) => {
        rows += count
        onProgress(table.name, rows)
      },
    )
  }
  return rows
}

/** The result for an organization already erased: only objects may be left. */
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
 * Stops the organization's keys, sessions and webhooks, immediately for every process.
 *
 * @returns false if the organization doesn't exist
 */
async function close(tx: Tx, orgId: string, name: string): Promise<boolean> {
  await tx.query(LOCK, [orgId])
  const [organization] = await tx.query<{ name: string }>(LOCK_ROW, [orgId])
  if (!organization) return false
  if (organization.name !== name) {
    throw noSuch('No organization has this id and name: nothing was erased.')
  }
  const [move] = await tx.query<{ step: string; cell: string }>(FIND_MOVE, [orgId])
  if (move) {
    const how = move.step === 'MOVED' ? 'was moved to' : 'is being moved to or from'
    throw noSuch(`The organization ${how} the cell ${move.cell}: nothing was erased.`)
  }
  for (const statement of CLOSE) await tx.query(statement, [orgId])
  return true
}

/** Erases a table batch by batch, each starting where the previous one ended. */
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

/** Locks the organization against new rows, then deletes those written concurrently, and the organization itself. */
async function eraseRest(tx: Tx, orgId: string): Promise<number> {
  await tx.query(LOCK, [orgId])
  await tx.query(LOCK_ROW, [orgId])
  let rows = 0
  for (const table of ERASED.toReversed()) {
    await eachBatch(
      (after) => eraseBatch(tx, orgId, table, after, true),
      (count) => {
        rows += count
      },
    )
  }
  await tx.query('delete from organizations where id = $1', [orgId])
  return rows + 1
}

/** Retries a transaction that lost its connection or a deadlock. */
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
