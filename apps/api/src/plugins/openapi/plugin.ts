import type { RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import type { EventSchemas } from '../../event-schemas.ts'
import type { OperationDocs } from '../../operation-docs.ts'
import { openApiDocument } from './document.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The OpenAPI document of every route; complete once the app is ready. */
    openApi(): Record<string, unknown>
  }
  interface FastifySchema extends Partial<OperationDocs> {
    operationId?: string
    /** It is no part of the interface: pages and files for people. */
    hide?: boolean
  }
}

interface Options {
  events: EventSchemas
}

/** Gathers the routes as they are registered, and makes the document of them. */
export const openApi = fp<Options>(async (app, { events }) => {
  const routes: RouteOptions[] = []
  let document: Record<string, unknown> | undefined

  app.addHook('onRoute', (route) => {
    // HEAD and OPTIONS are answered wherever something is; a page for each would tell nothing.
    if (route.method !== 'HEAD' && route.method !== 'OPTIONS' && !route.schema?.hide) {
      routes.push(route)
    }
  })
  app.decorate('openApi', () => {
    document ??= openApiDocument(routes, events)
    return document
  })
})
