import type { Operation } from '@mediajobs/pages'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyInstance {
    /** The operations that were registered so far, by their ids. */
    operations: ReadonlyMap<string, Operation>
  }
}

/**
 * Collects the operations as they are registered. Pages ask it what a role may do, so that a button and the
 * API cannot differ. docs/contract.md#c2-access
 */
export const operations = fp(async (app) => {
  const found = new Map<string, Operation>()
  app.decorate('operations', found)

  app.addHook('onRoute', ({ method, url, config, schema, bodyLimit }) => {
    const access = config?.access
    const id = schema?.operationId
    if (access === undefined || access === 'public' || id === undefined) return
    for (const each of [method].flat()) {
      if (each === 'HEAD' || each === 'OPTIONS') continue
      found.set(id, { id, method: each, url, access, bodyLimit: bodyLimit ?? 0 })
    }
  })
})
