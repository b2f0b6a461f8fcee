import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import secureJson from 'secure-json-parse'
import { HttpError } from '../errors.ts'
import { noteBody } from '../repeats.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })
// PostgreSQL's text has no NUL, and half a surrogate pair is no character: storing either would
// mean to change it silently.
const SUSPICIOUS = /\\u(0000|[dD][89a-fA-F])/

/**
 * Bodies are JSON in UTF-8. Fastify's own parser replaces bytes that are no UTF-8, lets through
 * strings that cannot be stored, and does not say what is wrong.
 */
export const jsonBody = fp(async (app) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      noteBody(request, body)
      const text = decode(body)
      if (text.trim() === '') throw invalidBody('body is empty: send a JSON object')
      const value = parse(text)
      const path = SUSPICIOUS.test(text) ? unstorable(value, '') : undefined
      if (path !== undefined) throw invalidBody(`${path} has a character that is no text`)
      return value
    },
  )
})

function decode(body: Buffer): string {
  try {
    return utf8.decode(body)
  } catch {
    throw invalidBody('body is not UTF-8')
  }
}

function parse(text: string): unknown {
  try {
    return secureJson.parse(text, { protoAction: 'error', constructorAction: 'error' })
  } catch (error) {
    throw invalidBody(`body is not the JSON that is wanted: ${(error as Error).message}`)
  }
}

function invalidBody(message: string): HttpError {
  return new HttpError(400, 'invalid_request', message)
}

/** The path of the first string or name in `value` that cannot be stored. */
function unstorable(value: unknown, path: string): string | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : path || 'body'
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, inner] of Object.entries(value)) {
    if (!isStorable(name)) return path || 'body'
    const found = unstorable(inner, join(path, Array.isArray(value) ? `[${name}]` : name))
    if (found !== undefined) return found
  }
  return undefined
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

function join(path: string, step: string): string {
  return path && !step.startsWith('[') ? `${path}.${step}` : path + step
}
