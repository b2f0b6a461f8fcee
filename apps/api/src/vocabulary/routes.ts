import { hash } from 'node:crypto'
import { type Access, REDIRECTED, type Role, type Scope } from '@mediajobs/domain'
import type { Actor } from '@mediajobs/operations/actor'
import type { Admission } from '@mediajobs/operations/credentials'
import type { Tx } from '@mediajobs/outbox'
import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox'
import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
} from 'fastify'
import { HttpError } from './errors.ts'
import type { OperationDocs } from './operation-docs.ts'
import { EmptyBody, IdParams } from './schemas.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** A health probe: exempt from the limit per network, so monitors always get through. */
    isProbe?: boolean
    /** Exempt from the limit per network, because it counts its calls itself. */
    countsItself?: boolean
  }
  interface FastifyRequest {
    /** The caller and their rate limits; `null` on public routes. */
    admission: Admission | null
  }
}

/** For `config` of a route. */
export function allow(scope: Scope | 'ANY', roles?: readonly Role[]): { access: Access } {
  return { access: roles ? { scope, roles } : { scope } }
}

export const PUBLIC: { access: Access } = { access: 'public' }

/** The caller and their rate limits. Only for non-public routes, like the two below. */
export function admissionOf(request: FastifyRequest): Admission {
  if (!request.admission) throw new Error('public routes have no actor')
  return request.admission
}

export function actorOf(request: FastifyRequest): Actor {
  return admissionOf(request)
}

export function orgOf(request: FastifyRequest): string {
  return admissionOf(request).organizationId
}

const BEARER = /^Bearer +(\S+)$/i
const SCHEME = /^Bearer(\s|$)/i

/** Whether `Authorization` is for this service: other schemes may be meant for a proxy. */
export function isBearer(authorization: string | undefined): authorization is string {
  return authorization !== undefined && SCHEME.test(authorization)
}

/**
 * The access token of an `Authorization` header (RFC 6750).
 *
 * @throws {HttpError} 401 if it has none
 */
export function bearerToken(authorization: string): string {
  const token = BEARER.exec(authorization)?.[1]
  if (token === undefined) {
    throw new HttpError(401, 'session_invalid', 'Authorization must be: Bearer <access token>.')
  }
  return token
}

/** Returns the strong `ETag` of a record, with its quotes. */
export type RecordTag = (record: object) => string

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Computes the `ETag` of the route's record. GET then accepts `If-None-Match`; handlers of changes must call
     * `ifMatchOf`.
     */
    etag?: RecordTag
  }
}

// 132 bits.
const TAG_LENGTH = 22

/** For records whose `version` increases with every change. */
export const versionTag: RecordTag = (record) => `"${Reflect.get(record, 'version')}"`

/** For other records: a hash of the schema's fields, `without` those that change by themselves. */
export function contentTag({ properties }: TObject, ...without: string[]): RecordTag {
  const fields = Object.keys(properties).filter((field) => !without.includes(field))
  return (record) => {
    const values = fields.map((field) => Reflect.get(record, field))
    return `"${hash('sha256', JSON.stringify(values), 'base64url').slice(0, TAG_LENGTH)}"`
  }
}

/** Whether the operation compares `If-Match`. Creates don't: they respond 201, or are POSTs without a path parameter. */
export function isConditional(
  method: string,
  config: FastifyContextConfig | undefined,
  { params, response = {} }: Pick<FastifySchema, 'params' | 'response'>,
): boolean {
  return (
    config?.etag !== undefined &&
    method !== 'GET' &&
    (params !== undefined || method !== 'POST') &&
    !(201 in (response as object))
  )
}

/**
 * Returns a predicate: whether `If-Match` lists a record's ETag. `undefined` without the header. Weak ETags never match
 * (RFC 9110, section 13.1.1).
 *
 * @throws {HttpError} 400 if the header is malformed
 */
export function ifMatchOf(request: FastifyRequest): ((record: object) => boolean) | undefined {
  const header = request.headers['if-match']
  if (header === undefined) return undefined
  const { etag } = request.routeOptions.config
  if (!etag) throw new Error('a route that reads If-Match needs an etag')
  const tags = tagsOf('If-Match', header)
  return (record) => tags === '*' || tags.has(etag(record))
}

/**
 * The ETags of `If-None-Match`; `*` for any.
 *
 * @throws {HttpError} 400 if the header is malformed
 */
export function knownTags({ headers }: FastifyRequest): ReadonlySet<string> | '*' {
  const header = headers['if-none-match']
  return header === undefined ? new Set() : tagsOf('If-None-Match', header)
}

/** Whether `If-None-Match` lists `etag`. Weak ETags match too (RFC 9110, section 13.1.2). */
export function isKnown(request: FastifyRequest, etag: string): boolean {
  const known = knownTags(request)
  return known === '*' || known.has(etag) || known.has(`W/${etag}`)
}

// One list element, possibly empty (RFC 9110, sections 5.6.1.2 and 8.8.3).
const ELEMENT = /(?:((?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")[ \t]*)?(?:,[ \t]*|$)/y

function tagsOf(name: 'If-Match' | 'If-None-Match', header: string): ReadonlySet<string> | '*' {
  const text = header.trim()
  if (text === '*') return '*'
  const tags = new Set<string>()
  const element = new RegExp(ELEMENT)
  while (element.lastIndex < text.length) {
    const found = element.exec(text)
    if (!found) throw malformed(name)
    if (found[1] !== undefined) tags.add(found[1])
  }
  if (tags.size === 0) throw malformed(name)
  return tags
}

function malformed(name: string): HttpError {
  return new HttpError(400, 'invalid_request', `${name} must be an ETag, like "3", or *`).at(
    name,
    'wrong_format',
  )
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Redirected to its cell, not refused: for programs that don't read errors, such as calendar apps. */
    isLink?: boolean
  }
}

/** Query of a link that may be redirected from another cell. */
export const redirectedQuery = {
  [REDIRECTED]: Type.Optional(
    Type.String({
      maxLength: 1,
      description: 'Set by a redirect from another cell. A link is redirected only once',
    }),
  ),
}

interface OperationSchema<
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
  Response extends Record<number, TSchema>,
> extends OperationDocs {
  operationId: string
  /** Default: {@link IdParams} if the path has `:id`. */
  params?: Params
  querystring?: Query
  body?: Body
  /** The first status is that of the response, unless the handler sets another. Default: 204, without a body. */
  response?: Response
}

type DefaultParams<Path extends string> = Path extends `${string}/:id${'' | `/${string}`}`
  ? typeof IdParams
  : TObject

type Call<Params extends TSchema, Query extends TSchema, Body extends TSchema> = FastifyRequest<{
  Params: Static<Params>
  Querystring: Static<Query>
  Body: Static<Body>
}>

type Answer<Response extends Record<number, TSchema>> = Response extends typeof NO_CONTENT
  ? Promise<void>
  : Promise<Static<Response[keyof Response & number]>>

const NO_CONTENT = { 204: Type.Null() }

const HAS_ID = /\/:id(\/|$)/

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Functions that register operations on `app`: path, access and other config, schema and handler. */
export function operationsOf(app: FastifyInstance) {
  function on<
    const Path extends string,
    Response extends Record<number, TSchema> = typeof NO_CONTENT,
    Params extends TSchema = DefaultParams<Path>,
    Query extends TSchema = TObject,
    Body extends TSchema = TObject,
  >(
    method: Method,
    path: Path,
    config: FastifyContextConfig,
    schema: OperationSchema<Params, Query, Body, Response>,
    run: (
      request: Call<Params, Query, Body>,
      reply: FastifyReply,
    ) => Awaited<Answer<Response>> | Answer<Response>,
  ): void {
    const { response = NO_CONTENT, body }: { response?: object; body?: TSchema } = schema
    const status = Number(Object.keys(response)[0])
    const registered: FastifySchema = {
      ...(HAS_ID.test(path) && { params: IdParams }),
      ...(body === EmptyBody && { optionalBody: true }),
      response,
      ...schema,
    }
    app.route({
      method,
      url: path,
      config,
      schema: registered,
      async handler(request, reply) {
        reply.code(status)
        const answer = await run(request as Call<Params, Query, Body>, reply)
        return status === 204 ? null : answer
      },
    })
  }

  function get<
    const Path extends string,
    Response extends Record<number, TSchema> = typeof NO_CONTENT,
    Params extends TSchema = DefaultParams<Path>,
    Query extends TSchema = TObject,
  >(
    path: Path,
    config: FastifyContextConfig,
    schema: OperationSchema<Params, Query, TObject, Response>,
    run: (request: Call<Params, Query, TObject>) => Answer<Response>,
  ): void {
    on('GET', path, config, schema, run)
  }

  /** An operation that runs in one transaction. */
  function changing(method: Method) {
    return <
      const Path extends string,
      Response extends Record<number, TSchema> = typeof NO_CONTENT,
      Params extends TSchema = DefaultParams<Path>,
      Query extends TSchema = TObject,
      Body extends TSchema = TObject,
    >(
      path: Path,
      config: FastifyContextConfig,
      schema: OperationSchema<Params, Query, Body, Response>,
      run: (tx: Tx, request: Call<Params, Query, Body>) => Answer<Response>,
    ): void =>
      on(
        method,
        path,
        config,
        schema,
        (request) => request.store.transaction((tx) => run(tx, request)) as Answer<Response>,
      )
  }

  return {
    on,
    get,
    post: changing('POST'),
    patch: changing('PATCH'),
    remove: changing('DELETE'),
  }
}
