import fp from 'fastify-plugin'

/**
 * One line for each request. It names the route and not the address: a path may hold a delivery
 * token, and a query anything that a caller put there by mistake.
 */
export const requestLog = fp(async (app) => {
  // Every field is picked here, so there is nothing to redact, which would cost as much as the line.
  const logger = app.log.child({}, { redact: [] })
  app.whenRequestEnds((request, reply, { status, route }) => {
    logger.info(
      {
        requestId: request.id,
        method: request.method,
        route,
        status,
        code: request.problemCode ?? undefined,
        durationMs: Math.round(reply.elapsedTime * 10) / 10,
        organizationId: request.admission?.organizationId,
        apiKeyId: request.admission?.apiKeyId ?? undefined,
        userId: request.admission?.userId,
        traceId: request.span?.traceId,
      },
      'request',
    )
  })
})
