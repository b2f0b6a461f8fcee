import { MAX_IDEMPOTENCY_KEY_LENGTH, type RequiredAccess } from '@mediajobs/domain'
import type { Tool as Definition } from '@modelcontextprotocol/sdk/types.js'
import type { TSchema } from '@sinclair/typebox'
import type { RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import { publishedSchema } from '../plugins/openapi/components.ts'
import { operationOf } from '../plugins/openapi/document.ts'
import type { Effect, OperationDocs } from '../vocabulary/operation-docs.ts'

/** Why a call needs a confirmation. */
export type Consequence = Effect | 'DELETES'

/** An authenticated operation, exposed as a tool. */
export interface Tool {
  /** The operationId. */
  id: string
  method: Method
  /** Route pattern, like `/projects/:id`. */
  url: string
  access: RequiredAccess
  schema: OperationSchema
  consequences: readonly Consequence[]
  isRead: boolean
  /** Accepts `If-Match`. */
  isConditional: boolean
  /** Accepts an `Idempotency-Key`. */
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
    /** A route that only responds 405. */
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

/** Where in the request an argument goes. */
type Place = 'path' | 'query' | 'body' | 'control'

export interface Argument {
  place: Place
  schema: TSchema | object
  isRequired: boolean
}

const CONTROLS = {
  idempotencyKey: {
    type: 'string',
    maxLength: MAX_IDEMPOTENCY_KEY_LENGTH,
    description:
      'Idempotency key, any text you choose: repeats with the same key within 24 hours have no further effect',
  },
  ifMatch: {
    type: 'string',
    description: 'The ETag you last read: nothing changes if the record has a different one now',
  },
  confirm: {
    type: 'string',
    description:
      'The token from the first answer, which changed nothing. Send all other arguments unchanged',
  },
  answerCursor: {
    type: 'string',
    description: 'From the end of a truncated answer, to continue reading',
  },
}

const known = new WeakMap<Tool, ReadonlyMap<string, Argument>>()

/** A tool's arguments by name: path and query parameters, `body`, and those sent as headers. */
export function argumentsOf(tool: Tool): ReadonlyMap<string, Argument> {
  const found = known.get(tool) ?? new Map(listArguments(tool))
  known.set(tool, found)
  return found
}

type Entry = [name: string, argument: Argument]

function listArguments({
  schema,
  isConditional,
  isRepeatable,
  isRead,
  consequences,
}: Tool): Entry[] {
  const { params, querystring, body, optionalBody = false } = schema
  const asks = consequences.length > 0
  const controls: [name: keyof typeof CONTROLS, isTaken: boolean][] = [
    ['idempotencyKey', isRepeatable && !isRead],
    ['ifMatch', isConditional],
    ['confirm', asks],
    ['answerCursor', isRead || (isRepeatable && !asks)],
  ]
  const sent: Entry[] = body
    ? [['body', { place: 'body', schema: body, isRequired: !optionalBody }]]
    : []
  return [
    ...parameters('path', params),
    ...parameters('query', querystring),
    ...sent,
    ...controls
      .filter(([, isTaken]) => isTaken)
      .map(
        ([name]): Entry => [name, { place: 'control', schema: CONTROLS[name], isRequired: false }],
      ),
  ]
}

function parameters(place: 'path' | 'query', schema: TSchema | undefined): Entry[] {
  const required = new Set<string>(schema?.required ?? [])
  const properties = Object.entries((schema?.properties ?? {}) as Record<string, TSchema>)
  return properties.map(([name, each]) => {
    const isRequired = place === 'path' || (required.has(name) && each.default === undefined)
    return [name, { place, schema: each, isRequired }]
  })
}

const definitions = new WeakMap<Tool, Definition>()

/** A tool's definition, from its operation's documentation and schemas. */
export function definitionOf(tool: Tool): Definition {
  const definition = definitions.get(tool) ?? define(tool)
  definitions.set(tool, definition)
  return definition
}

function define(tool: Tool): Definition {
  const { id, schema, isRead, consequences } = tool
  const all = [...argumentsOf(tool)]
  const properties = all.map(([name, argument]) => [name, publishedSchema(argument.schema)])
  return {
    name: id,
    title: schema.summary,
    description: schema.description,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(properties),
      required: all.filter(([, { isRequired }]) => isRequired).map(([name]) => name),
      additionalProperties: false,
    },
    annotations: {
      title: schema.summary,
      readOnlyHint: isRead,
      destructiveHint: consequences.length > 0,
      openWorldHint: consequences.includes('SENDS_MAIL') || consequences.includes('MOVES_MONEY'),
    },
  }
}
