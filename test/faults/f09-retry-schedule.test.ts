import { type Fixture, openFixture } from '@mediajobs/dispatcher/testing'
import { startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { after, status } from '@mediajobs/testing/dispatcher/responders'
import { eventually } from '@mediajobs/testing/eventually'
import { startDispatcher } from '@mediajobs/testing/service/process'
import { prove } from './support/fault.ts'

const LATE_MS = 2_000
// Times and durations in the log are whole milliseconds.
const ROUNDING_MS = 2
const SHORT = { text: '300ms,700ms,500ms,1100ms,900ms', delaysMs: [300, 700, 500, 1_100, 900] }
// The schedule of docs/interface.md#i6-schedule, the dispatcher's default.
const WHOLE = { text: '', delaysMs: [30_000, 120_000, 600_000, 1_800_000, 7_200_000] }
// The rest of each wait after moving the due time.
const LEFT_SECONDS = 2

/** A stored attempt, and the time planned for the next one. */
interface Tried {
  attempt: number
  /** Unix milliseconds. */
  startedMs: number
  endedMs: number
  /** From the end of the attempt to the planned time of the next one; null after the last. */
  plannedMs: number | null
  /** From the due time of the delivery to the due time of its job. */
  jobOffMs: number | null
}

const TRIED = `
  select attempt.attempt,
    extract(epoch from attempt.started_at)::float8 * 1000 as "startedMs",
    extract(epoch from attempt.started_at)::float8 * 1000 + attempt.duration_ms as "endedMs",
    extract(epoch from delivery.next_attempt_at - attempt.started_at)::float8 * 1000
      - attempt.duration_ms as "plannedMs",
    (select extract(epoch from job.start_after - delivery.next_attempt_at)::float8 * 1000
      from pgboss.job) as "jobOffMs"
  from webhook_attempts as attempt, webhook_deliveries as delivery
  where attempt.attempt = $1 and delivery.attempts = $1`

// The due time is moved instead of waiting. Delivery and job stay due at the same time.
const MOVE = `
  with moved as (
    update webhook_deliveries set next_attempt_at = now() + $1::float8 * interval '1 second'
    returning next_attempt_at
  )
  update pgboss.job set start_after = moved.next_attempt_at from moved
  returning extract(epoch from job.start_after)::float8 * 1000 as "dueMs"`

await prove({
  id: 'F9',
  promise: 'six attempts, each after its delay and never early, then FAILED',
  rules:
    '[i2-delivery-failed, i6-schedule, i6-failed, i8-webhook-retries, c7-delivery-status, c7-on-time]',
  target: 'each delay d within [d, d + 2 s], 6 attempts, FAILED',
  async run({ t, isFull }) {
    const { text, delaysMs } = isFull ? WHOLE : SHORT
    const fixture = await openFixture(t)
    const receiver = await startReceiver({ fallback: after(60, status(500)) })
    t.teardown(() => receiver.close())
    const { organizationId } = await fixture.subscribe(receiver.url)
    await startDispatcher(t, fixture.databaseUrl, text === '' ? {} : { WEBHOOK_RETRY_DELAYS: text })
    await fixture.publish(organizationId)

    const lateMs: number[] = []
    for (const [i, delayMs] of delaysMs.entries()) {
      const tried = await triedAt(fixture, i + 1)
      const plannedMs = tried.plannedMs ?? Number.NaN
      t.ok(Math.abs(tried.jobOffMs ?? Number.NaN) < 1, 'its job is due when the delivery is')
      let dueMs = tried.endedMs + plannedMs
      if (isFull) {
        const [moved] = await fixture.store.sql.query<{ dueMs: number }>(MOVE, [LEFT_SECONDS])
        dueMs = moved?.dueMs ?? Number.NaN
      }
      const next = await triedAt(fixture, i + 2)
      const planLateMs = plannedMs - delayMs
      t.ok(planLateMs >= -ROUNDING_MS, `planned ${plannedMs} ms after, not before ${delayMs}`)
      t.ok(next.startedMs >= dueMs - ROUNDING_MS, `attempt ${i + 2} is not early`)
      lateMs.push(planLateMs + next.startedMs - dueMs)
    }
    await fixture.settled()
    const [delivery] = await fixture.deliveries()
    t.match(delivery, { status: 'FAILED', attempts: 6, nextAttemptAt: null, finishedAt: String })
    t.equal(receiver.requests.length, 6)
    t.equal(await fixture.countJobs(), 0)
    const latestMs = Math.max(...lateMs)
    return {
      figure: `${receiver.requests.length} attempts, ${delivery?.status}; after ${delaysMs.map((ms) => `${ms / 1_000} s`).join(', ')}: none early, the latest ${(latestMs / 1_000).toFixed(2)} s late`,
      isMet: Math.min(...lateMs) >= -ROUNDING_MS && latestMs <= LATE_MS && delivery?.attempts === 6,
    }
  },
})

function triedAt(fixture: Fixture, attempt: number): Promise<Tried> {
  return eventually(
    `attempt ${attempt}`,
    async () =>
      (await fixture.store.sql.query<{ [name in keyof Tried]: never }>(TRIED, [attempt]))[0],
    20_000,
  )
}
