import { QUEUE_SCHEMA } from '@mediajobs/outbox'
import { sharedApp } from '@mediajobs/testing/api/app'
import { SUBSCRIPTIONS, statuses, webhookStudio } from '@mediajobs/testing/api/webhook-studio'
import t from 'tap'
import { CANCELLED, FAILED, type Listed, LONG_AGO, replayStudio } from '../support/replay-studio.ts'

const api = await sharedApp()
const { sql } = api.store

t.test('nothing is retried or recovered for an inactive subscription', async (t) => {
  const { call, path, ids, retry, recover } = await replayStudio(api, [FAILED])
  await call('PATCH', path, { active: false })
  for (const response of [await retry(), await recover()]) {
    t.match(response, { status: 409, body: { code: 'subscription_inactive', message: /active/ } })
  }
  t.match((await call('GET', `/webhooks/deliveries/${ids[0]}`)).body, { status: 'FAILED' })
})

t.test(
  'recovering retries only deliveries that ended FAILED or CANCELLED since then [c7-recover]',
  async (t) => {
    const { ids, list, recover, jobsOf, dropJobs } = await replayStudio(api, [
      FAILED,
      CANCELLED,
      `${FAILED.replace('now()', "now() - interval '2 hours'")}`,
      "status = 'SUCCEEDED', attempts = 1, next_attempt_at = null, finished_at = now()",
      "status = 'PENDING'",
    ])
    for (const id of ids.slice(0, 4)) await dropJobs(id)
    const hourAgo = new Date(Date.now() - 3_600_000).toISOString()
    const { status, body } = await recover(hourAgo)
    t.strictSame([status, body], [202, { retried: 2, created: 0, more: false }])
    t.strictSame((await list()).map((each) => each.status).reverse(), [
      'RETRYING',
      'RETRYING',
      'FAILED',
      'SUCCEEDED',
      'PENDING',
    ])
    const jobs = await Promise.all(ids.map(jobsOf))
    t.strictSame(
      jobs.map((each) => each.map(({ attempt }) => attempt)),
      [[7], [2], [], [], [1]],
    )
    t.strictSame((await recover()).body, { retried: 1, created: 0, more: false })
    t.strictSame((await recover()).body, { retried: 0, created: 0, more: false })
  },
)

t.test(
  "recovering creates deliveries for events during the subscription's inactivity [c7-recover, c11-recover]",
  async (t) => {
    const { call, path, publishEvent, list, recover, jobsOf } = await replayStudio(api, [
      "status = 'PENDING'",
    ])
    await call('PATCH', path, { active: false })
    await publishEvent('off-1@example.com')
    await call('POST', '/projects/create', { scheduledTime: '2026-05-01T09:30:00Z' })
    await publishEvent('off-2@example.com')
    await call('PATCH', path, { active: true })
    await publishEvent('on@example.com')
    t.match(await recover(), { status: 202, body: { retried: 1, created: 2, more: false } })
    const events = (await call('GET', '/events?event=CUSTOMER_CREATED')).body.data
    const delivered = await list()
    t.strictSame(
      new Set(delivered.map(({ eventId }) => eventId)),
      new Set(events.map(({ id }: Listed) => id)),
    )
    t.equal(delivered.length, 4, 'one delivery for each event that the subscription lists')
    const [second, first] = delivered
    t.match([first, second], [{ status: 'PENDING' }, { status: 'PENDING' }])
    t.strictSame(
      [first?.eventId, second?.eventId],
      [events[2].id, events[1].id],
      'in the order of the events',
    )
    const [job, ...more] = await jobsOf(first?.id)
    t.strictSame([job?.attempt, more], [1, []])
    t.strictSame((await recover()).body, { retried: 0, created: 0, more: false })
  },
)

t.test(
  'with `until`, a recovery omits later deliveries and events [c16-recover-until]',
  async (t) => {
    const { call, path, publishEvent, recover } = await replayStudio(api, [
      FAILED.replace('now()', "now() - interval '2 hours'"),
      FAILED,
    ])
    await call('PATCH', path, { active: false })
    await publishEvent('off-1@example.com')
    const until = new Date().toISOString()
    await new Promise((resolve) => setTimeout(resolve, 5))
    await publishEvent('off-2@example.com')
    await call('PATCH', path, { active: true })
    const hourAgo = new Date(Date.now() - 3_600_000).toISOString()
    t.match(await recover(LONG_AGO, hourAgo), { status: 202, body: { retried: 1, created: 0 } })
    t.match((await recover(LONG_AGO, until)).body, { retried: 1, created: 1, more: false })
    t.match((await recover()).body, { retried: 0, created: 1, more: false })
    for (const wrong of [LONG_AGO, 'soon', null]) {
      t.match(await recover(LONG_AGO, wrong), { status: 400, body: { message: [/^until/] } })
    }
  },
)

t.test(
  'recovering adds no event from before the subscription listed it [c11-recover]',
  async (t) => {
    const { call, path, publishEvent, recover } = await replayStudio(api)
    await call('POST', '/projects/create', { scheduledTime: '2026-05-01T09:30:00Z' })
    await call('PATCH', path, { events: ['PROJECT_CREATED', 'CUSTOMER_CREATED'] })
    t.strictSame((await recover()).body, { retried: 0, created: 0, more: false })
    await call('PATCH', path, { active: false })
    await publishEvent('off@example.com')
    await call('PATCH', path, { active: true })
    t.strictSame((await recover()).body, { retried: 0, created: 1, more: false })
  },
)

t.test('recovering repeats no test event [c11-recover]', async (t) => {
  const { call, path, list, recover } = await replayStudio(api)
  await call('POST', `${path}/test`)
  const [sent] = await list()
  await sql.query(`update webhook_deliveries set ${FAILED} where id = $1`, [sent?.id ?? null])
  t.strictSame((await recover()).body, { retried: 0, created: 0, more: false })
})

t.test('events of every pause are recovered, not only of the last', async (t) => {
  const { call, path, publishEvent, recover } = await replayStudio(api)
  for (const outage of ['first', 'second']) {
    await call('PATCH', path, { active: false })
    await publishEvent(`${outage}@example.com`)
    await call('PATCH', path, { active: true })
    // Moves the pauses apart: a pause within seconds of the last one would continue it.
    await sql.query(`update webhook_pauses set ended_at = ended_at - interval '14 s'`)
  }
  t.strictSame((await recover()).body, { retried: 0, created: 2, more: false })
})

t.test(
  'recovering adds no event from before the subscription, and none of a quiet import',
  async (t) => {
    const { org, call, subscribe } = await webhookStudio(api)
    await call('POST', '/customers', { name: 'Before', email: 'before@example.com' })
    const { body } = await subscribe('https://example.com/', { events: ['CUSTOMER_CREATED'] })
    await sql.query(
      `insert into events (organization_id, id, name, data, quiet)
    values ($1, uuid_v7(), 'CUSTOMER_CREATED', '{}', true)`,
      [org.organizationId],
    )
    const response = await call('POST', `${SUBSCRIPTIONS}/${body.id}/recover`, { since: LONG_AGO })
    t.strictSame(response.body, { retried: 0, created: 0, more: false })
  },
)

// Two separate tests: recoveries with deliveries to retry would wait for each other.
for (const [what, states, missed] of [
  ['attempt', [FAILED, FAILED, CANCELLED], 0],
  ['delivery', [], 10],
] as const) {
  t.test(`twenty concurrent recoveries make each ${what} once`, async (t) => {
    const { call, path, ids, publishEvent, list, recover, jobsOf, dropJobs } = await replayStudio(
      api,
      states,
    )
    for (const id of ids) await dropJobs(id)
    await call('PATCH', path, { active: false })
    for (let i = 0; i < missed; i++) await publishEvent(`off-${i}@example.com`)
    await call('PATCH', path, { active: true })
    const responses = await Promise.all(Array.from({ length: 20 }, () => recover()))
    t.strictSame(statuses(responses), { 202: 20 })
    const sum = (field: string) => responses.reduce((total, { body }) => total + body[field], 0)
    t.strictSame([sum('retried'), sum('created')], [states.length, missed])
    const delivered = await list()
    t.equal(delivered.length, states.length + missed)
    const jobs = await Promise.all(delivered.map(({ id }) => jobsOf(id)))
    t.ok(jobs.every((each) => each.length === 1))
  })
}

t.test(
  'one recovery handles at most 10,000 of each kind, and reports whether more remain',
  async (t) => {
    const { org, call, path, subscription, recover } = await replayStudio(api)
    await sql.query(
      `insert into webhook_deliveries (organization_id, id, subscription_id, event_id, event, status,
      attempts, next_attempt_at, finished_at)
    select $1, uuid_v7(), $2, uuid_v7(), 'CUSTOMER_CREATED', 'FAILED', 6, null,
      now() - interval '1 minute'
    from generate_series(1, 10001)`,
      [org.organizationId, subscription.id],
    )
    await call('PATCH', path, { active: false })
    await sql.query(
      `insert into events (organization_id, id, name, data)
    select $1, uuid_v7(), 'CUSTOMER_CREATED', '{}' from generate_series(1, 10001)`,
      [org.organizationId],
    )
    await call('PATCH', path, { active: true })
    const before = performance.now()
    t.strictSame((await recover()).body, { retried: 10_000, created: 10_000, more: true })
    t.comment(`recovered in ${Math.round(performance.now() - before)} ms`)
    t.strictSame((await recover()).body, { retried: 1, created: 1, more: false })
    const [count] = await sql.query<{ jobs: number }>(
      `select count(*) as jobs from ${QUEUE_SCHEMA}.job where group_id = $1`,
      [subscription.id],
    )
    t.equal(count?.jobs, 20_002)
  },
)

t.test('since is required, as an RFC 3339 time', async (t) => {
  const { call, path, recover } = await replayStudio(api)
  t.match(await call('POST', `${path}/recover`, {}), {
    status: 400,
    body: { message: ['since is required'] },
  })
  for (const since of ['2026-05-01', 'yesterday', 1_777_627_800, null]) {
    t.equal((await recover(since)).status, 400)
  }
})
