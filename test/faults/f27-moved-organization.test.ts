import { openStore, type Store } from '@mediajobs/outbox'
import { createOrg, type TestOrganization } from '@mediajobs/testing/api/members'
import { type Receiver, startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { eventually } from '@mediajobs/testing/eventually'
import { type ApiProcess, startApi, startDispatcher } from '@mediajobs/testing/service/process'
import type { Test } from 'tap'
import {
  type Cells,
  execute,
  migratedDatabase,
  startLogicalPostgres,
  startMove,
} from '../support/two-cells.ts'
import { quantile } from './support/arrivals.ts'
import { occurrences } from './support/books.ts'
import { prove } from './support/fault.ts'
import { bookThroughMove, type MovingLoad } from './support/moving-load.ts'

const EVENTS = ['PROJECT_CREATED', 'PROJECT_STATUS_CHANGED']
const MAX_REFUSAL_MS = 10_000
const SETTLED_MS = 60_000
// The command prints a line when a step begins, and is killed there, once per step.
const STEPS = [
  'checking',
  'copying',
  'waiting for background work',
  'catching up',
  'comparing the log',
  'freezing',
  'comparing the rows',
  'switching over',
  'waiting until',
  'queueing',
  'ending the replication',
]
const SHORT_STEPS = ['copying', 'comparing the rows', 'switching over', 'queueing']
const CLIENTS = { short: 2, full: 6 }

const WAITING = `
  select count(*)::int as count from webhook_deliveries
  where organization_id = $1 and status in ('PENDING', 'RETRYING')`
const DELIVERIES = 'select id from webhook_deliveries where organization_id = $1'

await prove({
  id: 'F27',
  promise:
    'an organization moves to another cell under load, even if the command is killed at every step',
  rules: '[c15-move-interrupted]',
  target: `0 changes lost or doubled, 0 webhooks lost or under another id, writes refused for ${MAX_REFUSAL_MS / 1_000} s at most, the neighbor unaffected`,
  async run({ t, isFull }) {
    const scene = await setScene(t)
    const { org, neighbor, cells, apis, stores } = scene
    const clients = isFull ? CLIENTS.full : CLIENTS.short
    const load = bookThroughMove(apis.source.url, org.key, clients)
    const beside = bookThroughMove(apis.source.url, neighbor.key, clients)
    const deliveryToken = await deliver(apis.source.url, org.key)
    const kills = await killAtEachStep(cells, org.organizationId, isFull ? STEPS : SHORT_STEPS)
    await eventually('callers are redirected', async () => load.sentOn() >= clients, SETTLED_MS)
    await Promise.all([load.stop(), beside.stop()])

    t.strictSame(load.odd(), [], 'no other refusal')
    t.strictSame(beside.odd(), [], 'no refusals of the neighbor')
    t.equal(beside.sentOn(), 0)
    const books = await tally(stores.target, org, load)
    const neighbors = await tally(stores.source, neighbor, beside)
    const hooks = await webhooksOf(stores.target, org, scene.receivers.org)
    const neighborHooks = await webhooksOf(stores.source, neighbor, scene.receivers.neighbor)
    const stayed = await execute(cells.sourceUrl, eventsOf(org))
    const arrived = new Set((await execute(cells.targetUrl, eventsOf(org))).map(({ id }) => id))
    t.ok(
      stayed.every(({ id }) => arrived.has(id)),
      'every event of the old cell is in the new one',
    )
    await checkCredentials(t, scene, deliveryToken)
    await drop(t, scene)
    const refusedMs = load.longestRefusalMs()
    return {
      figure: `${kills} kills during ${load.log.length} changes: ${books.lost} lost, ${books.doubled} doubled; of ${hooks.deliveries} webhooks ${hooks.missing} lost, ${hooks.foreign} under another id, ${hooks.repeated} repeated with the same id; writes refused for ${(refusedMs / 1_000).toFixed(1)} s at most; the neighbor: ${beside.log.length} changes, ${neighbors.lost + neighbors.doubled + beside.odd().length} refused, lost or doubled, p99 ${Math.round(quantile(beside.responsesMs(), 0.99))} ms`,
      isMet:
        books.lost + books.doubled + hooks.missing + hooks.foreign === 0 &&
        neighbors.lost + neighbors.doubled + neighborHooks.missing + neighborHooks.foreign === 0 &&
        beside.longestRefusalMs() === 0 &&
        load.log.length > 0 &&
        hooks.deliveries > 0 &&
        refusedMs <= MAX_REFUSAL_MS,
    }
  },
})

interface Scene {
  cells: Cells
  stores: { source: Store; target: Store }
  apis: { source: ApiProcess; target: ApiProcess }
  org: TestOrganization
  neighbor: TestOrganization
  receivers: { org: Receiver; neighbor: Receiver }
}

/** Two cells, each with a PostgreSQL server, an api and a dispatcher. The organization and its neighbor are in aa. */
async function setScene(t: Test): Promise<Scene> {
  const [sourceServer, targetServer] = await Promise.all([
    startLogicalPostgres(t, 'aa'),
    startLogicalPostgres(t, 'bb'),
  ])
  const sourceUrl = await migratedDatabase(sourceServer, 'mediajobs')
  const targetUrl = await migratedDatabase(targetServer, 'mediajobs')
  const limits = {
    RATE_LIMITS: '100000/1s',
    WEBHOOK_ALLOW_HTTP: 'true',
    WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
  }
  const target = await startApi(t, targetUrl, { ...limits, CELL: 'bb' })
  const cells = { sourceUrl, targetUrl, targetApi: target.url }
  const cellUrls = { CELL: 'aa', CELL_URLS: `bb=${target.url}` }
  const source = await startApi(t, sourceUrl, { ...limits, ...cellUrls })
  await startDispatcher(t, sourceUrl, { CELL: 'aa' })
  await startDispatcher(t, targetUrl, { CELL: 'bb' })
  const stores = { source: open(t, sourceUrl, 'aa'), target: open(t, targetUrl, 'bb') }
  const org = await createOrg(stores.source)
  const neighbor = await createOrg(stores.source)
  const receivers = { org: await startReceiver(), neighbor: await startReceiver() }
  for (const [{ key }, receiver] of [
    [org, receivers.org],
    [neighbor, receivers.neighbor],
  ] as const) {
    t.teardown(() => receiver.close())
    const body = { url: receiver.url, events: EVENTS }
    const { status } = await call(source.url, 'POST', '/webhooks/subscriptions', key, body)
    t.equal(status, 201)
  }
  return { cells, stores, apis: { source, target }, org, neighbor, receivers }
}

function open(t: Test, databaseUrl: string, cell: string): Store {
  const store = openStore({ databaseUrl, poolSize: 4, applicationName: 'test', cell, onError() {} })
  t.teardown(() => store.close())
  return store
}

async function call(url: string, method: string, path: string, key: string | null, body?: object) {
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(key !== null && { 'x-api-key': key }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: the assertions check the shape
  return { status: response.status, body: (await response.json()) as any }
}

async function deliver(url: string, key: string): Promise<string> {
  const booking = { scheduledTime: '2026-05-01T09:30:00Z' }
  const { body } = await call(url, 'POST', '/projects/create', key, booking)
  const delivered = await call(url, 'POST', `/projects/${body.id}/deliver`, key)
  return delivered.body.deliveryToken
}

/** Kills the command at the start of each step and restarts it. @returns the number of kills */
async function killAtEachStep(
  cells: Cells,
  organization: string,
  steps: readonly string[],
): Promise<number> {
  let kills = 0
  for (const step of steps) {
    const { child, outcome } = startMove(cells, organization)
    child.stdout?.on('data', (text) => {
      if (String(text).includes(step) && child.exitCode === null) child.kill('SIGKILL')
    })
    const { code, stderr } = await outcome
    if (code === -1) kills += 1
    else if (code !== 0) throw new Error(stderr)
  }
  const { code, stdout, stderr } = await startMove(cells, organization).outcome
  if (code !== 0) throw new Error(`${stdout}\n${stderr}`)
  return kills
}

/** How many answered changes are missing, and how many were made twice. */
async function tally(store: Store, org: TestOrganization, { log }: MovingLoad) {
  const times = await occurrences(store, org.organizationId, log)
  return {
    lost: times.filter((count) => count === 0).length,
    doubled: times.filter((count) => count > 1).length,
  }
}

/** Compares received webhooks with the organization's deliveries, once none is waiting. */
async function webhooksOf(store: Store, { organizationId }: TestOrganization, receiver: Receiver) {
  await eventually(
    'no webhook waits',
    async () => {
      const [row] = await store.sql.query<{ count: number }>(WAITING, [organizationId])
      return row?.count === 0
    },
    SETTLED_MS,
  )
  const rows = await store.sql.query<{ id: string }>(DELIVERIES, [organizationId])
  const ids = new Set(rows.map(({ id }) => id))
  const come = receiver.requests.map(({ headers }) => String(headers['x-webhook-id']))
  return {
    deliveries: ids.size,
    missing: [...ids].filter((id) => !come.includes(id)).length,
    foreign: come.filter((id) => !ids.has(id)).length,
    repeated: come.length - new Set(come).size,
  }
}

function eventsOf({ organizationId }: TestOrganization): string {
  return `select id from events where organization_id = '${organizationId}'`
}

async function checkCredentials(t: Test, { apis, org }: Scene, token: string): Promise<void> {
  const moved = { status: 421, body: { code: 'wrong_cell', cellUrl: apis.target.url } }
  t.match(await call(apis.source.url, 'GET', '/projects', org.key), moved)
  t.match(await call(apis.source.url, 'GET', `/deliveries/${token}`, null), moved)
  t.match(await call(apis.target.url, 'GET', '/projects', org.key), { status: 200 })
  t.match(await call(apis.target.url, 'GET', `/deliveries/${token}`, null), { status: 200 })
}

/** The rows stay in the old cell until they are dropped. */
async function drop(t: Test, scene: Scene): Promise<void> {
  const { cells, org, apis } = scene
  const count = `select count(*)::int as count from projects where organization_id = '${org.organizationId}'`
  const [before] = await execute(cells.sourceUrl, count)
  t.ok(Number(before?.count) > 0, 'the rows are still there')
  t.match(await startMove(cells, org.organizationId, ['--drop']).outcome, { code: 0 })
  t.match(await execute(cells.sourceUrl, count), [{ count: 0 }])
  t.match(await call(apis.source.url, 'GET', '/projects', org.key), { status: 421 })
}
