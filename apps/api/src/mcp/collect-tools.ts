import type { RequiredAccess } from '@mediajobs/domain'
import type { TSchema } from '@sinclair/typebox'
import type { RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import { operationOf } from '../plugins/openapi/document.ts'
import type { Effect, OperationDocs } from '../vocabulary/operation-docs.ts'

/** Why a call needs a confirmation. */
export type Consequence = Effect | 'DELETES'

/** An authenticated operation, exposed as a tool. */
export interface Tool {
  /** The operationId. */
  id: string
  method: Method
  /** Its route pattern, like `/projects/:id`. */
  url: string
  access: RequiredAccess
  schema: OperationSchema
  consequences: readonly Consequence[]
  isRead: boolean
  /** Takes `If-Match`. */
  isConditional: boolean
  /** Takes an `Idempotency-Key`. */
  isRepeatable: boolean
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

interface OperationSchema extends OperationDocs {
  params?: TSchema
  querystring?: TSchema
  body?: TSchema
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A route that only answers 405. */
    isRefused?: boolean
  }
  interface FastifyInstance {
    /** The tools registered so far, by id. */
    agentTools: ReadonlyMap<string, Tool>
  }
  interface FastifyRequest {
    /** A dry run: in-process calls stop before their handlers, after every check. */
    isDryRun: boolean
  }
}

/** Collects the tools from the routes as they are registered, and allows dry runs of those with consequences. */
export const agentTools = fp(async (app) => {
  const tools = new Map<string, Tool>()
  app.decorate('agentTools', tools)
  app.decorateRequest('isDryRun', false)
  app.addHook('onRoute', (route) => {
    const tool = toolOf(route)
    if (!tool) return
    tools.set(tool.id, tool)
    if (tool.consequences.length === 0) return
    const { handler } = route
    route.handler = function dryRunnable(request, reply) {
      if (request.page?.isDryRun) return reply.code(204).send()
      return handler.call(this, request, reply)
    }
  })
})

function toolOf(route: RouteOptions): Tool | undefined {
  const { url, config, schema } = route
  const id = schema?.operationId
  const access = config?.access
  const method = String(route.method)
  if (!isMethod(method) || id === undefined || config?.isPage) return
  if (access === undefined || access === 'public') return
  const docs = schema as OperationSchema
  const { isConditional, isRepeatable } = operationOf(docs, method.toLowerCase(), route)
  return {
    id,
    method,
    url,
    access,
    schema: docs,
    consequences: [...(method === 'DELETE' ? ['DELETES' as const] : []), ...(docs.effects ?? [])],
    isRead: method === 'GET' || access.scope === 'READ',
    isConditional,
    isRepeatable,
  }
}

function isMethod(method: string): method is Method {
  return ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].includes(method)
}
