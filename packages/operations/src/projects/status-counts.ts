import { one, type Sql } from '@mediajobs/db'
import { PROJECT_STATUSES, type ProjectStatus } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'

export type StatusCounts = Record<ProjectStatus, number>

// A shard per connection, so concurrent transactions rarely contend for a row.
const SHARDS = 32

const sums = PROJECT_STATUSES.map(
  (status) => `coalesce(sum(${status.toLowerCase()}), 0)::int as "${status}"`,
).join(', ')

/** Projects per status. Sums at most {@link SHARDS} rows. */
export async function countByStatus(sql: Sql, orgId: string): Promise<StatusCounts> {
  const text = `select ${sums} from project_status_counts where organization_id = $1`
  return one(await sql.query<StatusCounts>(text, [orgId]), 'a sum')
}

/** Counts a new project. */
export async function countNew(tx: Tx, orgId: string): Promise<void> {
  await add(tx, orgId, { PENDING: 1 })
}

/** Counts a move. */
export async function countMove(
  tx: Tx,
  orgId: string,
  from: ProjectStatus,
  to: ProjectStatus,
): Promise<void> {
  await add(tx, orgId, { [from]: -1, [to]: 1 })
}

async function add(tx: Tx, orgId: string, changes: Partial<StatusCounts>): Promise<void> {
  const columns = Object.keys(changes).map((status) => status.toLowerCase())
  const amounts = Object.values(changes)
  const set = columns.map((column) => `${column} = shard.${column} + excluded.${column}`)
  await tx.query(
    `insert into project_status_counts as shard (organization_id, shard, ${columns.join(', ')})
     values ($1, pg_backend_pid() % ${SHARDS}, ${amounts.join(', ')})
     on conflict (organization_id, shard) do update set ${set.join(', ')}`,
    [orgId],
  )
}
