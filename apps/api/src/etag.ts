import type { FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from './errors.ts'
import { REVALIDATED } from './plugins/safe-headers.ts'

/** The versions that `If-Match` names, `*` for any, `undefined` when it was not sent (RFC 9110). */
export function ifMatch(request: FastifyRequest): readonly number[] | '*' | undefined {
  const header = request.headers['if-match']
  if (header === undefined || header.trim() === '*') return header === undefined ? undefined : '*'
  return header.split(',').map((tag) => {
    const match = /^(?:W\/)?"([^"]*)"$/.exec(tag.trim())
    if (!match) {
      throw new HttpError(400, 'invalid_request', 'If-Match must be an ETag, like "3", or *')
    }
    // A weak tag never matches strongly, and no project has the version -1.
    return tag.trim().startsWith('W/') || !/^\d+$/.test(match[1] ?? '') ? -1 : Number(match[1])
  })
}

/** Answers `record` with its version as `ETag`. */
export function withETag<RecordType extends { version: number }>(
  reply: FastifyReply,
  record: RecordType,
): RecordType {
  reply.header('etag', `"${record.version}"`).header('cache-control', REVALIDATED)
  return record
}
