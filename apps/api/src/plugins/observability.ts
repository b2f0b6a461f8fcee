import { clockSkewSeconds } from '@mediajobs/db'
import type { ProblemCode } from '@mediajobs/domain'
import type { ObjectStore } from '@mediajobs/object-store'
import type { Store } from '@mediajobs/outbox'
import {
  type ClockWatch,
  measureNode,
  measureObjectStore,
  measureStore,
  watchClock,
} from '@mediajobs/runtime'
import {
  type Context,
  context,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Problem } from '../vocabulary/errors.ts'
import { type FairShares, SHARED } from './fair-shares/fair-shares.ts'

/** How a request ended. */
interface RequestEnd {
  /** The status of the response; 499 if the client disconnected early. */
  status: number
  /** The pattern of the path, never the path: it may contain a token. */
  route: string
}

type EndListener = (request: FastifyRequest, reply: FastifyReply, end: RequestEnd) => void

declare module 'fastify' {
  interface FastifyInstance {
    /** Calls `listener` at the end of every request. It must not throw. */
    whenRequestEnds(listener: EndListener): void
  }
  interface FastifyRequest {
    /** The code of the error response; `null` without one. */
    problemCode: ProblemCode | null
  }
}

// The status that nginx logs. No response of the service has it.
const CLIENT_GONE = 499

/** Replaces Fastify's `onResponse`, which doesn't run if the client disconnects early. */
export const requestEnd = fp(async (app) => {
  const listeners: EndListener[] = []
  app.decorateRequest('problemCode', null)
  app.decorate('whenRequestEnds', (listener: EndListener) => void listeners.push(listener))
  app.addHook('onRequest', (request, reply, done) => {
    // Not `writableFinished`: in calls through `inject` it stays false.
    let isFinished = false
    reply.raw.once('finish', () => {
      isFinished = true
    })
    reply.raw.once('close', () => {
      const status = isFinished ? reply.statusCode : CLIENT_GONE
      const end = { status, route: routeOf(request) }
      for (const listener of listeners) listener(request, reply, end)
    })
    done()
  })
})

// Frequent, and uninteresting when they succeed.
const PROBE = /^\/health\//

function isProbe(route: string): boolean {
  return PROBE.test(route)
}

/** The route of a request; `unknown` if none matches, because such paths are unbounded. */
function routeOf(request: FastifyRequest): string {
  return request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown')
}

/**
 * Logs one line a request from outside, with the route and not the URL: a path may contain a delivery token, and a query anything
 * a caller put there by mistake. Successful health probes are logged at debug.
 */
export const requestLog = fp(async (app) => {
  // No redaction: every field is chosen here, and redaction would cost as much as the line.
  const logger = app.log.child({}, { redact: [] })
  app.whenRequestEnds((request, reply, { status, route }) => {
    if (request.page) return
    const isRoutine = isProbe(route) && status < 400
    logger[isRoutine ? 'debug' : 'info'](
      {
        requestId: request.id,
        method: request.method,
        route,
        status,
        code: request.problemCode ?? undefined,
        cut: request.cut ?? undefined,
        durationMs: Math.round(reply.elapsedTime * 10) / 10,
        organizationId: request.admission?.organizationId,
        apiKeyId: request.admission?.apiKeyId ?? undefined,
        userId: request.admission?.userId,
        traceId: traceIdOf(request),
      },
      'request',
    )
  })
})

declare module 'fastify' {
  interface FastifyRequest {
    /** Contains the span of this request; `null` for probes, which are not traced. */
    traceContext: Context | null
  }
}

const tracer = trace.getTracer('mediajobs')

/** A span for each request, below the caller's span if there is one (W3C Trace Context). */
export const requestTraces = fp(async (app) => {
  app.decorateRequest('traceContext', null)
  app.addHook('onRequest', (request, _reply, done) => {
    if (isProbe(routeOf(request))) return done()
    request.traceContext = beginSpan(request)
    context.with(request.traceContext, done)
  })
  // The body is read between these hooks, by events of the connection outside of the context.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.traceContext) context.with(request.traceContext, done)
    else done()
  })
  app.whenRequestEnds((request, _reply, { status }) => {
    const span = spanOf(request)
    if (!span?.isRecording()) return
    const { problemCode, admission } = request
    span.setAttributes({
      'http.response.status_code': status,
      ...(problemCode !== null && { 'mediajobs.problem_code': problemCode }),
      ...(admission && { 'mediajobs.organization_id': admission.organizationId }),
    })
    // A lower 4xx is the caller's error, not the service's.
    if (status >= 499) {
      span.setAttribute('error.type', `${status}`)
      span.setStatus({ code: SpanStatusCode.ERROR })
    }
    span.end()
  })
})

/** The trace id of a request; `undefined` without tracing. */
function traceIdOf(request: FastifyRequest): string | undefined {
  const spanContext = spanOf(request)?.spanContext()
  return spanContext && isSpanContextValid(spanContext) ? spanContext.traceId : undefined
}

function spanOf({ traceContext }: FastifyRequest) {
  return traceContext === null ? undefined : trace.getSpan(traceContext)
}

function beginSpan(request: FastifyRequest): Context {
  const { method, headers, id } = request
  const { traceparent } = headers
  const caller = propagation.extract(ROOT_CONTEXT, {
    traceparent: typeof traceparent === 'string' ? traceparent : undefined,
  })
  const route = request.is404 ? null : routeOf(request)
  const attributes = {
    'http.request.method': method,
    ...(route !== null && { 'http.route': route }),
    'mediajobs.request_id': id,
  }
  const name = route === null ? method : `${method} ${route}`
  const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, caller)
  return trace.setSpan(caller, span)
}

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
