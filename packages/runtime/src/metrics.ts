import { once } from 'node:events'
import { createServer } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { MAX_CONNECTIONS, MAX_HEAD_BYTES, MAX_HEAD_MS, MAX_UNREAD_MS } from '@mediajobs/domain'
import { Counter, collectDefaultMetrics, Gauge, type Registry } from 'prom-client'
import { oneAtATime } from './one-at-a-time.ts'
import { type ProcessHealth, probe } from './process-health.ts'

type Samples = ReturnType<typeof monitorEventLoopDelay>

// prom-client samples the event loop every 10 ms. Its wakeups took half of an idle process's CPU time, a third of a
// percent of a core. A tenth of the samples is enough, from the first scrape on.
const SAMPLE_EVERY_MS = 100
const NEVER_MS = 86_400_000
const NANOSECONDS = 1e9

// Node.js measures the time between samples.
const late = (nanoseconds: number) =>
  Math.max(0, nanoseconds / NANOSECONDS - SAMPLE_EVERY_MS / 1_000)
const FIGURES: Readonly<Record<string, (samples: Samples) => number>> = {
  min: ({ min }) => late(min),
  max: ({ max }) => late(max),
  mean: ({ mean }) => late(mean),
  stddev: ({ stddev }) => stddev / NANOSECONDS,
  p50: (samples) => late(samples.percentile(50)),
  p90: (samples) => late(samples.percentile(90)),
  p99: (samples) => late(samples.percentile(99)),
}

/** `process_*` and `nodejs_*`. The event loop lag is how late its samples were since the last scrape. */
export function measureNode(registry: Registry): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: NEVER_MS })
  const samples = monitorEventLoopDelay({ resolution: SAMPLE_EVERY_MS })
  let unread = Object.keys(FIGURES).length
  for (const [figure, of] of Object.entries(FIGURES)) {
    const name = `nodejs_eventloop_lag_${figure}_seconds`
    registry.removeSingleMetric(name)
    new Gauge({
      name,
      help: `How late the event loop was: ${figure}`,
      registers: [registry],
      collect() {
        samples.enable()
        this.set(samples.count > 0 ? of(samples) : 0)
        unread -= 1
        if (unread > 0) return
        unread = Object.keys(FIGURES).length
        samples.reset()
      },
    })
  }
}

interface MeasuredStore {
  database: {
    connections(): { limit: number; total: number; busy: number; waitedFor: number }
    refusals(): Readonly<Record<string, number>>
  }
  onPublished(listener: (event: string) => void): void
}

/** Counts object store refusals (not outages): docs/signals.md. */
export function measureObjectStore(registry: Registry, store: { refusals(): number }): void {
  new Counter({
    name: 'object_store_refusals_total',
    help: 'Requests that the object store refused with 401 or 403',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(store.refusals())
    },
  })
}

/** Measures database connections, database refusals, and published events. */
export function measureStore(registry: Registry, store: MeasuredStore): void {
  const registers = [registry]
  new Gauge({
    name: 'database_connections',
    help: 'Database connections of this process by state, with waiters',
    labelNames: ['state'],
    registers,
    collect() {
      const { total, busy, waitedFor } = store.database.connections()
      this.set({ state: 'busy' }, busy)
      this.set({ state: 'idle' }, total - busy)
      this.set({ state: 'waited_for' }, waitedFor)
    },
  })
  new Gauge({
    name: 'database_connections_limit',
    help: 'Maximum database connections of this process (DATABASE_POOL_SIZE)',
    registers,
  }).set(store.database.connections().limit)
  new Counter({
    name: 'database_refusals_total',
    help: 'Statements and connections that the database refused or lost, by reason',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset()
      for (const [reason, count] of Object.entries(store.database.refusals())) {
        this.inc({ reason }, count)
      }
    },
  })
  const events = new Counter({
    name: 'events_published_total',
    help: 'Events committed by this process, by name',
    labelNames: ['event'],
    registers,
  })
  store.onPublished((event) => events.inc({ event }))
}

export type MetricsServer = Awaited<ReturnType<typeof serveMetrics>>

interface Response {
  status: number
  type?: string
  body?: string
}

// Requests have no body.
const LIMITS = {
  maxHeaderSize: MAX_HEAD_BYTES,
  headersTimeout: MAX_HEAD_MS,
  requestTimeout: MAX_HEAD_MS,
  connectionsCheckingInterval: MAX_HEAD_MS / 10,
}

/**
 * Serves `GET /metrics` for Prometheus and, with `health`, `/health/live` and `/health/ready`: 200 or 503. Port 0: any free
 * one.
 */
export async function serveMetrics(
  registry: Registry,
  address: { host: string; port: number },
  health?: ProcessHealth,
) {
  const respond = oneAtATime(async (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const { status, type, body }: Response = isRead
      ? await responseTo(request.url, registry, health)
      : { status: 405 }
    response
      .setHeader('x-content-type-options', 'nosniff')
      .writeHead(status, type === undefined ? {} : { 'content-type': type })
      .end(body)
  })
  const server = createServer(LIMITS, respond)
  server.maxConnections = MAX_CONNECTIONS
  // Closes idle connections, including those with an unread response.
  server.setTimeout(MAX_UNREAD_MS)
  server.listen(address.port, address.host)
  await once(server, 'listening')
  const bound = server.address()
  return {
    port: typeof bound === 'object' && bound ? bound.port : address.port,
    async close(): Promise<void> {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function responseTo(
  url: string | undefined,
  registry: Registry,
  health: ProcessHealth | undefined,
): Promise<Response> {
  if (url === '/metrics') {
    const body = await registry.metrics().catch(() => null)
    return body === null ? { status: 500 } : { status: 200, type: registry.contentType, body }
  }
  if (health && (url === '/health/live' || url === '/health/ready')) {
    const { status, body } = await probe(health, url)
    return { status, type: 'application/json', body: JSON.stringify(body) }
  }
  return { status: 404 }
}
