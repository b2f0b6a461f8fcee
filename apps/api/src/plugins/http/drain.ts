import { setTimeout as pause } from 'node:timers/promises'
import fp from 'fastify-plugin'
import { HttpError } from '../../errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** @throws {HttpError} 503 when it is about to close */
    assertStaying(): void
  }
}

/**
 * A server that is told to close goes on serving for `delayMs`: balancers see that it is not ready and
 * let go of it, and every answer tells its client to take another connection. One that was opened or
 * reused in the very moment of the end would be cut with its request, and the client could not know
 * what became of it.
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
