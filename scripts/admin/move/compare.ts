import type { SingleConnection } from '@mediajobs/db'
import type { Move } from './move.ts'
import { ORGANIZATION_TABLES } from './tables.ts'

// A day's partition may be dropped in one cell earlier than in the other. So a table of days is compared from the first
// day that both have.
const DAYS: Readonly<Record<string, string>> = {
  events: 'id',
  webhook_deliveries: 'id',
  webhook_attempts: 'delivery_id',
  api_requests: 'id',
}

const OLDEST_DAY = `
  select min(right(child.relname, 8)) as day from pg_inherits
  join pg_class as child on child.oid = inhrelid where inhparent = $1::regclass`

/** Of the rows of a table: their number, and a sum over the hashes of their texts. */
interface Sum {
  rows: string
  sum: string
}

/** The tables whose rows differ between source and target. Nothing may write them meanwhile. */
export async function differences(move: Move): Promise<string[]> {
  const different: string[] = []
  for (const { name, column } of ORGANIZATION_TABLES) {
    move.show(`comparing ${name} …`)
    const condition = await conditionOf(move, name)
    const statement = `
      select count(*) as rows,
        coalesce(sum(('x' || substr(md5(compared::text), 1, 15))::bit(60)::bigint), 0) as sum
      from ${name} as compared where ${column} = $1 ${condition}`
    const sumOf = (database: SingleConnection) =>
      database.row<Sum>(statement, [move.organizationId])
    const [ours, theirs] = await Promise.all([sumOf(move.source), sumOf(move.target)])
    if (ours?.rows !== theirs?.rows || ours?.sum !== theirs?.sum) {
      different.push(`${name} (${ours?.rows} rows, ${theirs?.rows} in the target)`)
    }
  }
  return different
}

async function conditionOf({ source, target }: Move, table: string): Promise<string> {
  const { [table]: id } = DAYS
  if (id === undefined) return ''
  const oldest = async (database: SingleConnection) =>
    (await database.row<{ day: string | null }>(OLDEST_DAY, [table]))?.day ?? ''
  const [ours, theirs] = await Promise.all([oldest(source), oldest(target)])
  const day = [ours, theirs].sort().at(-1) ?? ''
  return day === ''
    ? ''
    : `and ${id} >= uuid_v7_floor('${day}'::date::timestamp at time zone 'UTC')`
}
