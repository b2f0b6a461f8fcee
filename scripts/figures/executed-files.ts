import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { Session } from 'node:inspector/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { createDispatcher } from '@mediajobs/dispatcher'
import { openKeyRing } from '@mediajobs/domain'
import { startPostgres } from '@mediajobs/local-engines'
import { openObjectStore } from '@mediajobs/object-store'
import { migrate } from '@mediajobs/outbox'
import { createLogger } from '@mediajobs/runtime'
import { testApp } from '@mediajobs/testing/api/app'
import type { Test } from 'tap'

/** The files that each file imports, type-only imports included: paths from the root. */
export interface Imports extends Map<string, string[]> {
  /** Files named in `exports` of a package.json. */
  exported: string[]
}

const IMPORT = /(?:from|import)\s*\(?\s*'([^']+)'/g

export function readImports(texts: ReadonlyMap<string, string>): Imports {
  const packages = exportsOf(texts)
  const imports = new Map<string, string[]>() as Imports
  for (const [path, text] of texts) {
    if (!path.endsWith('.ts')) continue
    const specifiers = [...text.matchAll(IMPORT)].map(([, specifier = '']) => specifier)
    const targets = specifiers.map((specifier) =>
      specifier.startsWith('.')
        ? posix.join(posix.dirname(path), specifier)
        : (packages.get(specifier) ?? ''),
    )
    imports.set(
      path,
      targets.filter((target) => texts.has(target)),
    )
  }
  imports.exported = [...packages.values()]
  return imports
}

/** Maps specifiers such as `@mediajobs/db/schema` to files. */
function exportsOf(texts: ReadonlyMap<string, string>): Map<string, string> {
  const found = new Map<string, string>()
  const paths = [...texts.keys()]
  for (const [path, text] of texts) {
    if (!path.endsWith('/package.json')) continue
    const { name, exports = {} }: { name: string; exports?: Record<string, unknown> } =
      JSON.parse(text)
    for (const [entry, target] of Object.entries(exports)) {
      if (typeof target !== 'string') continue
      const place = posix.join(posix.dirname(path), target)
      for (const file of paths.filter((each) => posix.matchesGlob(each, place))) {
        found.set(posix.join(name, entry.replace('*', posix.basename(file, '.ts'))), file)
      }
    }
  }
  return found
}

// The source files that a booking and a webhook execute, by V8 coverage. The api runs in a separate thread, to count
// it apart from the dispatcher.

const ROOT = new URL('../../', import.meta.url).href
const SOURCE = /^(apps|packages)\/(?!local-engines\/|[\w-]+\/testing\/)/
// Repeated, because timers run too: a booking's files are those executed every time.
const BOOKINGS = 5
const SETTLE_MS = 300
const BOOKING = {
  scheduledTime: '2026-05-01T09:30:00Z',
  addressLine1: '1 Harbour Road',
  notes: 'Keys',
}
const NOWHERE = 'http://127.0.0.1'
const objectStore = openObjectStore({
  endpoint: NOWHERE,
  region: 'none',
  bucket: 'none',
  accessKey: 'none',
  secretKey: 'none',
  cdnBaseUrl: NOWHERE,
})

/**
 * The source files that every booking and every webhook executes. Runs the dispatcher and a receiver in this thread, and
 * the api in another, on a fresh PostgreSQL.
 */
export async function measureExecutedFiles(): Promise<{ booking: string[]; webhook: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'mediajobs-figures-'))
  const server = await startPostgres({ directory: join(folder, 'postgres'), durable: false })
  try {
    await migrate(server.url)
    return await measure(server.url)
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measure(databaseUrl: string): Promise<{ booking: string[]; webhook: string[] }> {
  let posts = 0
  const receiver = createServer((request, response) => {
    posts += 1
    request.resume().on('end', () => response.writeHead(204).end())
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const dispatcher = createDispatcher({
    databaseUrl,
    poolSize: 4,
    objectStore,
    keyRing: openKeyRing(Buffer.alloc(32, 1).toString('base64')),
    logger: createLogger('dispatcher', 'silent'),
    slots: 10,
    retryDelaysMs: [],
    timeoutMs: 10_000,
    receivers: { allowHttp: true, allowPrivateNetworks: true },
  })
  await dispatcher.start()
  const { port } = receiver.address() as AddressInfo
  const api = new Worker(fileURLToPath(import.meta.url), {
    workerData: { databaseUrl, receiverUrl: `http://127.0.0.1:${port}/` },
  })
  await once(api, 'message')
  const takeCoverage = await openCoverage()
  const bookings: string[][] = []
  const webhooks: string[][] = []
  for (let n = 0; n < BOOKINGS; n += 1) {
    const before = posts
    await takeCoverage()
    api.postMessage('book')
    const [booked] = await once(api, 'message')
    if (posts === before) throw new Error('the webhook of the booking did not arrive')
    webhooks.push(await takeCoverage())
    bookings.push(booked)
  }
  await api.terminate()
  await dispatcher.stop()
  receiver.close()
  return { booking: common(bookings), webhook: common(webhooks) }
}

/** The api's thread. Books on each message, and replies with the files once settled. */
async function runApi(databaseUrl: string, receiverUrl: string): Promise<void> {
  const t = { teardown() {}, passing: () => true } as unknown as Test
  const service = await testApp(t, { databaseUrl, objectStore })
  const { key } = await service.createOrg()
  const post = async (path: string, body: object) => {
    const json = { 'content-type': 'application/json', 'x-api-key': key }
    const headers = { ...json, 'idempotency-key': randomUUID() }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await fetch(service.url + path, init)
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  }
  await post('/webhooks/subscriptions', { url: receiverUrl, events: ['PROJECT_CREATED'] })
  // Warms the caches.
  await post('/projects/create', BOOKING)
  await wait(SETTLE_MS)
  const takeCoverage = await openCoverage()
  parentPort?.on('message', async () => {
    await takeCoverage()
    await post('/projects/create', BOOKING)
    await wait(SETTLE_MS)
    parentPort?.postMessage(await takeCoverage())
  })
  parentPort?.postMessage('ready')
}

/** Starts coverage of this thread. The returned function lists source files executed since the last call. */
async function openCoverage(): Promise<() => Promise<string[]>> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  return async () => {
    const { result } = await session.post('Profiler.takePreciseCoverage')
    return result
      .filter(({ functions }) => functions.some(({ ranges: [range] }) => range && range.count > 0))
      .flatMap(({ url }) => (url.startsWith(ROOT) ? [url.slice(ROOT.length)] : []))
      .filter((path) => SOURCE.test(path))
  }
}

function common([first = [], ...others]: string[][]): string[] {
  return first.filter((path) => others.every((list) => list.includes(path))).sort()
}

if (!isMainThread) await runApi(workerData.databaseUrl, workerData.receiverUrl)
