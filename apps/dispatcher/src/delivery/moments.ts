import { type Sql, UNFLUSHED } from '@mediajobs/db'
import type { FaultLog } from '@mediajobs/runtime'
import type { AskingLane } from '../slots/lane.ts'

interface TakenRow {
  [name: string]: unknown
  subscriptionId: string
  taken: number
  perSecond: number
  /** From now to the first free moment. */
  nextInMs: number
}

const LEAD = `interval '250 milliseconds'`
// The first free moment. One far ahead was written before the server's clock was set back, and doesn't count.
const FIRST = `case when kept.next_at between now() and now() + interval '3 seconds' then kept.next_at else now() end`
const TAKEN = `least(excluded.taken, greatest(0,
    1 + floor(extract(epoch from now() + ${LEAD} - ${FIRST}) * excluded.per_second)::int))`

// A moment is the `per_second`-th part of a second, and belongs to the process that took it. A crash of PostgreSQL may
// undo this: the rate is then exceeded once.
const TAKE = `
  insert into webhook_moments as kept
    (organization_id, subscription_id, next_at, per_second, taken)
  select subscription.organization_id, subscription.id,
    now() + asked.wanted * interval '1 second' / asked.per_second, asked.per_second, asked.wanted
  from unnest($1::uuid[], $2::uuid[], $3::int[], $4::int[])
    as asked (organization_id, subscription_id, per_second, wanted)
  join webhook_subscriptions as subscription
    on subscription.organization_id = asked.organization_id
    and subscription.id = asked.subscription_id
  cross join ${UNFLUSHED}
  -- One order for all processes, to avoid deadlocks.
  order by subscription.organization_id, subscription.id
  on conflict (organization_id, subscription_id) do update set
    next_at = ${FIRST} + ${TAKEN} * interval '1 second' / excluded.per_second,
    per_second = excluded.per_second,
    taken = ${TAKEN}
  returning subscription_id as "subscriptionId", taken, per_second as "perSecond",
    extract(epoch from next_at - now())::float8 * 1000 as "nextInMs"`

const TAKING = 'taking moments'

/**
 * Takes moments for lanes with `maxPerSecond` (docs/contract.md#c16-max-per-second) and gives them to their paces. There
 * may be fewer than wanted, or none. Never rejects.
 */
export async function takeMoments(
  sql: Sql,
  lanes: readonly AskingLane[],
  faults: FaultLog,
): Promise<void> {
  try {
    const rows = await sql.query<TakenRow>(TAKE, [
      lanes.map(({ organizationId }) => organizationId),
      lanes.map(({ subscriptionId }) => subscriptionId),
      lanes.map(({ perSecond }) => perSecond),
      lanes.map(({ wanted }) => wanted),
    ])
    // Later than the database's `now()`, so no moment comes early.
    const readAtMs = performance.now()
    const taken = new Map(rows.map((row) => [row.subscriptionId, row]))
    for (const { subscriptionId, pace } of lanes) {
      const row = taken.get(subscriptionId)
      // The subscription is gone.
      if (!row) {
        pace.give([], readAtMs + 1_000)
        continue
      }
      const nextAtMs = readAtMs + row.nextInMs
      const spanMs = 1_000 / row.perSecond
      const moments = Array.from(
        { length: row.taken },
        (_, i) => nextAtMs - (row.taken - i) * spanMs,
      )
      pace.give(moments, nextAtMs)
    }
    faults.worked(TAKING)
  } catch (error) {
    for (const { pace } of lanes) pace.fail(performance.now())
    faults.failed(TAKING, error)
  }
}
