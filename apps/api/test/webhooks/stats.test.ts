import { sharedApp } from '@mediajobs/testing/api/app'
import { SUBSCRIPTIONS, webhookStudio } from '@mediajobs/testing/api/webhook-studio'
import t from 'tap'

// docs/contract.md#c14-subscription-stats. test/webhook-stats.test.ts counts real attempts.

const api = await sharedApp()
const { sql } = api.store

const HOUR_MS = 3_600_000

interface Hour {
  startsAt: string
  succeeded: number
  failed: number
  p95Ms: number | null
}

async function subscribed() {
  const studio = await webhookStudio(api)
  const { body: subscription } = await studio.subscribe('https://example.com/')
  const path = `${SUBSCRIPTIONS}/${subscription.id}/stats`
  const hours = async (): Promise<Hour[]> => (await studio.call('GET', path)).body.hours
  /** Adds counts for the hour that began `hoursAgo` hours before the current one. */
  const count = (
    hoursAgo: number,
    atMostMs: number,
    succeeded: number,
    failed: number,
    shard = 0,
  ) =>
    sql.query(
      `insert into webhook_hours (organization_id, subscription_id, hour, at_most_ms, shard, succeeded, failed)
       values ($1, $2, date_trunc('hour', now(), 'UTC') - $3::int * interval '1 hour', $4, $5, $6, $7)`,
      [studio.org.organizationId, subscription.id, hoursAgo, atMostMs, shard, succeeded, failed],
    )
  return { ...studio, subscription, path, hours, count }
}

t.test(
  'statistics cover 24 hours, oldest first, including those without attempts [c14-subscription-stats]',
  async (t) => {
    const { call, subscription, path, hours } = await subscribed()
    const { status, body } = await call('GET', path)
    t.equal(status, 200)
    t.same(Object.keys(body), ['subscriptionId', 'hours'])
    t.equal(body.subscriptionId, subscription.id)
    t.equal(body.hours.length, 24)
    const starts = (await hours()).map(({ startsAt }) => Date.parse(startsAt))
    const first = starts[0] ?? 0
    t.same(
      starts,
      Array.from(starts, (_, n) => first + n * HOUR_MS),
    )
    t.equal(first % HOUR_MS, 0)
    for (const hour of body.hours) t.match(hour, { succeeded: 0, failed: 0, p95Ms: null })
  },
)

t.test(
  'an hour has the sums of its counts, and the 95th percentile of durations [c14-subscription-stats]',
  async (t) => {
    const { hours, count } = await subscribed()
    await count(1, 50, 90, 0)
    await count(1, 50, 2, 1, 1)
    await count(1, 100, 1, 1)
    await count(1, 10_000, 0, 5)
    await count(2, 10, 19, 0)
    await count(2, 10_000, 1, 0)
    await count(23, 13, 0, 1)
    await count(24, 13, 7, 7)
    const listed = (await hours()).map(({ startsAt, ...rest }) => rest)
    t.same(listed.at(-2), { succeeded: 93, failed: 7, p95Ms: 100 })
    t.same(listed.at(-3), { succeeded: 20, failed: 0, p95Ms: 10 })
    t.same(listed[0], { succeeded: 0, failed: 1, p95Ms: 13 })
    t.same(listed.at(-1), { succeeded: 0, failed: 0, p95Ms: null })
  },
)
