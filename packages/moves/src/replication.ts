import { setTimeout as pause } from 'node:timers/promises'
import type { SingleConnection } from '@mediajobs/db'
import { type Move, type MovedTable, MoveRefused, ORGANIZATION_TABLES } from './move.ts'

const REPLICATED_TABLES: readonly MovedTable[] = [
  ...ORGANIZATION_TABLES,
  { name: 'move_marks', column: 'organization_id' },
]

const POLL_MS = 200
// Replication retries after errors. After this many without progress it won't succeed.
const MAX_ERRORS = 5

/** Creates the publication and the slot in the source and the subscription in the target. Idempotent. */
export async function replicate(move: Move): Promise<void> {
  const { source, target, name } = move
  await createPartitions(move)
  if (!(await exists(source, 'pg_publication', 'pubname', name))) await publish(move)
  // Created separately, so that a run killed before CREATE SUBSCRIPTION is resumable.
  if (!(await exists(source, 'pg_replication_slots', 'slot_name', name))) {
    await source.rows(`select pg_create_logical_replication_slot($1, 'pgoutput')`, [name])
  }
  if (!(await exists(target, 'pg_subscription', 'subname', name))) await subscribe(move)
}

/** Whether the source still has a publication or slot of the move. */
export async function isPublished({ source, name }: Move): Promise<boolean> {
  return (
    (await exists(source, 'pg_publication', 'pubname', name)) ||
    (await exists(source, 'pg_replication_slots', 'slot_name', name))
  )
}

async function exists(
  database: SingleConnection,
  catalog: string,
  column: string,
  name: string,
): Promise<boolean> {
  return (await database.row(`select from ${catalog} where ${column} = $1`, [name])) !== undefined
}

const PARENTS = ['events', 'webhook_deliveries', 'webhook_attempts', 'api_requests']
const PARTITIONS = `
  select parent.relname as parent, child.relname as partition,
    pg_get_expr(child.relpartbound, child.oid) as bound
  from pg_inherits join pg_class as parent on parent.oid = inhparent
  join pg_class as child on child.oid = inhrelid
  where parent.relname = any ($1) order by child.relname`

/** Creates the source's partitions that the target lacks, such as those of days before its installation. */
async function createPartitions({ source, target }: Move): Promise<void> {
  interface Row {
    parent: string
    partition: string
    bound: string
  }
  const days = await source.rows<Row>(PARTITIONS, [PARENTS])
  const there = new Set((await target.rows<Row>(PARTITIONS, [PARENTS])).map((row) => row.partition))
  for (const { parent, partition, bound } of days.filter((day) => !there.has(day.partition))) {
    await target.rows(`create table if not exists ${partition} partition of ${parent} ${bound}`)
  }
}

async function publish({ source, organizationId, name }: Move): Promise<void> {
  const id = source.literal(organizationId)
  const tables = REPLICATED_TABLES.map(
    (table) => `table ${table.name} where (${table.column} = ${id}::uuid)`,
  )
  await source.rows(
    `create publication ${name} for ${tables.join(', ')}
     with (publish = 'insert, update, delete', publish_via_partition_root = true)`,
  )
}

async function subscribe({ target, replicationUrl, name }: Move): Promise<void> {
  const address = target.literal(replicationUrl)
  await target.rows(
    `create subscription ${name} connection ${address} publication ${name}
     with (create_slot = false, slot_name = '${name}')`,
  )
}

const COPIED = `
  select count(*) filter (where srsubstate = 'r')::int as ready, count(*)::int as tables
  from pg_subscription_rel join pg_subscription as s on s.oid = srsubid where s.subname = $1`
const ERRORS = `
  select (apply_error_count + sync_error_count)::int as errors
  from pg_stat_subscription_stats where subname = $1`
const BEHIND = `
  select coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn), 0)::bigint as bytes
  from pg_replication_slots where slot_name = $1`

/**
 * Waits until every table is copied. The slot retains the source's WAL until then.
 *
 * @throws {MoveRefused} if replication fails.
 */
export async function awaitCopy(move: Move): Promise<void> {
  const { source, target, name, show } = move
  let ready = -1
  let before = 0
  for (;;) {
    const copied = await target.row<{ ready: number; tables: number }>(COPIED, [name])
    if (copied && copied.tables > 0 && copied.ready === copied.tables) return
    if (copied && copied.ready > ready) {
      ready = copied.ready
      before = await errorsOf(move)
    }
    const kept = await source.row<{ bytes: string }>(BEHIND, [name])
    const megabytes = Math.round(Number(kept?.bytes ?? 0) / 1_048_576)
    show(
      `${copied?.ready ?? 0} of ${copied?.tables ?? 0} tables copied, ${megabytes} MiB of WAL kept …`,
    )
    await refuseErrors(move, before)
    await pause(POLL_MS)
  }
}

const NEW_MARK = `
  update move_marks set mark = gen_random_uuid() where organization_id = $1 returning mark`
const MARK = 'select mark from move_marks where organization_id = $1'

/**
 * Waits until everything committed in the source has reached the target, using a mark.
 *
 * @returns false after `limitMs`
 */
export async function catchUp(move: Move, limitMs: number): Promise<boolean> {
  const { source, target, organizationId } = move
  const endMs = performance.now() + limitMs
  const written = await source.row<{ mark: string }>(NEW_MARK, [organizationId])
  while (performance.now() < endMs) {
    const arrived = await target.row<{ mark: string }>(MARK, [organizationId])
    if (arrived && arrived.mark === written?.mark) return true
    await pause(POLL_MS / 10)
  }
  return false
}

async function errorsOf({ target, name }: Move): Promise<number> {
  return (await target.row<{ errors: number }>(ERRORS, [name]))?.errors ?? 0
}

/** @throws {MoveRefused} after {@link MAX_ERRORS} more errors than `before` */
async function refuseErrors(move: Move, before: number): Promise<void> {
  if ((await errorsOf(move)) - before < MAX_ERRORS) return
  throw new MoveRefused(
    "Replication keeps failing; see the log of the target's PostgreSQL. Fix the cause and run this again, or run it with --abort.",
  )
}

const END_SENDER = `
  select pg_terminate_backend(active_pid) from pg_replication_slots
  where slot_name = $1 and active_pid is not null`
const DROP_SLOT = `
  select pg_drop_replication_slot(slot_name) from pg_replication_slots
  where slot_name = $1 and active_pid is null`

/** Removes the subscription, the slot and the publication. Idempotent. */
export async function endReplication({ source, target, name }: Move): Promise<void> {
  const hasSlot = () => exists(source, 'pg_replication_slots', 'slot_name', name)
  if (await exists(target, 'pg_subscription', 'subname', name)) {
    if (!(await hasSlot())) {
      await target.rows(`alter subscription ${name} disable`)
      await target.rows(`alter subscription ${name} set (slot_name = none)`)
    }
    // Also drops the slots of tables still being copied.
    await target.rows(`drop subscription ${name}`)
  }
  while (await hasSlot()) {
    await source.rows(END_SENDER, [name])
    await source.rows(DROP_SLOT, [name])
    await pause(POLL_MS)
  }
  await source.rows(`drop publication if exists ${name}`)
}
