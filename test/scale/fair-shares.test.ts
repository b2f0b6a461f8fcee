import { once } from 'node:events'
import { get, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import {
  LARGE_BODY_BYTES,
  MAX_ORGANIZATION_WAITING,
  ORGANIZATION_CONNECTION_SHARE,
} from '@mediajobs/domain'
import { openStore } from '@mediajobs/outbox'
import { testApp } from '@mediajobs/testing/api/app'
import t from 'tap'
import { lockCustomer } from '../../apps/api/test/support/lock.ts'

// testApp has ten connections. Quick reads share four of them.
const AT_A_TIME = 6 * ORGANIZATION_CONNECTION_SHARE
const READS_AT_A_TIME = 4 * ORGANIZATION_CONNECTION_SHARE
const REFUSED = 30
const BOOKING = { scheduledTime: '2026-05-01T09:30:00Z' }
const CUSTOMER = { name: 'Ada', email: 'ada@shares.test' }

const service = await testApp(t)
const outside = openStore({
  databaseUrl: service.databaseUrl,
  poolSize: 2,
  applicationName: 'outside',
  onError() {},
})
t.teardown(() => outside.close())
const [busy, other] = [await service.createOrg(), await service.createOrg()]
const { id } = (await service.request('POST', '/customers', { key: busy.key, body: CUSTOMER })).body

const change = (n: number) =>
  service.request('PATCH', `/customers/${id}`, { key: busy.key, body: { notes: `${n}` } })

async function waiting(share: string): Promise<number> {
  const text = await service.app.metrics.metrics()
  return Number(new RegExp(`organization_calls_waiting{share="${share}"} (\\d+)`).exec(text)?.[1])
}

async function waitingForLocks(): Promise<number> {
  const { rows } = await outside.database.pool.query(
    `select 1 from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await pause(50)
}

t.test(
  "an organization's hundred slow calls don't delay another organization [c10-fair-shares]",
  async (t) => {
    const release = await lockCustomer(outside, id)
    const sent = AT_A_TIME + MAX_ORGANIZATION_WAITING + REFUSED
    const all = Array.from({ length: sent }, (_, n) => change(n))
    await until(async () => (await waiting('connections')) === MAX_ORGANIZATION_WAITING)
    const { key } = other
    const work = await Promise.all([
      service.request('POST', '/projects/create', { key, body: BOOKING }),
      service.request('GET', '/customers', { key }),
      service.request('GET', '/projects', { key }),
    ])
    t.strictSame(
      work.map(({ status }) => status),
      [201, 200, 200],
    )
    t.ok((await waiting('connections')) > 0, 'the busy organization’s calls still wait')
    const list = await service.request('GET', '/customers', { key: busy.key })
    t.match([list.status, list.body.code], [429, 'organization_busy'], 'and its list is refused')
    await release()
    const responses = await Promise.all(all)
    const refused = responses.filter(({ body }) => body.code === 'organization_busy')
    t.ok(refused.length >= REFUSED, `${refused.length} were refused`)
    for (const { status, headers } of refused) t.match([status, headers['retry-after']], [429, '1'])
    t.equal(await waiting('connections'), 0)
  },
)

t.test("an organization's slow reads leave shared connections to the others", async (t) => {
  const reader = await service.createOrg()
  const { sql } = service.store
  await sql.query(
    `insert into projects (organization_id, id, scheduled_time, booking_answers)
     select $1, uuid_v7(), now(),
       (select json_agg(json_build_object('question', 'q', 'answer', repeat('x', 9000)))
        from generate_series(1, 400))
     from generate_series(1, 20)`,
    [reader.organizationId],
  )
  const { key } = reader
  const all = Array.from({ length: READS_AT_A_TIME + MAX_ORGANIZATION_WAITING + REFUSED }, () =>
    service.request('GET', '/projects?limit=1', { key }),
  )
  await until(async () => (await waiting('reads')) > 0)
  const read = () => service.request('GET', '/projects', { key: other.key })
  t.equal((await read()).status, 200)
  t.ok((await waiting('reads')) > 0, 'the reader’s calls still wait')
  const responses = await Promise.all(all)
  const refused = responses.filter(({ body }) => body.code === 'organization_busy')
  t.ok(refused.length > 0, `${refused.length} were refused`)
  t.equal(await waiting('reads'), 0)
})

t.test(
  '40 editors of one organization can work concurrently without refusals [c10-fair-shares]',
  async (t) => {
    const { key } = busy
    const calls = Array.from({ length: 40 }, () => [
      service.request('GET', '/projects?limit=100', { key }),
      service.request('GET', '/customers?limit=100', { key }),
    ])
    const responses = await Promise.all(calls.flat())
    t.strictSame([...new Set(responses.map(({ status }) => status))], [200])
  },
)

t.test(
  "one organization's large bodies take turns, delaying neither small ones nor other organizations' [c10-fair-shares]",
  async (t) => {
    const release = await lockCustomer(outside, id)
    // The field is unknown, so it's dropped after parsing.
    const large = { notes: 'large', padding: 'x'.repeat(LARGE_BODY_BYTES) }
    const changeBy = (key: string) =>
      service.request('PATCH', `/customers/${id}`, { key, body: large })
    const [first, second] = [changeBy(busy.key), changeBy(busy.key)]
    await until(async () => (await waiting('bodies')) === 1)
    const { key } = busy
    t.equal((await service.request('POST', '/projects/create', { key, body: BOOKING })).status, 201)
    t.equal((await changeBy(other.key)).status, 404, 'another organization has a separate turn')
    const headers = { 'x-api-key': busy.key, 'content-type': 'application/json' }
    const path = `${service.url}/customers/${id}`
    const left = request(path, { method: 'PATCH', headers, agent: false })
    left.end(JSON.stringify(large))
    await until(async () => (await waiting('bodies')) === 2)
    const ended = once(left, 'error')
    left.destroy(new Error('the client disconnected'))
    await ended
    await until(async () => (await waiting('bodies')) === 1)
    await release()
    for (const { status } of await Promise.all([first, second])) t.equal(status, 200)
    t.equal((await changeBy(busy.key)).status, 200, 'every turn has ended')
  },
)

t.test('a call leaves the queue when its client disconnects', async (t) => {
  const release = await lockCustomer(outside, id)
  const running = Array.from({ length: AT_A_TIME }, (_, n) => change(n))
  await until(async () => (await waitingForLocks()) === AT_A_TIME)
  const headers = { 'x-api-key': busy.key }
  const call = get(`${service.url}/customers`, { headers, agent: false })
  await until(async () => (await waiting('connections')) === 1)
  const ended = once(call, 'error')
  call.destroy(new Error('the client disconnected'))
  await ended
  await until(async () => (await waiting('connections')) === 0)
  await release()
  for (const { status } of await Promise.all(running)) t.equal(status, 200)
})

t.test('a process shutting down responds to waiting calls', async (t) => {
  const ending = await testApp(t, { databaseUrl: service.databaseUrl })
  const release = await lockCustomer(outside, id)
  const calls = Array.from({ length: AT_A_TIME + 2 }, (_, n) =>
    ending.request('PATCH', `/customers/${id}`, { key: busy.key, body: { notes: `end ${n}` } }),
  )
  const text = () => ending.app.metrics.metrics()
  await until(async () => /waiting{share="connections"} 2/.test(await text()))
  const closed = ending.app.close()
  await release()
  for (const { status } of await Promise.all(calls)) t.equal(status, 200)
  await closed
})
