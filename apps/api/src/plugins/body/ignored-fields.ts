import { MAX_IGNORED_BYTES, MAX_IGNORED_NAMES, type RefusedField } from '@mediajobs/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { InvalidInput } from '../../errors.ts'
import { ignoredIn } from '../../ignored-paths.ts'

// The bytes of UTF-8, one character for each, because Node.js takes header values like that.
const ELLIPSIS = Buffer.from('…').toString('latin1')

/**
 * Unknown body fields are dropped, and a response header names them. With `Prefer: handling=strict`
 * (RFC 7240) they are refused instead.
 */
export const ignoredFields = fp(async (app) => {
  app.addHook('preHandler', async (request, reply) => {
    const ignored = ignoredIn(request.body)
    if (ignored.length === 0) return
    setIgnoredHeader(reply, ignored)
    if (wantsStrict(request)) {
      throw new InvalidInput(unknownFields(ignored))
    }
  })

  // Node.js writes the bytes of the headers unchanged before a buffer, but encodes them again before text.
  app.addHook('onSend', async (_request, reply, payload) => {
    const cut = String(reply.getHeader('x-ignored-fields') ?? '').endsWith(ELLIPSIS)
    return cut && typeof payload === 'string' ? Buffer.from(payload) : payload
  })
})

export function wantsStrict(request: FastifyRequest): boolean {
  const prefer = request.headers.prefer
  const preferences = (Array.isArray(prefer) ? prefer.join(',') : (prefer ?? '')).split(/[,;]/)
  return preferences.some((preference) => /^handling\s*=\s*"?strict"?$/i.test(preference.trim()))
}

export function unknownFields(ignored: readonly string[]): RefusedField[] {
  return ignored.map((path) => ({
    path,
    code: 'unknown_field',
    message: `${path} is not a field of this request`,
  }))
}

export function setIgnoredHeader(reply: FastifyReply, ignored: readonly string[]): void {
  let value = ''
  for (const [i, path] of ignored.entries()) {
    const name = path
      .split(/([.[\]])/)
      .map(percentEncoded)
      .join('')
    const longer = i === 0 ? name : `${value}, ${name}`
    if (i === MAX_IGNORED_NAMES || longer.length > MAX_IGNORED_BYTES) {
      value += i === 0 ? ELLIPSIS : `, ${ELLIPSIS}`
      break
    }
    value = longer
  }
  reply.header('x-ignored-fields', value)
}

function percentEncoded(part: string): string {
  return /^[.[\]]$/.test(part) ? part : encodeURIComponent(part.toWellFormed())
}
