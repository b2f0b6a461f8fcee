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
 * Delays the close of the server by `delayMs`, in which it still serves requests. Balancers see that it is
 * not ready and stop using it, and every response has `Connection: close`. Without the delay, a connection
 * could be closed while it carries a new request, and the client could not know whether the request was
 * done.
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
