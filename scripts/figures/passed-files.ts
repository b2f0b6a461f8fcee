// Which source files a booking and a webhook pass: those with a function that V8 saw run during one of them. The
// api runs in a separate thread, so that its functions and those of the dispatcher are counted apart.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { Session } from 'node:inspector/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { buildApp } from '@mediajobs/api'
import { createDispatcher } from '@mediajobs/dispatcher'
import { openKeyRing } from '@mediajobs/domain'
import { databaseUrl, ensureDatabase, startPostgres } from '@mediajobs/local-engines'
import { openObjectStore } from '@mediajobs/object-store'
import { createOrganization } from '@mediajobs/operations/organizations'
import { migrate, openStore } from '@mediajobs/outbox'
import { createLogger } from '@mediajobs/runtime'

interface Passed {
  files: { booking: string[]; webhook: string[] }
  boardAdmissions: number
}

interface FromApi {
  booked: string[]
  boardAdmissions: number
}

const ROOT = new URL('../../', import.meta.url).href
const SOURCE = /^(apps|packages)\/(?!local-engines\/)/
// The statement that admits a session.
const ADMISSION = /\bfrom sessions\b/
// Timers run beside a booking: what all of these pass belongs to it.
const BOOKINGS = 5
const SETTLE_MS = 300
const NOWHERE = { endpoint: 'http://127.0.0.1', region: 'none', bucket: 'none' }
const receivers = { allowHttp: true, allowPrivateNetworks: true }
const keyRing = openKeyRing(Buffer.alloc(32).toString('base64'))
const objectStore = openObjectStore({
  ...NOWHERE,
  accessKey: 'none',
  secretKey: 'none',
  cdnBaseUrl: NOWHERE.endpoint,
})

export async function measurePassedFiles(): Promise<Passed> {
  const folder = await mkdtemp(join(tmpdir(), 'mediajobs-figures-'))
  const server = await startPostgres({ directory: join(folder, 'postgres'), durable: false })
  try {
    await ensureDatabase(server.url, 'figures')
    const url = databaseUrl(server.url, 'figures')
    await migrate(url)
    return await measure(url)
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs the dispatcher and a receiver in this thread, and the api in another. */
async function measure(url: string): Promise<Passed> {
  let posts = 0
  const receiver = createServer((request, response) => {
    posts += 1
    request.resume().on('end', () => response.writeHead(204).end())
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const dispatcher = createDispatcher({
    databaseUrl: url,
    poolSize: 4,
    objectStore,
    keyRing,
    logger: createLogger('dispatcher', 'silent'),
    slots: 10,
    retryDelaysMs: [],
    timeoutMs: 10_000,
    receivers,
  })
  await dispatcher.start()
  const { port } = receiver.address() as AddressInfo
  const api = new Worker(fileURLToPath(import.meta.url), {
    workerData: { url, receiverUrl: `http://127.0.0.1:${port}/` },
  })
  const answer = async () => (await once(api, 'message'))[0] as FromApi
  await answer()
  const coverage = await openCoverage()
  const bookings: string[][] = []
  const webhooks: string[][] = []
  let boardAdmissions = 0
  for (let n = 0; n < BOOKINGS; n += 1) {
    const before = posts
    await coverage.take()
    api.postMessage('book')
    const answered = await answer()
    if (posts === before) throw new Error('the webhook of the booking did not arrive')
    webhooks.push(filesOf(await coverage.take()))
    bookings.push(answered.booked)
    boardAdmissions = answered.boardAdmissions
  }
  api.postMessage('end')
  await once(api, 'exit')
  await dispatcher.stop()
  receiver.close()
  return { files: { booking: common(bookings), webhook: common(webhooks) }, boardAdmissions }
}

/** The thread of the api. It books at each message, and answers when everything has settled. */
async function runApi({ url, receiverUrl }: { url: string; receiverUrl: string }): Promise<void> {
  const store = openStore({ databaseUrl: url, poolSize: 4, applicationName: 'api', onError() {} })
  let admissions = 0
  const { query } = store.sql
  const counted: typeof query = (text, ...more) => {
    if (ADMISSION.test(text)) admissions += 1
    return query(text, ...more)
  }
  Object.assign(store.sql, { query: counted })
  const app = await buildApp({
    store,
    objectStore,
    keyRing,
    logger: createLogger('api', 'silent'),
    deliveryBaseUrl: 'http://deliveries.test',
    receivers,
  })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const email = 'owner@figures.test'
  const made = await store.transaction((tx) =>
    createOrganization(tx, { name: 'Figures', ownerEmail: email }),
  )
  const send = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const json = { 'content-type': 'application/json', 'x-api-key': made.apiKey, ...headers }
    const init = { method: 'POST', headers: json, body: JSON.stringify(body) }
    const response = await fetch(`${address}${path}`, init)
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return JSON.parse(await response.text())
  }
  const book = () =>
    send(
      '/projects/create',
      { scheduledTime: '2026-05-01T09:30:00Z', street: '1 Harbour Road', notes: 'Keys at no. 3' },
      { 'idempotency-key': randomUUID() },
    )
  await send('/webhooks/subscriptions', { url: receiverUrl, events: ['PROJECT_CREATED'] })
  const { accessToken } = await send('/auth/sessions', { email, password: made.password })
  const openBoard = async () => {
    const headers = { cookie: `__Host-session=${accessToken}`, accept: 'text/html' }
    const path = `/app/${made.organization.id}/board`
    const { status } = await fetch(`${address}${path}`, { headers, redirect: 'manual' })
    if (status !== 200) throw new Error(`${path}: ${status}`)
  }
  // The first ones fill caches.
  await book()
  await openBoard()
  await wait(SETTLE_MS)
  const coverage = await openCoverage()
  parentPort?.on('message', async (message: 'book' | 'end') => {
    if (message === 'end') {
      await app.close()
      await store.close()
      return process.exit()
    }
    await coverage.take()
    await book()
    await wait(SETTLE_MS)
    const booked = filesOf(await coverage.take())
    admissions = 0
    await openBoard()
    const boardAdmissions = admissions
    parentPort?.postMessage({ booked, boardAdmissions } satisfies FromApi)
  })
  parentPort?.postMessage(null)
}

type Scripts = Awaited<ReturnType<Session['post']>> & {
  result: { url: string; functions: { functionName: string; ranges: { count: number }[] }[] }[]
}

/** Counts the calls of each function in this thread. `take` returns them, and begins again at 0. */
async function openCoverage() {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  return {
    take: async () => (await session.post('Profiler.takePreciseCoverage')) as unknown as Scripts,
  }
}

function filesOf({ result }: Scripts): string[] {
  const own = result.filter(({ functions }) => functions.some((each) => calls(each) > 0))
  return own
    .flatMap(({ url }) => (url.startsWith(ROOT) ? [url.slice(ROOT.length)] : []))
    .filter((path) => SOURCE.test(path))
}

function calls({ ranges: [range] }: { ranges: { count: number }[] }): number {
  return range?.count ?? 0
}

/** The paths that every list has. */
function common([first = [], ...others]: string[][]): string[] {
  return first.filter((path) => others.every((list) => list.includes(path))).sort()
}

if (!isMainThread && workerData?.receiverUrl) await runApi(workerData)
