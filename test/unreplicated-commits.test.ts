import { setTimeout as pause } from 'node:timers/promises'
import { startPostgres } from '@mediajobs/local-engines'
import { scratchFolder } from '@mediajobs/local-engines/testing'
import { migrate, openStore } from '@mediajobs/outbox'
import { testApp, USUAL_WAITS } from '@mediajobs/testing/api/app'
import { eventually } from '@mediajobs/testing/eventually'
import { startDispatcher } from '@mediajobs/testing/service/process'
import t from 'tap'

// docs/contract.md#c15-unreplicated

const CALLS = 20
// Waiting commits end after 9 s, and the calls behind them after 5 s. Queued commits would take 18 s.
const HANGING_MS = 15_000
const BODY = { scheduledTime: '2026-05-01T09:30:00Z' }
const CANCEL = `
  select pg_cancel_backend(pid) from pg_stat_activity
  where wait_event = 'SyncRep' and application_name = 'test'`

// A separate PostgreSQL, because standbys are a server-wide setting.
const postgres = await startPostgres({ directory: await scratchFolder(t), durable: true })
t.teardown(() => postgres.stop())
await migrate(postgres.url)
const service = await testApp(t, { databaseUrl: postgres.url, ...USUAL_WAITS })
const { key } = await service.createOrg()
const { sql, close } = openStore({
  ...{ databaseUrl: postgres.url, poolSize: 1, applicationName: 'operator' },
  onError() {},
})
t.teardown(close)

const book = (idempotencyKey: string) =>
  service.request('POST', '/projects/create', {
    key,
    body: BODY,
    headers: { 'idempotency-key': idempotencyKey },
  })
const projects = () => sql.queryOnce('select from projects')

async function setStandbys(names: string): Promise<void> {
  await sql.queryOnce(`alter system set synchronous_standby_names = '${names}'`)
  await sql.queryOnce('select pg_reload_conf()')
}

t.afterEach(() => setStandbys(''))

t.test(
  "a change whose wait for the standby is canceled isn't confirmed [c15-unreplicated]",
  async (t) => {
    await setStandbys('absent')
    const booking = book('cancelled')
    const cancelled = async () => (await sql.queryOnce(CANCEL)).length > 0
    await eventually('its commit waits', cancelled)
    const response = await booking
    t.equal(response.status, 503)
    t.match(response.body, { code: 'database_unavailable' })
    t.equal((await projects()).length, 1, 'the primary itself has the change')
    t.equal((await book('cancelled')).status, 503, "a repeat doesn't confirm it either")

    await setStandbys('')
    const repeated = await book('cancelled')
    t.equal(repeated.status, 201)
    t.equal(repeated.headers['idempotency-replayed'], 'true')
  },
)

t.test(
  'a change waits for the standby longer than other statements may take [c15-unreplicated]',
  async (t) => {
    const before = (await projects()).length
    await setStandbys('absent')
    t.equal((await book('waiting')).status, 503)
    t.equal(
      (await projects()).length,
      before,
      "it isn't visible: no timeout has cut its wait short",
    )
    t.equal((await book('waiting')).status, 409, 'a repeat finds the first call still running')

    await setStandbys('')
    const hasArrived = async () => (await projects()).length === before + 1
    await eventually('the change exists', hasArrived)
    t.equal((await book('waiting')).headers['idempotency-replayed'], 'true')
  },
)

t.test('a dispatcher measures commits waiting for a standby, and WAL kept by slots', async (t) => {
  const env = { METRICS_PORT: '0', HOST: '127.0.0.1' }
  const dispatcher = await startDispatcher(t, postgres.url, env)
  const [, port] = await dispatcher.waitForOutput(
    /"port":(\d+),"msg":"dispatcher.metrics_listening"/,
  )
  const figure = async (name: string) => {
    const lines = (await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).split('\n')
    return Number(
      lines.find((line) => line.startsWith(`${name} `))?.slice(name.length) ?? Number.NaN,
    )
  }
  const kept = 'replication_slot_wal_bytes{slots="other"}'
  t.equal(await figure('database_commits_waiting'), 0)
  t.match(await figure(kept), Number.NaN, 'there is no slot')

  await sql.queryOnce(`select pg_create_physical_replication_slot('standby', true)`)
  await setStandbys('absent')
  const booking = book('measured')
  const waits = async () => (await figure('database_commits_waiting')) > 0
  await eventually('its commit waits', waits)
  t.ok((await figure(kept)) > 0)
  await setStandbys('')
  t.equal((await booking).status, 201)
  await eventually('none waits', async () => (await figure('database_commits_waiting')) === 0)
  await sql.queryOnce(`select pg_drop_replication_slot('standby')`)
})

t.test(
  "calls don't hang while commits wait for the standby, and read-only calls continue",
  async (t) => {
    await setStandbys('absent')
    const beganMs = performance.now()
    const bookings = Array.from({ length: CALLS }, (_, n) => book(`many-${n}`))
    await pause(1_000)
    t.equal((await service.request('GET', '/projects', { key })).status, 200)
    const responses = await Promise.all(bookings)
    const slowestMs = Math.round(performance.now() - beganMs)
    t.ok(slowestMs <= HANGING_MS, `the slowest response came after ${slowestMs} ms`)
    for (const { status, body } of responses) {
      t.ok(status === 503 || body.code === 'organization_busy', `${status} ${body.code}`)
    }
  },
)
