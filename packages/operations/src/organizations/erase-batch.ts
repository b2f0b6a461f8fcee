import type { SqlValue } from '@mediajobs/db'
import type { Tx } from '@mediajobs/outbox'
import { removeLogoObjects } from '../logos.ts'
import { type RemovedPreview, removeDerivatives, removeObjects } from '../media/object-removals.ts'
import { STAGING_SECONDS } from '../media/presign.ts'
import type { TenantTable } from './tenant-tables.ts'

export interface ErasedBatch {
  rows: number
  /** The keys of its last row; `null` at the end. */
  last: readonly SqlValue[] | null
}

type Row = Record<string, SqlValue>

/** Side effects of deleting a table's rows, outside the organization's tables. */
interface Cascade {
  /** Schedules objects for removal. */
  isOfObjects?: true
  /** The columns needed besides the keys. */
  columns: readonly string[]
  before?(tx: Tx, orgId: string, rows: readonly Row[]): Promise<void>
  after?(tx: Tx, orgId: string, rows: readonly Row[]): Promise<void>
}

// Few enough to block other transactions for milliseconds only.
const BATCH_SIZE = 500

const CASCADES: Readonly<Record<string, Cascade>> = {
  media: {
    isOfObjects: true,
    columns: ['key'],
    before: (tx, orgId, rows) => removeObjects(tx, orgId, texts(rows, 'key')),
  },
  media_previews: {
    isOfObjects: true,
    columns: ['state', 'key_secret', 'mark_secret'],
    before: (tx, orgId, rows) => removeDerivatives(tx, orgId, rows.map(asPreview)),
  },
  public_originals: {
    isOfObjects: true,
    columns: ['altered_key', 'original_key'],
    async before(tx, orgId, rows) {
      const keys = rows.flatMap((row) => [row.altered_key, row.original_key])
      await removeObjects(
        tx,
        orgId,
        keys.flatMap((key) => (key == null ? [] : String(key))),
      )
    },
  },
  // Confirmed uploads' objects are removed with their media, unconfirmed ones' later: a signed URL may still work.
  media_uploads: {
    isOfObjects: true,
    columns: ['key', 'staging_key', 'media_id', 'swept_at'],
    async before(tx, orgId, rows) {
      const open = rows.filter((row) => row.media_id === null && row.swept_at === null)
      const keys = [...texts(open, 'key'), ...texts(open, 'staging_key')]
      await removeObjects(tx, orgId, keys, STAGING_SECONDS)
    },
  },
  logos: {
    isOfObjects: true,
    columns: ['upload_key', 'next_key', 'key', 'previous_key'],
    async before(tx, organizationId, rows) {
      const keyIn = (row: Row, column: string) =>
        row[column] === null ? null : String(row[column])
      for (const row of rows) {
        await removeLogoObjects(tx, {
          organizationId,
          uploadKey: String(row.upload_key),
          nextKey: keyIn(row, 'next_key'),
          key: keyIn(row, 'key'),
          previousKey: keyIn(row, 'previous_key'),
        })
      }
    },
  },
  webhook_deliveries: { columns: ['attempts'], before: discardJobs },
  api_keys: {
    columns: [],
    after: (tx, _, rows) => forgetWindows(tx, 'key', texts(rows, 'id')),
  },
  memberships: { columns: ['account_id'], after: forgetPeople },
}

/**
 * Deletes a batch of a table's rows, after the keys `after`, with side effects.
 *
 * @param removesObjects false after a move: the other cell uses the objects
 */
export async function eraseBatch(
  tx: Tx,
  orgId: string,
  table: TenantTable,
  after: readonly SqlValue[] | null,
  removesObjects: boolean,
): Promise<ErasedBatch> {
  const { name, keys } = table
  const { columns, before, after: then, isOfObjects }: Cascade = CASCADES[name] ?? { columns: [] }
  const order = keys.map((key) => key.name).join(', ')
  const places = keys.map((_, i) => `$${i + 2}`).join(', ')
  const rows = await tx.query<Row>(
    `select ${[order, ...columns].join(', ')} from ${name}
     where organization_id = $1 ${after ? `and (${order}) > (${places})` : ''}
     order by ${order} limit ${BATCH_SIZE}`,
    [orgId, ...(after ?? [])],
  )
  if (rows.length === 0) return { rows: 0, last: null }
  const valuesOf = (row: Row) => keys.map((key) => row[key.name] ?? null)
  if (!isOfObjects || removesObjects) await before?.(tx, orgId, rows)
  const arrays = keys.map((key, i) => `$${i + 2}::${key.type}[]`).join(', ')
  const isSame = keys.map((key) => `gone.${key.name} = batch.${key.name}`).join(' and ')
  await tx.query(
    `delete from ${name} as gone using unnest(${arrays}) as batch (${order})
     where gone.organization_id = $1 and ${isSame}`,
    [orgId, ...keys.map((key) => rows.map((row) => row[key.name] ?? null))],
  )
  await then?.(tx, orgId, rows)
  const end = rows.at(-1)
  return { rows: rows.length, last: rows.length === BATCH_SIZE && end ? valuesOf(end) : null }
}

/** Deletes jobs before deliveries, in the dispatcher's lock order, even finished ones. */
async function discardJobs(tx: Tx, organizationId: string, rows: readonly Row[]): Promise<void> {
  const jobs = rows.flatMap(({ id, attempts }) =>
    Array.from({ length: Number(attempts) + 1 }, (_, i) => ({
      organizationId,
      deliveryId: String(id),
      attempt: i + 1,
    })),
  )
  await tx.webhookQueue.discard(tx, jobs)
}

// A separate statement, so that the next one sees people who joined another organization concurrently.
const LOCK_PEOPLE = 'select from users where id = any ($1) order by id for update'
const UNUSED = `
  select a.id from users as a where a.id = any ($1) and not exists (
    select from memberships as m
    where m.user_id = coalesce(a.person_id, a.id) and m.account_id = a.id)`
const END_SESSIONS = 'delete from sessions where user_id = any ($1) returning id'
const FORGET_NETWORKS = 'delete from sign_in_networks where account_id = any ($1)'
const FORGET_PASSWORDS = 'update users set password_hash = null where id = any ($1)'
const DELETE_ACCOUNTS = 'delete from users where id = any ($1) and person_id is not null'
const DELETE_PEOPLE = `
  delete from users where id = any ($1)
    and not exists (select from memberships where memberships.user_id = users.id)`

/** Deletes accounts and people without memberships. */
async function forgetPeople(tx: Tx, _: string, rows: readonly Row[]): Promise<void> {
  const people = texts(rows, 'user_id')
  await tx.query(LOCK_PEOPLE, [people])
  const further = rows.flatMap(({ account_id: id }) => (id === null ? [] : String(id)))
  const unused = await tx.query<{ id: string }>(UNUSED, [[...people, ...further]])
  const ids = unused.map(({ id }) => id)
  const sessions = await tx.query<{ id: string }>(END_SESSIONS, [ids])
  await forgetWindows(
    tx,
    'session',
    sessions.map(({ id }) => id),
  )
  await tx.query(FORGET_NETWORKS, [ids])
  await tx.query(FORGET_PASSWORDS, [ids])
  await tx.query(DELETE_ACCOUNTS, [ids])
  await tx.query(DELETE_PEOPLE, [people])
}

// In admission's lock order.
const LOCK_WINDOWS = 'select from rate_windows where subject = any ($1) order by subject for update'
const DELETE_WINDOWS = 'delete from rate_windows where subject = any ($1)'

async function forgetWindows(tx: Tx, kind: string, ids: readonly string[]): Promise<void> {
  const subjects = ids.map((id) => `${kind}:${id}`)
  await tx.query(LOCK_WINDOWS, [subjects])
  await tx.query(DELETE_WINDOWS, [subjects])
}

function asPreview({ state, key_secret: keySecret, mark_secret: markSecret }: Row) {
  return { state, keySecret, markSecret } as RemovedPreview
}

function texts(rows: readonly Row[], column: string): string[] {
  return rows.map((row) => String(row[column]))
}
