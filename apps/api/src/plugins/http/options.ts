import type { Access } from '@mediajobs/domain'
import fp from 'fastify-plugin'
import { allow, PUBLIC } from '../../vocabulary/routes.ts'

/** Responds to OPTIONS on every path of the API (not of pages): 204 with `Allow`. Requires READ, except on public paths. */
export const options = fp(async (app) => {
  const known = new Map<string, { methods: Set<string>; access: Access }>()

  app.addHook('onRoute', (route) => {
    if (route.method === 'OPTIONS' || route.config?.isRefused || route.schema?.hide) return
    const path = known.get(route.url)
    const methods = [route.method].flat()
    if (path) {
      for (const method of methods) path.methods.add(method)
      return
    }
    const access = route.config?.access ?? 'public'
    known.set(route.url, { methods: new Set(methods), access })
    app.options(
      route.url,
      { config: access === 'public' ? PUBLIC : allow('READ'), logLevel: 'warn' },
      async (_request, reply) => {
        const allowed = known.get(route.url)?.methods ?? []
        return reply
          .header('allow', [...allowed, 'OPTIONS'].sort().join(', '))
          .code(204)
          .send()
      },
    )
  })
})
