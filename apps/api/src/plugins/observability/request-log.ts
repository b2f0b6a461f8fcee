import fp from 'fastify-plugin'
import { isProbe } from './request-end.ts'
import { traceIdOf } from './request-traces.ts'

/**
 * One line for each request. It names the route and not the address: a path may hold a delivery
 * token, and a query anything that a caller put there by mistake. Of health probes only those that
 * fail are told.
 */
export const requestLog = fp(async (app) => {
  // Every field is picked here, so there is nothing to redact, which would cost as much as the line.
  const logger = app.log.child({}, { redact: [] })
  app.whenRequestEnds((request, reply, { status, route }) => {
    const isDull = isProbe(route) && status < 400
    logger[isDull ? 'debug' : 'info'](
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
