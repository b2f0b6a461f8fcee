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
  ProxyTracerProvider,
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
  /** The response's status; 499 if the client disconnected early. */
  status: number
  /** The pattern, never the path: it may contain a token. */
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
    /** The operation that an agent called with this request, and its status. */
    called: CalledOperation | null
  }
}

interface CalledOperation {
  method: string
  /** The route pattern. */
  route: string
  status: number
  code: ProblemCode | null
}

// As nginx logs it; never sent.
const CLIENT_GONE = 499

/** Replaces Fastify's `onResponse`, which doesn't run if the client disconnects early. */
export const requestEnd = fp(async (app) => {
  const listeners: EndListener[] = []
  app.decorateRequest('problemCode', null)
  app.decorateRequest('called', null)
  app.decorate('whenRequestEnds', (listener: EndListener) => void listeners.push(listener))
  app.addHook('onRequest', (request, reply, done) => {
    // Not `writableFinished`, which stays false for `inject`.
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

const PROBE = /^\/health\//

function isProbe(route: string): boolean {
  return PROBE.test(route)
}

/** `unknown` if no route matches, because such paths are unbounded. */
function routeOf(request: FastifyRequest): string {
  return request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown')
}

/**
 * Logs a line per external request, with the route instead of the URL: paths may contain tokens, and queries anything
 * sent by mistake. Successful health probes are logged at debug.
 */
export const requestLog = fp(async (app) => {
  // No redaction: all fields are chosen here, and it would double the cost of a line.
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
        called: request.called ?? undefined,
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
    /** Contains this request's span; `null` for probes, which aren't traced, and without a tracer. */
    traceContext: Context | null
  }
}

const tracer = trace.getTracer('mediajobs')

/** A span per request, a child of the caller's span if any (W3C Trace Context). None if traces aren't exported. */
export const requestTraces = fp(async (app) => {
  app.decorateRequest('traceContext', null)
  if (!hasTracer()) return
  app.addHook('onRequest', (request, _reply, done) => {
    if (isProbe(routeOf(request))) return done()
    request.traceContext = beginSpan(request)
    context.with(request.traceContext, done)
  })
  // Reading the body between these hooks loses the context.
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
    // Lower statuses are the caller's errors.
    if (status >= 499) {
      span.setAttribute('error.type', `${status}`)
      span.setStatus({ code: SpanStatusCode.ERROR })
    }
    span.end()
  })
})

function hasTracer(): boolean {
  const provider = trace.getTracerProvider()
  return (
    !(provider instanceof ProxyTracerProvider) || Boolean(provider.getDelegateTracer('mediajobs'))
  )
}

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

const SECONDS_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Registry
    /** Counts an unreadable request. `isRequest`: already counted among the requests. */
    countUnreadable(problem: Problem, isRequest: boolean): void
  }
}

interface Options {
  store: Store
  objectStore: ObjectStore
  shares: FairShares
}

/**
 * Counts external requests by route and status; `app.metrics` is served on a separate port. docs/signals.md explains
 * each metric.
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
    help: 'Error responses by status and code; 401, 403 and 429 are refused admissions',
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

/** Watches this machine's clock while the api serves. */
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

function measureShares(registry: Registry, shares: FairShares): void {
  const registers = [registry]
  new Gauge({
    name: 'organization_calls_waiting',
    help: 'Calls waiting for a share of their organization, by kind of share',
    labelNames: ['share'],
    registers,
    collect() {
      for (const share of SHARED) this.set({ share }, shares.waiting[share])
    },
  })
  new Counter({
    name: 'organization_calls_refused_total',
    help: 'Calls refused because too many of their organization waited, by kind of share',
    labelNames: ['share'],
    registers,
    collect() {
      this.reset()
      for (const share of SHARED) this.inc({ share }, shares.refused[share])
    },
  })
}
