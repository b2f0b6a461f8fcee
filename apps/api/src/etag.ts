import { hash } from 'node:crypto'
import type { TObject } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { HttpError } from './errors.ts'

/** The `ETag` of a record as an operation returns it: strong, and with its quotes. */
export type RecordTag = (record: object) => string

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The `ETag` of the record that the route is about. An answer that is the record carries it. A GET
     * takes `If-None-Match`. The handler of a change calls `isExpected`.
     */
    etag?: RecordTag
  }
}

// 132 bits of a SHA-256.
const TAG_LENGTH = 22

/** For records with a `version`, which every change raises. */
export const versionTag: RecordTag = (record) => `"${Reflect.get(record, 'version')}"`

/**
 * For all other records: a hash of every field that `schema` answers. `without` names the fields that
 * change without anybody changing the record.
 */
export function contentTag({ properties }: TObject, ...without: string[]): RecordTag {
  const fields = Object.keys(properties).filter((field) => !without.includes(field))
  return (record) => {
    const values = fields.map((field) => Reflect.get(record, field))
    return `"${hash('sha256', JSON.stringify(values), 'base64url').slice(0, TAG_LENGTH)}"`
  }
}

/**
 * Says of a record whether `If-Match` names it; `undefined` without the header. A weak tag names none
 * (RFC 9110, section 13.1.1).
 *
 * @throws {HttpError} 400 for what is no list of ETags.
 */
export function isExpected(request: FastifyRequest): ((record: object) => boolean) | undefined {
  const header = request.headers['if-match']
  if (header === undefined) return undefined
  const { etag } = request.routeOptions.config
  if (!etag) throw new Error('a route that looks at If-Match must have an etag')
  const named = tagsOf('If-Match', header)
  return (record) => named === '*' || named.has(etag(record))
}

/**
 * The ETags that the caller has, by `If-None-Match`; `*` for any.
 *
 * @throws {HttpError} 400 for what is no list of ETags.
 */
export function knownTags({ headers }: FastifyRequest): ReadonlySet<string> | '*' {
  const header = headers['if-none-match']
  return header === undefined ? new Set() : tagsOf('If-None-Match', header)
}

/** A weak tag is compared like a strong one here (RFC 9110, section 13.1.2). */
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
  return new HttpError(400, 'invalid_request', `${name} must be an ETag, like "3", or *`)
}
