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
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { isProbe, routeOf } from './request-end.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Contains the span of this request; `null` for probes, which are not traced. */
    traceContext: Context | null
  }
}

const tracer = trace.getTracer('mediajobs')

/** Makes a span for each request. Its parent is the caller's span, if there is one (W3C Trace Context). */
export const requestTraces = fp(async (app) => {
  app.decorateRequest('traceContext', null)
  app.addHook('onRequest', (request, _reply, done) => {
    if (isProbe(routeOf(request))) return done()
    request.traceContext = beginSpan(request)
    context.with(request.traceContext, done)
  })
  // The body is read between these two hooks, by events of the connection that do not have the context.
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
export function traceIdOf(request: FastifyRequest): string | undefined {
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
