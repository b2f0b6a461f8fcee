import { setTimeout as pause } from 'node:timers/promises'
import { type TestApp, testApp } from '@mediajobs/testing/api/app'
import { type Receiver, startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { after, type Responder, status } from '@mediajobs/testing/dispatcher/responders'
import { eventually } from '@mediajobs/testing/eventually'
import {
  type ApiProcess,
  type ServiceProcess,
  startApi,
  startDispatcher,
} from '@mediajobs/testing/service/process'
import type { Test } from 'tap'
import { bookProjects, type Send, type Sent, sendStep } from './support/booking-clients.ts'
import { prove } from './support/fault.ts'
import { slowCommits } from './support/slow-commits.ts'

const RESTARTS = 10
const EXIT_MS = 15_000
const CLIENTS = 8
const SPACE_MS = 40
// Slow commits, so that a restart happens during requests.
const COMMIT_MS = 50
const SLOW_EACH = 3
const SETTLED_MS = 60_000
// Shorter than the default: this test's load balancer checks more often than most.
const SHUTDOWN_DELAY = '1s'

const API_SETTINGS = { RATE_LIMITS: '100000/1s', SHUTDOWN_DELAY }

interface Scene {
  t: Test
  service: TestApp
  apiKey: string
  receivers: Receiver[]
}

interface Fleet {
  apis: ApiProcess[]
  dispatchers: ServiceProcess[]
  exitsMs: number[]
}

const UNENDED = `
  select count(*) from webhook_deliveries where status in ('PENDING', 'RETRYING')`
const DELIVERIES = `
  select count(*), count(*) filter (where status <> 'SUCCEEDED' or attempts <> 1) as odd
  from webhook_deliveries`

await prove({
  id: 'F16',
  promise: 'a rolling restart repeats no webhook and fails no request',
  rules: '[c9-start, c15-normal-installation]',
  target: `${RESTARTS} restarts of all processes under load: 0 repeats, 0 requests failed, exit ≤ 15 s`,
  async run({ t, isFull }) {
    const scene = await setScene(t, isFull ? 8_000 : 800)
    const fleet = await startFleet(scene, isFull ? 2 : 1)
    const log: Sent[] = []
    let isOver = false
    const clients = Array.from({ length: CLIENTS }, () =>
      bookProjects(patient(scene, fleet), log, () => isOver),
    )
    const restarts = isFull ? RESTARTS : 1
    for (let n = 1; n <= restarts; n += 1) await restartAll(scene, fleet)
    isOver = true
    await Promise.all(clients)
    return summarize(scene, fleet, log, restarts)
  },
})

async function setScene(t: Test, slowMs: number): Promise<Scene> {
  const service = await testApp(t)
  const { key: apiKey } = await service.createOrg()
  const receivers: Receiver[] = []
  const subscribe = async (response: Responder, events: string[]) => {
    const receiver = await startReceiver({ fallback: response })
    t.teardown(() => receiver.close())
    receivers.push(receiver)
    const body = { url: receiver.url, events }
    await service.request('POST', '/webhooks/subscriptions', { key: apiKey, body })
  }
  await subscribe(status(200), ['PROJECT_CREATED', 'PROJECT_STATUS_CHANGED'])
  await subscribe(after(300, status(200)), ['PROJECT_CREATED'])
  await subscribe(after(slowMs, status(200)), ['CUSTOMER_CREATED'])
  await slowCommits(service.store, COMMIT_MS)
  return { t, service, apiKey, receivers }
}

async function startFleet({ t, service }: Scene, size: number): Promise<Fleet> {
  const fleet: Fleet = { apis: [], dispatchers: [], exitsMs: [] }
  for (let n = 0; n < size; n += 1) {
    fleet.apis.push(await startApi(t, service.databaseUrl, API_SETTINGS))
    fleet.dispatchers.push(await startDispatcher(t, service.databaseUrl))
  }
  return fleet
}

/** A client that tries the next process when a connection is refused, and never sends a request twice. */
function patient({ apiKey }: Scene, { apis }: Fleet): Send {
  let turn = 0
  return async (step) => {
    await pause(SPACE_MS)
    for (let tries = 1; ; tries += 1) {
      turn += 1
      const api = apis[turn % apis.length]
      try {
        return await sendStep(api?.url ?? '', apiKey, step)
      } catch (error) {
        const { code } = (error as Error).cause as { code?: string }
        if (code !== 'ECONNREFUSED' || tries === 100) throw error
        await pause(SPACE_MS)
      }
    }
  }
}

/** Replaces processes one by one: the new one runs before the old one gets SIGTERM. */
async function restartAll(scene: Scene, fleet: Fleet): Promise<void> {
  const { t, service } = scene
  for (const old of [...fleet.apis]) {
    fleet.apis.push(await startApi(t, service.databaseUrl, API_SETTINGS))
    const ended = exitMs(t, old)
    await eventually("a load balancer sees that it isn't ready", () => isLeaving(old))
    fleet.apis.splice(fleet.apis.indexOf(old), 1)
    fleet.exitsMs.push(await ended)
  }
  for (const [i, old] of fleet.dispatchers.entries()) {
    fleet.dispatchers[i] = await startDispatcher(t, service.databaseUrl)
    await keepBusy(scene)
    fleet.exitsMs.push(await exitMs(t, old))
  }
}

async function isLeaving({ url }: ApiProcess): Promise<boolean> {
  const { status, body } = await fetch(`${url}/health/ready`)
  await body?.cancel()
  return status === 503
}

/** Waits until POSTs to the slow receiver are in flight. */
async function keepBusy({ service, apiKey, receivers }: Scene): Promise<void> {
  const slow = receivers.at(-1)
  const before = slow?.requests.length ?? 0
  for (let n = 0; n < SLOW_EACH; n += 1) {
    const body = { name: 'Carla', email: `${before}-${n}@example.test` }
    await service.request('POST', '/customers', { key: apiKey, body })
  }
  await slow?.waitFor(before + SLOW_EACH)
}

async function exitMs(t: Test, service: ServiceProcess): Promise<number> {
  const signalledMs = performance.now()
  t.equal(await service.end('SIGTERM'), 0, 'it exits with 0')
  return performance.now() - signalledMs
}

async function summarize(
  { t, service, receivers }: Scene,
  fleet: Fleet,
  log: Sent[],
  restarts: number,
) {
  const { sql } = service.store
  const ended = async () => (await sql.query<{ count: number }>(UNENDED))[0]?.count === 0
  await eventually('every webhook delivery ended', ended, SETTLED_MS)
  const [deliveries] = await sql.query<{ count: number; odd: number }>(DELIVERIES)
  t.equal(deliveries?.odd, 0, 'every webhook delivery took one attempt')
  const requests = receivers.flatMap((receiver) => receiver.requests)
  const ids = new Set(requests.map(({ headers }) => headers['x-webhook-id']))
  t.equal(ids.size, deliveries?.count, 'every webhook delivery has arrived')
  const repeats = requests.length - ids.size
  const failures = log.flatMap(({ response, failure }) =>
    response && response.status < 300 ? [] : [failure ?? `status ${response?.status}`],
  )
  t.strictSame(failures, [])
  const failed = failures.length
  const slowestMs = Math.max(...fleet.exitsMs)
  const slowest = (slowestMs / 1_000).toFixed(1)
  return {
    figure: `${restarts} restarts, ${fleet.exitsMs.length} processes ended in ${slowest} s at most: ${repeats} of ${ids.size} webhooks repeated, ${failed} of ${log.length} requests failed`,
    isMet: repeats === 0 && failed === 0 && log.length > 0 && slowestMs <= EXIT_MS,
  }
}
