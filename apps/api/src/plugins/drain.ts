import fp from 'fastify-plugin'

/**
 * A connection that is idle when the server closes is closed at once; one that was busy then would
 * be kept alive, and the process with it, until its client lets go. Its last answer says otherwise.
 */
export const drain = fp(async (app) => {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close')
  })
})
