import type { Store } from '@mediajobs/outbox'
import fp from 'fastify-plugin'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

// Around the figures that a service of this kind has: a page in milliseconds, an outage in seconds.
const SECONDS_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Registry
  }
}

/** Counts requests by route and status; the process serves `app.metrics` on a port of its own. */
export const metrics = fp<{ store: Store }>(async (app, { store }) => {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests by method, route and status; a 429 is a refused admission',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'From the head of a request to the end of its answer',
    labelNames: ['method', 'route'],
    buckets: SECONDS_BUCKETS,
    registers,
  })
  new Gauge({
    name: 'database_connections',
    help: 'Connections of this process to the database, by what they do',
    labelNames: ['state'],
    registers,
    collect() {
      const { total, busy, waitedFor } = store.database.connections()
      this.set({ state: 'busy' }, busy)
      this.set({ state: 'idle' }, total - busy)
      this.set({ state: 'waited_for' }, waitedFor)
    },
  })
  app.decorate('metrics', registry)
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request
    const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown')
    requests.inc({ method, route, status: reply.statusCode })
    seconds.observe({ method, route }, reply.elapsedTime / 1_000)
  })
})
