import { setTimeout as pause } from 'node:timers/promises'
import fp from 'fastify-plugin'
import { HttpError } from '../../vocabulary/errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** @throws {HttpError} 503 when the process is about to end */
    assertStaying(): void
  }
}

/**
 * Keeps serving for `delayMs` after close begins: balancers see that the process isn't ready, and every response has
 * `Connection: close`. Otherwise a connection could close under a new request, and the client couldn't know whether
 * it was done.
 */
export const drain = fp<{ delayMs: number }>(async (app, { delayMs }) => {
  let closing = false
  app.decorate('assertStaying', () => {
    if (closing) throw new HttpError(503, 'shutting_down', 'This process is about to end.')
  })
  app.addHook('preClose', async () => {
    closing = true
    await pause(delayMs)
  })
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close')
  })
})
