import { setTimeout as pause } from 'node:timers/promises'
import type { SingleConnection } from '@mediajobs/db'
import { MoveRefused, ORGANIZATION_TABLES } from './move.ts'

// Writers queue behind the lock for the trigger, so it times out quickly and is retried. The last attempts exceed the
// default `deadlock_timeout`, after which PostgreSQL cancels an autovacuum that holds the lock.
const SHORT_LOCK_MS = 200
const LONG_LOCK_MS = 1_500
const SHORT_TRIES = 30
const LONG_TRIES = 10
const PAUSE_MS = 300
const WRITE = 'refuse_moved_write'
const REMOVAL = 'refuse_moved_delete'
const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'

const FENCED = `
  select organization_id as id from organization_moves
  where step in ('QUIET', 'FROZEN', 'MOVED') order by organization_id`

/**
 * Creates the triggers that refuse writes of frozen and moved organizations, or drops them when unneeded. Locks one table
 * at a time, for milliseconds. Idempotent.
 *
 * @throws {MoveRefused} if a table stays locked.
 */
export async function fence(
  source: SingleConnection,
  show: (text: string) => void = () => {},
): Promise<void> {
  const ids = (await source.rows<{ id: string }>(FENCED)).map(({ id }) => id)
  for (const { name, column } of ORGANIZATION_TABLES) {
    if (await isFenced(source, name, ids)) continue
    show(`the trigger of ${name} …`)
    await withLock(source, name, async () => {
      for (const statement of statementsFor(name, column, ids)) await source.rows(statement)
    })
  }
}

const DEFINITION = `
  select pg_get_triggerdef(oid) as text from pg_trigger
  where tgrelid = $1::regclass and tgname = any ($2)`
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Whether the table's triggers already name exactly these organizations. */
async function isFenced(
  source: SingleConnection,
  table: string,
  ids: readonly string[],
): Promise<boolean> {
  const found = await source.rows<{ text: string }>(DEFINITION, [table, [WRITE, REMOVAL]])
  if (ids.length === 0) return found.length === 0
  const wanted = ids.join()
  return found.length === 2 && found.every(({ text }) => text.match(UUID)?.join() === wanted)
}

function statementsFor(table: string, column: string, ids: readonly string[]): string[] {
  if (ids.length === 0) {
    return [WRITE, REMOVAL].map((name) => `drop trigger if exists ${name} on ${table}`)
  }
  const list = `'{${ids.join(',')}}'::uuid[]`
  const run = `execute function refuse_moved_write('${column}')`
  return [
    `create or replace trigger ${WRITE} before insert or update on ${table}
     for each row when (new.${column} = any (${list})) ${run}`,
    `create or replace trigger ${REMOVAL} before delete on ${table}
     for each row when (old.${column} = any (${list})) ${run}`,
  ]
}

async function withLock(
  source: SingleConnection,
  table: string,
  work: () => Promise<void>,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const lockMs = tries > SHORT_TRIES ? LONG_LOCK_MS : SHORT_LOCK_MS
    try {
      await source.transaction(async () => {
        await source.rows(`set local lock_timeout = ${lockMs}`)
        await work()
      })
      return
    } catch (error) {
      const { code } = error as { code?: string }
      if (code !== LOCK_NOT_AVAILABLE && code !== DEADLOCK) throw error
      if (tries === SHORT_TRIES + LONG_TRIES) {
        throw new MoveRefused(`Another connection holds a lock on ${table}: run this again later.`)
      }
    }
    await pause(PAUSE_MS)
  }
}
