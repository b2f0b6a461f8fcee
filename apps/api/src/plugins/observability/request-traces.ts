import type { Span, Tracing } from '@mediajobs/runtime'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { isProbe, routeOf } from './request-end.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** What `work` does comes under the span of `request`, whatever it is called from. */
    withinSpan<Result>(request: FastifyRequest, work: () => Result): Result
  }
  interface FastifyRequest {
    /** `null` when nothing is traced. */
    span: Span | null
  }
}

/** A span for each request, under that of the caller where there is one (W3C Trace Context). */
export const requestTraces = fp<{ tracing: Tracing | undefined }>(async (app, { tracing }) => {
  app.decorateRequest('span', null)
  app.decorate('withinSpan', <Result>({ span }: FastifyRequest, work: () => Result) =>
    tracing && span ? tracing.within(span, work) : work(),
  )
  if (!tracing) return
  app.addHook('onRequest', (request, _reply, done) => {
    if (isProbe(routeOf(request))) return done()
    request.span = beginSpan(tracing, request)
    tracing.within(request.span, done)
  })
  app.whenRequestEnds((request, _reply, { status }) => {
    const { problemCode, admission } = request
    request.span?.end({
      attributes: {
        'http.response.status_code': status,
        ...(problemCode !== null && { 'mediajobs.problem_code': problemCode }),
        ...(admission && { 'mediajobs.organization_id': admission.organizationId }),
      },
      // A refusal is the caller's error, not the service's.
      error: status >= 499 ? `${status}` : undefined,
    })
  })
})

function beginSpan(tracing: Tracing, request: FastifyRequest): Span {
  const { method, headers, id } = request
  const route = request.is404 ? null : routeOf(request)
  return tracing.begin({
    name: route === null ? method : `${method} ${route}`,
    kind: 'server',
    traceparent: oneValue(headers.traceparent),
    attributes: {
      'http.request.method': method,
      ...(route !== null && { 'http.route': route }),
      'mediajobs.request_id': id,
    },
  })
}

function oneValue(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined
}
