import type { ObjectStore } from '@mediajobs/object-store'
import type { Store } from '@mediajobs/outbox'
import { measureNode, measureObjectStore, measureStore } from '@mediajobs/runtime'
import fp from 'fastify-plugin'
import { Counter, Histogram, Registry } from 'prom-client'
import type { Problem } from '../../errors.ts'
import type { FairShares } from '../../fair-shares/fair-shares.ts'
import { measureShares } from '../../fair-shares/measure-shares.ts'

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
 * Counts requests from outside by route and status; the process serves `app.metrics` on a port of its own.
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
