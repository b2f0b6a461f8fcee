import { eventually } from '@mediajobs/testing/eventually'
import type { Test } from 'tap'
import {
  type FailingOverService,
  openOperatorStore,
  SUBSCRIPTIONS,
} from './failing-over-service.ts'

/** Result of comparing the database with responses and received webhooks. */
export interface FailoverBooks {
  booked: number
  /** Lost confirmed bookings. */
  lost: number
  /** Missing webhooks. */
  missing: number
  /** Webhooks for lost changes. */
  unfounded: number
  /** Repeated webhooks. */
  repeated: number
  /** Repeated webhooks that weren't in flight at a failure. */
  repeatedWithoutCause: number
}

// From a webhook's arrival until its outcome is written, plus the second in which its fetch can be undone.
const IN_FLIGHT_MS = 5_000
const SETTLED_MS = 90_000

const UNSETTLED = `select count(*)::int as count from webhook_deliveries where status <> 'SUCCEEDED'`
const COUNTS = `
  select (select count(*) from projects)::int as projects,
    (select count(*) from events where name = 'PROJECT_CREATED')::int as events,
    (select count(*) from webhook_deliveries)::int as deliveries`

/** Waits until all webhooks are sent, and compares. `failedAtMs`: when the failures of the database began. */
export async function compareBooks(
  t: Test,
  databaseUrl: string,
  { clients, receiver }: FailingOverService,
  failedAtMs: readonly number[],
): Promise<FailoverBooks> {
  const store = openOperatorStore(databaseUrl)
  t.teardown(() => store.close())
  const settled = async () => (await store.sql.query<{ count: number }>(UNSETTLED))[0]?.count === 0
  await eventually('every webhook sent', settled, SETTLED_MS)
  const ids = async (table: string) =>
    new Set(
      (await store.sql.queryOnce<{ id: string }>(`select id from ${table}`)).map(({ id }) => id),
    )
  const [projects, deliveries] = await Promise.all([ids('projects'), ids('webhook_deliveries')])
  const booked = new Set(clients.projectIds)
  const expected = booked.size * SUBSCRIPTIONS
  const counts = { projects: booked.size, events: booked.size, deliveries: expected }
  t.strictSame(
    await store.sql.query(COUNTS),
    [counts],
    'each booking was made once, with its events',
  )

  const arrivalsMs = new Map<string, number[]>()
  for (const { headers, receivedAtMs } of receiver.requests) {
    const id = `${headers['x-webhook-id']}`
    arrivalsMs.set(id, [...(arrivalsMs.get(id) ?? []), receivedAtMs])
  }
  const firstOfRepeated = [...arrivalsMs.values()].flatMap(([firstMs = 0, ...more]) =>
    more.length > 0 ? [firstMs] : [],
  )
  const isCaused = (firstMs: number) =>
    failedAtMs.some((ms) => firstMs > ms - IN_FLIGHT_MS && firstMs < ms + IN_FLIGHT_MS)
  return {
    booked: booked.size,
    lost: [...booked].filter((id) => !projects.has(id)).length,
    missing: [...deliveries].filter((id) => !arrivalsMs.has(id)).length,
    unfounded: [...arrivalsMs.keys()].filter((id) => !deliveries.has(id)).length,
    repeated: firstOfRepeated.length,
    repeatedWithoutCause: firstOfRepeated.filter((ms) => !isCaused(ms)).length,
  }
}
