import { MAX_PUBLIC_BODY_BYTES } from '@mediajobs/domain'
import type { TSchema } from '@sinclair/typebox'
import type { RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import type { OperationDocs } from '../../vocabulary/operation-docs.ts'
import { isConditional } from '../../vocabulary/routes.ts'
import { valuesAllowed } from '../body/json-body.ts'
import { INFO, SECURITY_SCHEMES, SERVERS, WEBHOOK_TAG } from './about.ts'
import { hoistShared, publishedSchema } from './components.ts'
import { headerParameters, parameters } from './parameters.ts'
import { JSON_TYPE, type Operation, responsesOf } from './responses.ts'
import { subscriptionCallbacks, webhookDocuments } from './webhooks.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The OpenAPI document of every route; complete once the app is ready. */
    openApi(): Record<string, unknown>
  }
  interface FastifySchema extends Partial<OperationDocs> {
    operationId?: string
    /** Not part of the API: a page or file for people. */
    hide?: boolean
  }
}

/** Builds the document from the routes as they are registered. */
export const openApi = fp(async (app) => {
  const routes: RouteOptions[] = []
  let document: Record<string, unknown> | undefined

  app.addHook('onRoute', (route) => {
    // HEAD is implied by GET, OPTIONS by every path.
    if (route.method !== 'HEAD' && route.method !== 'OPTIONS' && !route.schema?.hide) {
      routes.push(route)
    }
  })
  app.decorate('openApi', () => {
    document ??= openApiDocument(routes)
    return document
  })
})

const KIB = 1_024
const MIB = 1_048_576

interface RouteSchema extends Partial<OperationDocs> {
  operationId?: string
  params?: TSchema
  querystring?: TSchema
  body?: TSchema
  response?: Record<string, TSchema>
}

/** The OpenAPI 3.1 document of `routes` and events, from the schemas that validate requests. */
function openApiDocument(routes: readonly RouteOptions[]): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const path = route.url.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    const method = String(route.method).toLowerCase()
    paths[path][method] = operationDocument(method, route)
  }
  const document = {
    openapi: '3.1.0',
    info: INFO,
    servers: SERVERS,
    tags: tagsOf(routes),
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    webhooks: webhookDocuments(),
    components: { securitySchemes: SECURITY_SCHEMES },
  }
  return hoistShared(publishedSchema(document))
}

/** An operation's tag: the first segment of its path. */
function tagOf({ url }: RouteOptions): string {
  return url.split('/')[1] || 'service'
}

/** The tags with their descriptions, as their modules are registered. */
function tagsOf(routes: readonly RouteOptions[]): object[] {
  const described = [...Map.groupBy(routes, tagOf)].map(([name, own]) => {
    const description = own.find(({ schema }) => schema?.about)?.schema?.about
    if (description === undefined) throw new Error(`no operation says what ${name} is about`)
    return { name, description }
  })
  return [...described, WEBHOOK_TAG]
}

function operationDocument(method: string, route: RouteOptions) {
  const docs = (route.schema ?? {}) as RouteSchema
  const operation = operationOf(docs, method, route)
  return {
    operationId: docs.operationId,
    summary: docs.summary,
    description: [docs.description, accessSentence(operation)].filter(Boolean).join('\n\n'),
    tags: [tagOf(route)],
    security: securityOf(operation),
    parameters: [
      ...parameters('path', docs.params),
      ...headerParameters(operation),
      // Last, so new filters append and generated clients with positional arguments (Java) stay compatible. `pnpm
      // openapi` refuses another order.
      ...parameters('query', docs.querystring),
    ],
    ...(docs.body && { requestBody: requestBody(docs, route.bodyLimit) }),
    responses: responsesOf(operation),
    ...(docs.subscribes && { callbacks: subscriptionCallbacks() }),
  }
}

export function operationOf(
  docs: RouteSchema,
  method: string,
  { config }: RouteOptions,
): Operation {
  const access = config?.access ?? 'public'
  const hasETag = config?.etag !== undefined
  const { needsPortal = false, needsSession = needsPortal } = docs
  return {
    access,
    needsSession,
    needsPortal,
    // Parameters of public paths are tokens.
    takesCredential:
      access !== 'public' || needsSession || docs.params !== undefined || docs.takesToken === true,
    isLink: config?.isLink ?? false,
    isProbe: config?.isProbe ?? false,
    hasParams: docs.params !== undefined,
    hasBody: docs.body !== undefined,
    readsBody: method !== 'get',
    stated: docs.response ?? {},
    problems: docs.problems ?? {},
    mayRetry: docs.mayRetry ?? [],
    responseHeaders: docs.responseHeaders ?? {},
    produces: docs.produces ?? JSON_TYPE,
    alsoProduces: docs.alsoProduces,
    hasETag,
    isReread: hasETag && method === 'get',
    isConditional: isConditional(method.toUpperCase(), config, docs),
    isRepeatable:
      method === 'post' && !config?.isPage && (access !== 'public' || docs.needsSession === true),
  }
}

const oneOf = new Intl.ListFormat('en', { type: 'disjunction' })

function accessSentence({ access, needsSession, needsPortal }: Operation): string {
  if (needsPortal) return 'Requires a customer’s session.'
  if (access === 'public') return needsSession ? 'Requires a session.' : 'Requires no credential.'
  const scope = access.scope === 'ANY' ? 'any scope' : `the scope ${access.scope}`
  return `Requires ${scope}${access.roles ? ` and the role ${oneOf.format(access.roles)}` : ''}.`
}

function securityOf({ access, needsSession, needsPortal }: Operation): object[] {
  if (needsPortal) return [{ portal: [] }]
  if (access === 'public') return needsSession ? [{ session: [] }] : []
  const scopes = access.scope === 'ANY' ? [] : [access.scope]
  return [{ apiKey: scopes }, { session: scopes }]
}

function requestBody(
  { body, optionalBody = false, examples = {}, consumes = {} }: RouteSchema,
  maxBytes = MAX_PUBLIC_BODY_BYTES,
) {
  const named = Object.entries(examples).map(([name, value]) => [name, { value }])
  const json = {
    schema: body,
    ...(named.length > 0 && { examples: Object.fromEntries(named) }),
  }
  const others = Object.entries(consumes).map(([type, example]) => [
    type,
    { schema: { type: 'string' }, example },
  ])
  return {
    description: `At most ${formatSize(maxBytes)} and ${valuesAllowed(maxBytes)} JSON values`,
    required: !optionalBody,
    content: { [JSON_TYPE]: json, ...Object.fromEntries(others) },
  }
}

function formatSize(bytes: number): string {
  return bytes < MIB ? `${bytes / KIB} KiB` : `${bytes / MIB} MiB`
}
