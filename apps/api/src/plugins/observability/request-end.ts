import type { ProblemCode } from '@mediajobs/domain'
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
