import { hash } from 'node:crypto'
import type { TObject } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { HttpError } from './errors.ts'

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
