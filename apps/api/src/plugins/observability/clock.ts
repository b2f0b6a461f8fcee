import { clockSkewSeconds } from '@mediajobs/db'
import type { Store } from '@mediajobs/outbox'
import { type ClockWatch, watchClock } from '@mediajobs/runtime'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyInstance {
    clock: ClockWatch
  }
}

/** Watches the clock of this machine while the api serves. */
export const clock = fp<{ store: Store }>(async (app, { store }) => {
  const watch = watchClock({
    registry: app.metrics,
    logger: app.log,
    measure: () => clockSkewSeconds(store.sql),
  })
  app.decorate('clock', watch)
  app.addHook('onListen', async () => watch.start())
  app.addHook('onClose', async () => watch.stop())
})
