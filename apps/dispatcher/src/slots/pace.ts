import { type Sql, UNFLUSHED } from '@mediajobs/db'
import type { FaultLog } from '@mediajobs/runtime'

// Moments are taken slightly ahead, so a fast rate needs few statements.
const LEAD_MS = 250
// A later start could fall into the next second and exceed its rate.
const TOO_LATE_MS = 100
const RETRY_MS = 500

function momentsAtOnce(perSecond: number): number {
  return 1 + Math.floor((LEAD_MS / 1_000) * perSecond)
}

/**
 * The moments at which webhooks of a subscription with `maxPerSecond` may start. All dispatchers take them from the
 * database ({@link takeMoments}), so each belongs to one dispatcher. Times are on the monotonic clock.
 */
export class Pace {
  perSecond: number
  #moments: readonly number[] = []
  #isAsking = false
  #askAtMs = Number.NEGATIVE_INFINITY

  constructor(perSecond: number) {
    this.perSecond = perSecond
  }

  /** Uses up a moment that has come. False if there is none. */
  use(nowMs: number): boolean {
    this.#forgetLate(nowMs)
    const [first, ...later] = this.#moments
    if (first === undefined || first > nowMs) return false
    this.#moments = later
    return true
  }

  /** Whether {@link use} would return true. */
  isOpen(nowMs: number): boolean {
    this.#forgetLate(nowMs)
    const [first] = this.#moments
    return first !== undefined && first <= nowMs
  }

  /** How many moments to take for `waiting` jobs. Unless it's 0, call `give` or `fail` next. */
  ask(waiting: number, nowMs: number): number {
    if (this.#isAsking || nowMs < this.#askAtMs) return 0
    this.#forgetLate(nowMs)
    const wanted = Math.min(waiting, momentsAtOnce(this.perSecond)) - this.#moments.length
    if (wanted <= 0) return 0
    this.#isAsking = true
    return wanted
  }

  /** @param nextAtMs the first free moment */
  give(moments: readonly number[], nextAtMs: number): void {
    this.#isAsking = false
    this.#moments = [...this.#moments, ...moments]
    this.#askAtMs = nextAtMs - LEAD_MS / 2
  }

  fail(nowMs: number): void {
    this.#isAsking = false
    this.#askAtMs = nowMs + RETRY_MS
  }

  /** When the next moment comes, or more can be taken. Infinite if never. */
  nextMs(nowMs: number): number {
    const times = this.#isAsking ? this.#moments : [...this.#moments, this.#askAtMs]
    return Math.min(...times.filter((time) => time > nowMs))
  }

  #forgetLate(nowMs: number): void {
    if ((this.#moments[0] ?? nowMs) >= nowMs - TOO_LATE_MS) return
    this.#moments = this.#moments.filter((moment) => moment >= nowMs - TOO_LATE_MS)
  }
}

/** The moments that the waiting jobs of a subscription need. */
export interface LaneRequest {
  readonly organizationId: string
  readonly subscriptionId: string
  readonly perSecond: number
  readonly wanted: number
  readonly pace: Pace
}

interface TakenRow {
  [name: string]: unknown
  subscriptionId: string
  taken: number
  perSecond: number
  /** From now to the first free moment. */
  nextInMs: number
}

const LEAD = `interval '${LEAD_MS} milliseconds'`
// The first free moment. One far ahead predates a backward step of the server's clock, and is ignored.
const FIRST = `case when kept.next_at between now() and now() + interval '3 seconds' then kept.next_at else now() end`
const TAKEN = `least(excluded.taken, greatest(0,
    1 + floor(extract(epoch from now() + ${LEAD} - ${FIRST}) * excluded.per_second)::int))`

// A moment is 1/`per_second` of a second and belongs to the process that took it. A PostgreSQL crash may undo this and
// exceed the rate once.
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
  -- A fixed order avoids deadlocks.
  order by subscription.organization_id, subscription.id
  on conflict (organization_id, subscription_id) do update set
    next_at = ${FIRST} + ${TAKEN} * interval '1 second' / excluded.per_second,
    per_second = excluded.per_second,
    taken = ${TAKEN}
  returning subscription_id as "subscriptionId", taken, per_second as "perSecond",
    extract(epoch from next_at - now())::float8 * 1000 as "nextInMs"`

const TAKING = 'taking moments'

/**
 * Takes moments for lanes with `maxPerSecond` (docs/contract.md#c16-max-per-second): as many as wanted, fewer, or none.
 * Never rejects.
 */
export async function takeMoments(
  sql: Sql,
  lanes: readonly LaneRequest[],
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
