import fp from 'fastify-plugin'
import { isProbe } from './request-end.ts'
import { traceIdOf } from './request-traces.ts'

/**
 * Logs one line for each request from outside. It has the route and not the URL: a path may contain a delivery token,
 * and a query any text that a caller put there by mistake. Health probes that succeed are logged at the
 * level debug.
 */
export const requestLog = fp(async (app) => {
  // Redaction is off: every field is chosen here, and redaction would cost as much as the line itself.
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
