import { hash } from 'node:crypto'
import { type Access, REDIRECTED, type Role, type Scope } from '@mediajobs/domain'
import type { Actor } from '@mediajobs/operations/actor'
import type { Admission } from '@mediajobs/operations/credentials'
import { type TObject, Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { HttpError } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** A health probe: exempt from the limit by network, so that monitors always get through. */
    isProbe?: boolean
  }
  interface FastifyRequest {
    /** The caller and the state of their rate limits; `null` on a public route. */
    admission: Admission | null
  }
}

/** The access of an operation, for `config` of its route. */
export function allow(scope: Scope | 'ANY', roles?: readonly Role[]): { access: Access } {
  return { access: roles ? { scope, roles } : { scope } }
}

export const PUBLIC: { access: Access } = { access: 'public' }

/** The caller and the state of their rate limits; only for routes that are not public. */
export function admissionOf(request: FastifyRequest): Admission {
  if (!request.admission) throw new Error('a public route has no actor')
  return request.admission
}

/** The caller; only for routes that are not public. */
export function actorOf(request: FastifyRequest): Actor {
  return admissionOf(request)
}

/** The id of the caller's organization; only for routes that are not public. */
export function orgOf(request: FastifyRequest): string {
  return admissionOf(request).organizationId
}

const BEARER = /^Bearer +(\S+)$/i
const SCHEME = /^Bearer(\s|$)/i

/** Whether the `Authorization` scheme is Bearer. Other schemes may be meant for a proxy. */
export function isBearer(authorization: string | undefined): authorization is string {
  return authorization !== undefined && SCHEME.test(authorization)
}

/**
 * The access token of an `Authorization` header (RFC 6750).
 *
 * @throws {HttpError} 401 without one.
 */
export function bearerToken(authorization: string): string {
  const token = BEARER.exec(authorization)?.[1]
  if (token === undefined) {
    throw new HttpError(401, 'session_invalid', 'Authorization must be: Bearer <access token>.')
  }
  return token
}

/** Returns the strong `ETag` of a record that an operation returned, with its quotes. */
export type RecordTag = (record: object) => string

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Makes the `ETag` of the route's record. A response that is the record has it. A GET accepts
     * `If-None-Match`. The handler of a change must call `ifMatchOf`.
     */
    etag?: RecordTag
  }
}

// 132 bits of a SHA-256.
const TAG_LENGTH = 22

/** For records with a `version`, which every change raises. */
export const versionTag: RecordTag = (record) => `"${Reflect.get(record, 'version')}"`

/**
 * For other records: a hash of the schema's fields, `without` those that change by themselves.
 */
export function contentTag({ properties }: TObject, ...without: string[]): RecordTag {
  const fields = Object.keys(properties).filter((field) => !without.includes(field))
  return (record) => {
    const values = fields.map((field) => Reflect.get(record, field))
    return `"${hash('sha256', JSON.stringify(values), 'base64url').slice(0, TAG_LENGTH)}"`
  }
}

/**
 * A check whether `If-Match` has the ETag of a record; `undefined` without the header. A weak ETag never matches
 * (RFC 9110, section 13.1.1).
 *
 * @throws {HttpError} 400 when the header is not a list of ETags.
 */
export function ifMatchOf(request: FastifyRequest): ((record: object) => boolean) | undefined {
  const header = request.headers['if-match']
  if (header === undefined) return undefined
  const { etag } = request.routeOptions.config
  if (!etag) throw new Error('a route that reads If-Match must have an etag')
  const tags = tagsOf('If-Match', header)
  return (record) => tags === '*' || tags.has(etag(record))
}

/**
 * The ETags of `If-None-Match`; `*` for any.
 *
 * @throws {HttpError} 400 when the header is not a list of ETags.
 */
export function knownTags({ headers }: FastifyRequest): ReadonlySet<string> | '*' {
  const header = headers['if-none-match']
  return header === undefined ? new Set() : tagsOf('If-None-Match', header)
}

/** Whether `If-None-Match` has `etag`. A weak ETag matches too (RFC 9110, section 13.1.2). */
export function isKnown(request: FastifyRequest, etag: string): boolean {
  const known = knownTags(request)
  return known === '*' || known.has(etag) || known.has(`W/${etag}`)
}

// One element of a list, which may be empty (RFC 9110, sections 5.6.1.2 and 8.8.3).
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
    /** Opened by programs that follow redirects and don't read errors: a calendar, a download. */
    isLink?: boolean
  }
}

/** The query of a link that another cell may have redirected here. */
export const redirectedQuery = {
  [REDIRECTED]: Type.Optional(
    Type.String({
      maxLength: 1,
      description: 'A redirect from another cell sets it. The link is redirected only once',
    }),
  ),
}
