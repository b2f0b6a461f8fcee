import { QUEUE_SCHEMA, WEBHOOK_JOB_ID } from '@mediajobs/outbox'
import { sharedApp } from '@mediajobs/testing/api/app'
import { statuses } from '@mediajobs/testing/api/webhook-studio'
import t from 'tap'
import { CANCELLED, FAILED, replayStudio } from '../support/replay-studio.ts'

const api = await sharedApp()
const { sql } = api.store

t.test('a delivery with any outcome gets one more attempt immediately [c7-retry]', async (t) => {
  const states = [
    [FAILED, 'RETRYING', 6],
    [
      "status = 'SUCCEEDED', attempts = 2, next_attempt_at = null, finished_at = now()",
      'RETRYING',
      2,
    ],
    [CANCELLED, 'RETRYING', 1],
    ["status = 'CANCELLED', next_attempt_at = null, finished_at = now()", 'PENDING', 0],
  ] as const
  const { ids, retry, call, jobsOf, dropJobs } = await replayStudio(
    api,
    states.map(([state]) => state),
  )
  for (const [i, [state, status, attempts]] of states.entries()) {
    const id = ids[i]
    await dropJobs(id)
    const response = await retry(id)
    t.equal(response.status, 202, state)
    t.match(response.body, { id, status, attempts, finishedAt: null }, state)
    t.ok(Math.abs(Date.parse(response.body.nextAttemptAt) - Date.now()) < 5_000)
    const { payload, attemptLog, ...read } = (await call('GET', `/webhooks/deliveries/${id}`)).body
    t.strictSame(read, response.body)
    const [job, ...more] = await jobsOf(id)
    t.strictSame([job?.attempt, more], [attempts + 1, []])
    t.ok(job && job.seconds <= 0, 'due immediately')
  }
})

t.test("a canceled delivery's old job doesn't delay the new attempt", async (t) => {
  const { org, subscription, ids, retry, jobsOf, dropJobs } = await replayStudio(api, [CANCELLED])
  const [id = ''] = ids
  await dropJobs(id)
  const job = { organizationId: org.organizationId, deliveryId: id, attempt: 2 }
  await api.store.transaction((tx) =>
    tx.webhookQueue.insert(tx, [
      { ...job, subscriptionId: subscription.id, startAfterSeconds: 7_200 },
    ]),
  )
  t.equal((await retry()).status, 202)
  const jobs = await jobsOf(id)
  t.equal(jobs.length, 1)
  t.ok(jobs[0] && jobs[0].seconds <= 0)
  const [found] = await sql.query<{ id: string; expected: string }>(
    `select job.id, ${WEBHOOK_JOB_ID} as expected
    from ${QUEUE_SCHEMA}.job as job join webhook_deliveries as delivery on delivery.id = $1
    where data->>'deliveryId' = $1::text`,
    [id],
  )
  t.equal(found?.id, found?.expected, 'the id expected by the reconciler')
})

t.test('retrying a delivery with a pending attempt is a 409 [c7-retry]', async (t) => {
  const { ids, retry, jobsOf } = await replayStudio(api, [
    "status = 'PENDING'",
    "status = 'RETRYING', attempts = 1",
  ])
  for (const id of ids) {
    t.match(await retry(id), { status: 409, body: { code: 'delivery_still_due' } })
    t.equal((await jobsOf(id)).length, 1)
  }
})

t.test('twenty concurrent retries make one attempt', async (t) => {
  const { ids, retry, jobsOf, dropJobs } = await replayStudio(api, [FAILED])
  await dropJobs(ids[0])
  const responses = await Promise.all(Array.from({ length: 20 }, () => retry()))
  t.strictSame(statuses(responses), { 202: 1, 409: 19 })
  t.equal((await jobsOf(ids[0])).length, 1)
})
