import type { SingleConnection } from '@mediajobs/db'
import { IS_WAITING } from '@mediajobs/db/schema'
import { type Move, type MovedTable, MoveRefused, ORGANIZATION_TABLES } from './move.ts'
import { catchUp } from './replication.ts'

/** A table partitioned by the day of an id. */
interface DayTable {
  id: string
  /** SQL: rows that may still change; null if immutable. */
  mayChange: string | null
}

const DAY_TABLES: Readonly<Record<string, DayTable>> = {
  events: { id: 'id', mayChange: null },
  webhook_deliveries: {
    id: 'id',
    mayChange: `(${IS_WAITING} or last_attempt_at >= $2::timestamptz or finished_at >= $2::timestamptz)`,
  },
  webhook_attempts: { id: 'delivery_id', mayChange: null },
  api_requests: { id: 'id', mayChange: null },
}

const TRIES = 5
const CATCH_UP_MS = 60_000

/**
 * Compares the immutable log rows, most of an organization's rows, so that the freeze compares only the rest.
 *
 * @returns the cutoff: rows written before it were compared
 * @throws {MoveRefused} if they differ.
 */
export async function compareOlder(move: Move): Promise<string> {
  const now = await move.source.row<{ cut: string }>('select clock_timestamp()::text as cut')
  const cut = now?.cut ?? ''
  const tables = ORGANIZATION_TABLES.filter(({ name }) => name in DAY_TABLES)
  for (let tries = 1; ; tries += 1) {
    await catchUp(move, CATCH_UP_MS)
    const different = await differencesOf(move, tables, cut, isOlder)
    if (different.length === 0) return cut
    if (tries === TRIES) throw rowsDiffer(different)
  }
}

/** @param different tables with their counts */
export function rowsDiffer(different: readonly string[]): MoveRefused {
  return new MoveRefused(
    `The rows differ: ${different.join(', ')}. Run this again; if they still differ, run it with --abort.`,
  )
}

/** Tables that differ between source and target, ignoring rows compared by {@link compareOlder}. */
export function differences(move: Move, cut: string): Promise<string[]> {
  return differencesOf(move, ORGANIZATION_TABLES, cut, isNewer)
}

type Condition = (table: DayTable) => string

const isOlder: Condition = ({ id, mayChange }) =>
  `and ${id} < uuid_v7_floor($2::timestamptz)${mayChange === null ? '' : ` and ${mayChange} is not true`}`
const isNewer: Condition = ({ id, mayChange }) =>
  `and (${id} >= uuid_v7_floor($2::timestamptz)${mayChange === null ? '' : ` or ${mayChange}`})`

/** Row count and checksum. */
interface Sum {
  rows: string
  sum: string
}

async function differencesOf(
  move: Move,
  tables: readonly MovedTable[],
  cut: string,
  condition: Condition,
): Promise<string[]> {
  const different: string[] = []
  for (const { name, column } of tables) {
    move.show(`comparing ${name} …`)
    const { [name]: days } = DAY_TABLES
    // Stable across versions: PostgreSQL partitions by this hash.
    const statement = `
      select count(*) as rows, coalesce(sum(hashtextextended(compared::text, 0)), 0) as sum
      from ${name} as compared where ${column} = $1
        ${days ? `${condition(days)} ${await fromOldestDay(move, name, days)}` : ''}`
    const values = days ? [move.organizationId, cut] : [move.organizationId]
    const sumOf = (database: SingleConnection) => database.row<Sum>(statement, values)
    const [ours, theirs] = await Promise.all([sumOf(move.source), sumOf(move.target)])
    if (ours?.rows !== theirs?.rows || ours?.sum !== theirs?.sum) {
      different.push(`${name} (${ours?.rows} rows, ${theirs?.rows} in the target)`)
    }
  }
  return different
}

const OLDEST_DAY = `
  select coalesce(min(right(child.relname, 8)), '') as day from pg_inherits
  join pg_class as child on child.oid = inhrelid where inhparent = $1::regclass`

/** Skips days that either cell has already dropped. */
async function fromOldestDay(
  { source, target }: Move,
  table: string,
  { id }: DayTable,
): Promise<string> {
  const oldest = (database: SingleConnection) => database.row<{ day: string }>(OLDEST_DAY, [table])
  const [ours, theirs] = await Promise.all([oldest(source), oldest(target)])
  const day = [ours?.day ?? '', theirs?.day ?? ''].sort().at(-1)
  return day ? `and ${id} >= uuid_v7_floor('${day}'::timestamp at time zone 'UTC')` : ''
}
