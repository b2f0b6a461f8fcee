import { MAX_PUBLIC_BODY_BYTES } from '@mediajobs/domain'
import type { TSchema } from '@sinclair/typebox'
import type { RouteOptions } from 'fastify'
import manifest from '../../../package.json' with { type: 'json' }
import { valuesAllowed } from '../../json-complexity.ts'
import type { OperationDocs } from '../../operation-docs.ts'
import { answersOf, type Operation } from './answers.ts'
import { hoistShared } from './components.ts'
import { publishedSchema } from './published-schema.ts'
import { webhookDocuments } from './webhooks.ts'

const KIB = 1_024
const MIB = 1_048_576

interface RouteSchema extends Partial<OperationDocs> {
  operationId?: string
  params?: TSchema
  querystring?: TSchema
  body?: TSchema
  response?: Record<string, TSchema>
}

/** The OpenAPI 3.1 document of `routes`, made from the very schemas that validate. */
export function openApiDocument(routes: readonly RouteOptions[]): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const path = route.url.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    const method = String(route.method).toLowerCase()
    paths[path][method] = operationDocument(path, method, route)
  }
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Media Production Job Service',
      version: manifest.version,
      description:
        'Book, shoot, edit, deliver: media production jobs of properties, by REST and webhooks. ' +
        'Every bound on what a caller may send stands in docs/limits.md of the source.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    webhooks: webhookDocuments(),
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        session: {
          type: 'http',
          scheme: 'bearer',
          description: 'The accessToken of POST /auth/sessions, with x-org-id',
        },
      },
    },
  }
  return hoistShared(publishedSchema(document))
}

function operationDocument(path: string, method: string, route: RouteOptions) {
  const docs = (route.schema ?? {}) as RouteSchema
  const operation = operationOf(docs, method, route)
  return {
    operationId: docs.operationId,
    summary: docs.summary,
    description: [docs.description, accessSentence(operation)].filter(Boolean).join('\n\n'),
    tags: [path.split('/')[1] || 'service'],
    security: securityOf(operation),
    parameters: [
      ...parameters('path', docs.params),
      ...parameters('query', docs.querystring),
      ...headerParameters(operation),
    ],
    ...(docs.body && { requestBody: requestBody(docs, route.bodyLimit) }),
    responses: answersOf(operation),
  }
}

function operationOf(docs: RouteSchema, method: string, { config }: RouteOptions): Operation {
  const access = config?.access ?? 'public'
  const isVersioned = docs.versioned ?? false
  return {
    access,
    needsSession: docs.needsSession ?? false,
    isProbe: config?.isProbe ?? false,
    hasParams: docs.params !== undefined,
    hasBody: docs.body !== undefined,
    readsBody: method !== 'get',
    stated: docs.response ?? {},
    problems: docs.problems ?? {},
    answerHeaders: docs.answerHeaders ?? {},
    isVersioned,
    isConditional: isVersioned && method !== 'get' && docs.params !== undefined,
    isRepeatable: method === 'post' && access !== 'public',
  }
}

function accessSentence({ access, needsSession }: Operation): string {
  if (access === 'public') return needsSession ? 'Needs a session.' : 'Needs no credential.'
  const scope = access.scope === 'ANY' ? 'any scope' : `the scope ${access.scope}`
  return `Needs ${scope}${access.roles ? `, and the role ${access.roles.join(' or ')}` : ''}.`
}

function securityOf({ access, needsSession }: Operation): object[] {
  if (access === 'public') return needsSession ? [{ session: [] }] : []
  const scopes = access.scope === 'ANY' ? [] : [access.scope]
  return [{ apiKey: scopes }, { session: scopes }]
}

// The same wherever they are taken.
const SHARED_PARAMETERS = ['id', 'limit', 'cursor']

function parameters(place: 'path' | 'query', schema: TSchema | undefined): object[] {
  const required = new Set<string>(schema?.required ?? [])
  return Object.entries((schema?.properties ?? {}) as Record<string, TSchema>).map(
    ([name, { description, ...property }]) => ({
      ...(SHARED_PARAMETERS.includes(name) && { component: `parameters/${name}` }),
      name,
      in: place,
      required: place === 'path' || (required.has(name) && property.default === undefined),
      ...(description && { description }),
      schema: property,
    }),
  )
}

function headerParameters({ access, hasBody, isConditional, isRepeatable }: Operation): object[] {
  const optional = (name: string, description: string) => ({
    component: `parameters/${name}`,
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  })
  return [
    ...(access === 'public'
      ? []
      : [optional('x-org-id', 'With a session: the organization to act in')]),
    ...(hasBody ? [optional('prefer', '`handling=strict` refuses unknown fields')] : []),
    ...(isRepeatable
      ? [optional('idempotency-key', 'Repeats within 24 hours get the first answer again')]
      : []),
    ...(isConditional ? [optional('if-match', 'The ETag of the version to change, or `*`')] : []),
  ]
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
    description: `At most ${sizeInWords(maxBytes)} and ${valuesAllowed(maxBytes)} JSON values`,
    required: !optionalBody,
    content: { 'application/json': json, ...Object.fromEntries(others) },
  }
}

function sizeInWords(bytes: number): string {
  return bytes < MIB ? `${bytes / KIB} KiB` : `${bytes / MIB} MiB`
}
