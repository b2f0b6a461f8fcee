import { setTimeout as pause } from 'node:timers/promises'
import { type Sql, UNFLUSHED } from '@mediajobs/db'
import type { DueDelivery } from './due-delivery.ts'

/** How many moments of a subscription are wanted. */
export interface WantedMoments {
  readonly organizationId: string
  readonly subscriptionId: string
  readonly perSecond: number
  /** At most `momentsAtOnce`. */
  readonly wanted: number
}

/** The moments that were taken, on this process's monotonic clock. There may be fewer than wanted, or none. */
export interface TakenMoments {
  readonly moments: readonly number[]
  /** The first moment that is not taken. */
  readonly nextAtMs: number
}

interface Row {
  [name: string]: unknown
  subscriptionId: string
  taken: number
  perSecond: number
  /** From now to the first moment that is not taken. */
  nextInMs: number
}

const LEAD = `interval '250 milliseconds'`
// The first free moment. One that is far ahead was written before the server's clock was set back, and does not count.
const FIRST = `case when kept.next_at between now() and now() + interval '3 seconds' then kept.next_at else now() end`
const TAKEN = `least(excluded.taken, greatest(0,
    1 + floor(extract(epoch from now() + ${LEAD} - ${FIRST}) * excluded.per_second)::int))`

// A moment is the `per_second`-th part of a second, and belongs to the process that took it. A crash of PostgreSQL
// may undo this: the rate is exceeded once.
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
  -- Two processes may take moments of the same subscriptions, so both go in one order.
  order by subscription.organization_id, subscription.id
  on conflict (organization_id, subscription_id) do update set
    next_at = ${FIRST} + ${TAKEN} * interval '1 second' / excluded.per_second,
    per_second = excluded.per_second,
    taken = ${TAKEN}
  returning subscription_id as "subscriptionId", taken, per_second as "perSecond",
    extract(epoch from next_at - now())::float8 * 1000 as "nextInMs"`

/**
 * Takes moments of subscriptions with `maxPerSecond` (docs/contract.md#c16-max-per-second).
 *
 * @returns the moments by subscription. A subscription that does not exist any more is left out.
 */
export async function takeMoments(
  sql: Sql,
  wanted: readonly WantedMoments[],
): Promise<Map<string, TakenMoments>> {
  const rows = await sql.query<Row>(TAKE, [
    wanted.map(({ organizationId }) => organizationId),
    wanted.map(({ subscriptionId }) => subscriptionId),
    wanted.map(({ perSecond }) => perSecond),
    wanted.map((each) => each.wanted),
  ])
  // Later than the database's `now()`, so no moment comes early.
  const readAtMs = performance.now()
  return new Map(
    rows.map(({ subscriptionId, taken, perSecond, nextInMs }) => {
      const nextAtMs = readAtMs + nextInMs
      const spanMs = 1_000 / perSecond
      const moments = Array.from({ length: taken }, (_, i) => nextAtMs - (taken - i) * spanMs)
      return [subscriptionId, { moments, nextAtMs }]
    }),
  )
}

/** Takes a moment for one delivery and waits until it comes. False when the next one is too far away. */
export async function waitForMoment(sql: Sql, due: DueDelivery): Promise<boolean> {
  const { organizationId, subscriptionId, maxPerSecond } = due
  if (maxPerSecond === null) return true
  const wanted = { organizationId, subscriptionId, perSecond: maxPerSecond, wanted: 1 }
  const taken = await takeMoments(sql, [wanted])
  const moment = taken.get(subscriptionId)?.moments[0]
  if (moment === undefined) return false
  await pause(Math.max(0, moment - performance.now()))
  return true
}
