import { clockSkewSeconds } from '@mediajobs/db'
import type { ObjectStore } from '@mediajobs/object-store'
import type { Store } from '@mediajobs/outbox'
import {
  type ClockWatch,
  measureNode,
  measureObjectStore,
  measureStore,
  watchClock,
} from '@mediajobs/runtime'
import fp from 'fastify-plugin'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Problem } from '../../vocabulary/errors.ts'
import { type FairShares, SHARED } from '../fair-shares/fair-shares.ts'

// From milliseconds, for a page of a list, to seconds, in an outage.
const SECONDS_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Registry
    /** Counts an unreadable request. `isRequest`: it is counted among the requests already. */
    countUnreadable(problem: Problem, isRequest: boolean): void
  }
}

interface Options {
  store: Store
  objectStore: ObjectStore
  shares: FairShares
}

/**
 * Counts requests from outside by route and status; the process serves `app.metrics` on a separate port.
 * docs/signals.md explains each metric.
 */
export const metrics = fp<Options>(async (app, { store, objectStore, shares }) => {
  const registry = new Registry()
  const registers = [registry]
  measureNode(registry)
  measureStore(registry, store)
  measureObjectStore(registry, objectStore)
  measureShares(registry, shares)
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests by method, route and status; 499: the client disconnected before the response',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'From the headers of a request to the end of its response',
    labelNames: ['method', 'route'],
    buckets: SECONDS_BUCKETS,
    registers,
  })
  const problems = new Counter({
    name: 'http_problems_total',
    help: 'Responses that are not a success, by status and code; 401, 403 and 429 are refused admissions',
    labelNames: ['status', 'code'],
    registers,
  })
  app.decorate('metrics', registry)
  app.decorate('countUnreadable', ({ statusCode: status, code }: Problem, isRequest: boolean) => {
    if (!isRequest) requests.inc({ method: 'unknown', route: 'unreadable', status })
    problems.inc({ status, code })
  })
  app.whenRequestEnds((request, reply, { status, route }) => {
    if (request.page) return
    const { method, problemCode: code } = request
    requests.inc({ method, route, status })
    seconds.observe({ method, route }, reply.elapsedTime / 1_000)
    if (code !== null) problems.inc({ status: reply.statusCode, code })
  })
})

declare module 'fastify' {
  interface FastifyInstance {
    clock: ClockWatch
  }
}

/** Watches the clock of this machine while the api serves. */
export const clock = fp<{ store: Store }>(async (app, { store }) => {
  const watch = watchClock({
    registry: app.metrics,
    logger: app.log,
    measure: () => clockSkewSeconds(store.sql),
  })
  app.decorate('clock', watch)
  app.addHook('onListen', async () => watch.start())
  app.addHook('onClose', async () => watch.stop())
})

/** Metrics of the calls that wait for their turn in this process, and of those that it refused. */
function measureShares(registry: Registry, shares: FairShares): void {
  const registers = [registry]
  new Gauge({
    name: 'organization_calls_waiting',
    help: 'Calls that wait for a share of their organization, by what they wait for',
    labelNames: ['share'],
    registers,
    collect() {
      for (const share of SHARED) this.set({ share }, shares.waiting[share])
    },
  })
  new Counter({
    name: 'organization_calls_refused_total',
    help: 'Calls that were refused because too many of their organization waited, by what they waited for',
    labelNames: ['share'],
    registers,
    collect() {
      this.reset()
      for (const share of SHARED) this.inc({ share }, shares.refused[share])
    },
  })
}
