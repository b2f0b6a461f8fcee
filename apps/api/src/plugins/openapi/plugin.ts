import type { RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import type { OperationDocs } from '../../operation-docs.ts'
import { openApiDocument } from './document.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The OpenAPI document of every route; complete once the app is ready. */
    openApi(): Record<string, unknown>
  }
  interface FastifySchema extends Partial<OperationDocs> {
    operationId?: string
    /** It is not part of the API: a page or a file for people. */
    hide?: boolean
  }
}

/** Collects the routes as they are registered, and makes the document from them. */
export const openApi = fp(async (app) => {
  const routes: RouteOptions[] = []
  let document: Record<string, unknown> | undefined

  app.addHook('onRoute', (route) => {
    // Every path has OPTIONS, and HEAD beside GET. Entries for them would add nothing.
    if (route.method !== 'HEAD' && route.method !== 'OPTIONS' && !route.schema?.hide) {
      routes.push(route)
    }
  })
  app.decorate('openApi', () => {
    document ??= openApiDocument(routes)
    return document
  })
})
