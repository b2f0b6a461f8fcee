// A well-behaved neighbor in a separate process: reads, books and receives webhooks at a steady pace. Sends calls on time,
// even while earlier ones wait, so a stall shows in full.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

const EVERY_MS = 25
const CALL_LIMIT_MS = 30_000

const [, , key = '', ...urls] = process.argv
const witness = fork(fileURLToPath(new URL('witness-main.ts', import.meta.url)))
const [witnessUrl] = (await once(witness, 'message')) as [string]
const headers = { 'x-api-key': key, 'content-type': 'application/json' }
let waits = fresh()
let turn = 0
/** When each project's booking returned and its webhook arrived. */
const booked = new Map<string, number>()
const arrived = new Map<string, number>()

const receiver = createServer(async (request, response) => {
  const blocks: Buffer[] = []
  for await (const block of request) blocks.push(block)
  response.end()
  const { data } = JSON.parse(Buffer.concat(blocks).toString())
  note(data.projectId, arrived, booked)
})
await once(receiver.listen(0, '127.0.0.1'), 'listening')
const { port } = receiver.address() as AddressInfo
await call('POST', '/webhooks/subscriptions', {
  url: `http://127.0.0.1:${port}/`,
  events: ['PROJECT_CREATED'],
})
const id = await book()

const work = [
  () => call('GET', '/projects?limit=20'),
  () => call('GET', `/projects/${id}`),
  () => call('GET', '/projects?q=abbey'),
  () => book(),
  () => call('GET', '/projects/status-counts'),
]
setInterval(() => {
  void work[turn++ % work.length]?.()
  void askWitness()
}, EVERY_MS)
process.on('message', () => {
  process.send?.(waits)
  waits = fresh()
})
process.on('disconnect', () => process.exit())
process.send?.('ready')

function fresh() {
  return {
    callsMs: [] as number[],
    webhooksMs: [] as number[],
    machineMs: [] as number[],
    failures: {} as Record<string, number>,
  }
}

async function book(): Promise<string> {
  const projectId = await call('POST', '/projects/create', {
    scheduledTime: '2026-05-01T09:30:00Z',
  })
  if (projectId) note(projectId, booked, arrived)
  return projectId
}

/** Records how long the webhook arrived after its booking's response: 0 if before. */
function note(projectId: string, own: Map<string, number>, other: Map<string, number>): void {
  const now = performance.now()
  const before = other.get(projectId)
  if (before === undefined) own.set(projectId, now)
  else waits.webhooksMs.push(own === arrived ? now - before : 0)
}

async function askWitness(): Promise<void> {
  const startedMs = performance.now()
  await fetch(witnessUrl).then((response) => response.text())
  waits.machineMs.push(performance.now() - startedMs)
}

async function call(method: string, path: string, body?: object): Promise<string> {
  const startedMs = performance.now()
  let outcome = 'no response'
  try {
    const response = await fetch(urls[turn % urls.length] + path, {
      method,
      headers,
      signal: AbortSignal.timeout(CALL_LIMIT_MS),
      ...(body && { body: JSON.stringify(body) }),
    })
    const result = (await response.json()) as { id?: string }
    outcome = String(response.status)
    return result.id ?? ''
  } catch {
    return ''
  } finally {
    waits.callsMs.push(performance.now() - startedMs)
    if (!outcome.startsWith('2')) waits.failures[outcome] = (waits.failures[outcome] ?? 0) + 1
  }
}
