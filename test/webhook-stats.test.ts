import { createTestDatabase } from '@mediajobs/db/testing'
import { testApp } from '@mediajobs/testing/api/app'
import { startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { after, status } from '@mediajobs/testing/dispatcher/responders'
import { startDispatcher } from '@mediajobs/testing/service/process'
import t from 'tap'

// docs/contract.md#c14-subscription-stats, with two dispatcher processes.

const { url: databaseUrl } = await createTestDatabase(t)
const api = await testApp(t, { databaseUrl })
const { sql } = api.store

const BOOKINGS = 40
const SLOW_MS = 300
const WAIT_LIMIT_MS = 30_000

t.test(
  'each attempt is counted once, with its outcome and its duration [c14-subscription-stats]',
  async (t) => {
    const org = await api.createOrg()
    const receiver = await startReceiver({ fallback: after(SLOW_MS, status(200)) })
    t.teardown(() => receiver.close())
    // No more than a delivery's retries, so none ends FAILED.
    const failures = 2
    receiver.script(...Array.from({ length: failures }, () => status(500)))
    const events = ['PROJECT_CREATED']
    const { id } = await org.make('/webhooks/subscriptions', { url: receiver.url, events })
    const settings = { WEBHOOK_RETRY_DELAYS: '300ms,300ms' }
    await Promise.all([1, 2].map(() => startDispatcher(t, databaseUrl, settings)))
    const booking = { scheduledTime: '2026-12-01T10:00:00Z' }
    for (let i = 0; i < BOOKINGS; i++) await org.make('/projects/create', booking)
    await receiver.waitFor(BOOKINGS + failures, { timeoutMs: WAIT_LIMIT_MS })
    await untilSettled()

    const { body } = await org.call('GET', `/webhooks/subscriptions/${id}/stats`)
    // The test may run across the start of an hour.
    const [before, now] = body.hours.slice(-2)
    t.equal(before.succeeded + now.succeeded, BOOKINGS)
    t.equal(before.failed + now.failed, failures)
    const [measured] = await sql.query<{ p95: number; least: number }>(
      `select percentile_disc(0.95) within group (order by duration_ms) as p95,
       min(duration_ms) filter (where response_status = 200) as least
     from webhook_attempts`,
    )
    if (before.succeeded === 0) {
      const p95 = measured?.p95 ?? 0
      t.ok(now.p95Ms >= p95 && now.p95Ms <= p95 * 1.125 + 1, `${now.p95Ms} for ${p95} ms`)
    }
    t.ok((measured?.least ?? 0) >= SLOW_MS - 1)
  },
)

async function untilSettled(): Promise<void> {
  for (let i = 0; i < WAIT_LIMIT_MS / 100; i++) {
    const open = await sql.query(`select from webhook_deliveries where status <> 'SUCCEEDED'`)
    if (open.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('a webhook delivery did not succeed')
}
