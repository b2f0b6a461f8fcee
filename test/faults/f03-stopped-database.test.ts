import { setTimeout as pause } from 'node:timers/promises'
import { type Postgres, startPostgres } from '@mediajobs/local-engines'
import { scratchFolder } from '@mediajobs/local-engines/testing'
import { migrate, openStore } from '@mediajobs/outbox'
import { createOrg } from '@mediajobs/testing/api/members'
import { type Receiver, startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { after, status } from '@mediajobs/testing/dispatcher/responders'
import { eventually } from '@mediajobs/testing/eventually'
import {
  type ApiProcess,
  type ServiceProcess,
  start,
  startApi,
  startMedia,
} from '@mediajobs/testing/service/process'
import type { Test } from 'tap'
import { type CreatingClients, startCreatingClients } from './support/creating-clients.ts'
import { prove } from './support/fault.ts'
import { callSilentDatabase, vanishWithLock } from './support/silent-database.ts'

const RESUMED_MS = 5_000
// The statement timeout, plus the work before it.
const RESPONSE_MS = 10_000
// The short form runs next to other tests. Without a limit, a call would hang for a minute.
const SHORT_RESPONSE_MS = 25_000

const SUBSCRIPTIONS = 5

const WEBHOOKS_MISSING = `
  select count(*)::int as count from webhook_deliveries where status <> 'SUCCEEDED'`

const RECORDS = `
  select (select count(*) from projects)::int as projects,
    (select count(*) from events where name = 'PROJECT_CREATED')::int as events,
    (select count(*) from webhook_deliveries)::int as deliveries`

const SETTINGS = {
  RATE_LIMITS: '1000/1s',
  WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
  WEBHOOK_ALLOW_HTTP: 'true',
}

interface Running {
  api: ApiProcess
  dispatcher: ServiceProcess
  clients: CreatingClients
  receiver: Receiver
}

await prove({
  id: 'F3',
  promise:
    'when PostgreSQL is killed under load, requests get a 503 until it is back, and nothing else happens',
  target: `3 stops: 0 processes end, every response within ${RESPONSE_MS / 1_000} s, resumed within ${RESUMED_MS / 1_000} s, 0 lost, 0 doubled`,
  async run({ t, isFull }) {
    const stops = isFull ? 3 : 1
    const silent = callSilentDatabase(t)
    silent.catch(() => {})
    if (isFull) await vanishWithLock(t)
    const database = await ownPostgres(t)
    const org = await prepare(database.url)
    await database.kill()
    const api = await startApi(t, database.url, SETTINGS)
    const dispatcher = start(t, 'dispatcher', { DATABASE_URL: database.url, ...SETTINGS })
    await dispatcher.waitForOutput(/dispatcher\.failing/)
    await expectAway(t, api, org.key)
    await database.start()
    await eventually('ready', async () => (await fetch(`${api.url}/health/ready`)).status === 200)
    // Slow, so that outcomes arrive while the database is down.
    const receiver = await startReceiver({ fallback: after(300, status(200)) })
    t.teardown(() => receiver.close())
    for (let n = 0; n < SUBSCRIPTIONS; n += 1) {
      t.equal((await subscribe(api, org.key, `${receiver.url}/${n}`)).status, 201)
    }

    const media = await startMedia(t, database.url)
    const clients = startCreatingClients(api, org.key)
    const running = { api, dispatcher, clients, receiver }
    const resumedMs: number[] = []
    for (let n = 0; n < stops; n += 1) {
      await pause(isFull ? 3_000 : 800)
      await database.kill()
      await pause(isFull ? 5_000 : 1_000)
      await expectAway(t, api, org.key)
      await database.start()
      resumedMs.push(await resumed(running, Date.now()))
    }
    await pause(500)
    await clients.stop()
    // Logged even though no picture is waiting.
    await media.waitForOutput(/"media\.working_again"/)
    t.equal(await media.end('SIGTERM'), 0)
    return summarize(t, database.url, running, {
      resumedMs: Math.max(...resumedMs),
      silentMs: await silent,
      responseMs: isFull ? RESPONSE_MS : SHORT_RESPONSE_MS,
    })
  },
})

/** A separate PostgreSQL, because it's killed: no shutdown, no checkpoint. */
async function ownPostgres(t: Test) {
  const directory = await scratchFolder(t)
  let postgres: Postgres = await startPostgres({ directory, durable: false })
  const { port, url } = postgres
  t.teardown(() => postgres.stop())
  return {
    url,
    async kill() {
      process.kill(postgres.pid, 'SIGKILL')
      await postgres.ended
    },
    async start() {
      postgres = await startPostgres({ directory, port, durable: false })
    },
  }
}

async function prepare(databaseUrl: string) {
  await migrate(databaseUrl)
  const store = openStore({ databaseUrl, poolSize: 1, applicationName: 'test', onError() {} })
  const org = await createOrg(store)
  await store.close()
  return org
}

async function expectAway(t: Test, { url }: ApiProcess, key: string): Promise<void> {
  const response = await fetch(`${url}/projects`, { headers: { 'x-api-key': key } })
  t.equal(response.status, 503)
  t.equal(response.headers.get('retry-after'), '1')
  t.match(await response.json(), { code: 'database_unavailable', requestId: String })
  t.equal((await fetch(`${url}/health/ready`)).status, 503)
  t.equal((await fetch(`${url}/health/live`)).status, 200, 'the process itself is healthy')
}

function subscribe({ url }: ApiProcess, key: string, receiverUrl: string): Promise<Response> {
  return fetch(`${url}/webhooks/subscriptions`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ url: receiverUrl, events: ['PROJECT_CREATED'] }),
  })
}

/** Milliseconds from `backAtMs` to the later of the first booking and the first webhook. */
async function resumed({ clients, receiver }: Running, backAtMs: number): Promise<number> {
  const booked = await eventually('booked again', async () =>
    clients.responses.find(({ status, startedAtMs }) => status === 201 && startedAtMs >= backAtMs),
  )
  const posted = await eventually('posted again', async () =>
    receiver.requests.find(({ receivedAtMs }) => receivedAtMs >= backAtMs),
  )
  const bookedAtMs = booked.startedAtMs + booked.durationMs
  return Math.round(Math.max(bookedAtMs, posted.receivedAtMs) - backAtMs)
}

interface Times {
  resumedMs: number
  /** The slowest response with a hanging database. */
  silentMs: number
  /** The maximum response time. */
  responseMs: number
}

async function summarize(
  t: Test,
  databaseUrl: string,
  running: Running,
  { resumedMs, silentMs, responseMs }: Times,
) {
  const { api, dispatcher, clients, receiver } = running
  const store = openStore({ databaseUrl, poolSize: 1, applicationName: 'test', onError() {} })
  t.teardown(() => store.close())
  await eventually(
    'every webhook sent',
    async () => (await store.sql.query<{ count: number }>(WEBHOOKS_MISSING))[0]?.count === 0,
    30_000,
  )
  const booked = new Set(clients.projectIds).size
  const [records] = await store.sql.query(RECORDS)
  const expected = booked * SUBSCRIPTIONS
  t.strictSame(records, { projects: booked, events: booked, deliveries: expected })
  const sent = new Set(receiver.requests.map(({ headers }) => headers['x-webhook-id']))
  const statuses = new Set(clients.responses.map(({ status }) => status))
  t.strictSame(statuses, new Set([201, 503]))
  const repeated = receiver.requests.length - sent.size
  const warnings = dispatcher.output().match(/"level":"warn"/g) ?? []
  t.ok(warnings.length < 50, `${warnings.length} warnings, which is no flood`)
  const slowestMs = Math.round(Math.max(...clients.responses.map(({ durationMs }) => durationMs)))
  for (const one of [api, dispatcher]) t.equal(await one.end('SIGTERM'), 0)
  return {
    figure:
      `resumed after ${resumedMs} ms at most, slowest response ${slowestMs} ms, ` +
      `${silentMs} ms when PostgreSQL hangs, ` +
      `${expected - sent.size} of ${expected} webhooks missing, ${repeated} repeated`,
    isMet:
      resumedMs <= RESUMED_MS &&
      Math.max(slowestMs, silentMs) <= responseMs &&
      sent.size === expected &&
      repeated === 0,
  }
}
