import type { Store } from '@mediajobs/outbox'
import { measureStore } from '@mediajobs/runtime'
import fp from 'fastify-plugin'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Problem } from '../../errors.ts'
import type { FairShares } from '../../fair-shares/fair-shares.ts'
import { measureShares } from '../../fair-shares/measure-shares.ts'

// Around the figures that a service of this kind has: a page in milliseconds, an outage in seconds.
const SECONDS_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Registry
    /** Counts what could not be read, and `isRequest` says whether it is counted as one already. */
    countUnreadable(problem: Problem, isRequest: boolean): void
  }
}

/**
 * Counts requests by route and status; the process serves `app.metrics` on a port of its own.
 * docs/signals.md says what each metric is for.
 */
export const metrics = fp<{ store: Store; shares: FairShares }>(async (app, { store, shares }) => {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  measureStore(registry, store)
  measureShares(registry, shares)
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests by method, route and status; 499: the client went away before its answer',
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
  const problems = new Counter({
    name: 'http_problems_total',
    help: 'Answers that are no success, by status and code; 401, 403 and 429 are refused admissions',
    labelNames: ['status', 'code'],
    registers,
  })
  app.decorate('metrics', registry)
  app.decorate('countUnreadable', ({ statusCode: status, code }: Problem, isRequest: boolean) => {
    if (!isRequest) requests.inc({ method: 'unknown', route: 'unreadable', status })
    problems.inc({ status, code })
  })
  app.whenRequestEnds((request, reply, { status, route }) => {
    const { method, problemCode: code } = request
    requests.inc({ method, route, status })
    seconds.observe({ method, route }, reply.elapsedTime / 1_000)
    if (code !== null) problems.inc({ status: reply.statusCode, code })
  })
})
