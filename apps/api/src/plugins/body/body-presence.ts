import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { FastifyReply } from 'fastify'
import fp from 'fastify-plugin'
import { HttpError, invalidBody } from '../../vocabulary/errors.ts'
import { bodyDocs } from '../../vocabulary/operation-docs.ts'

const METHODS_WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * A body of zero bytes counts as no body, with any Content-Type. An operation with an optional body handles
 * it as `{}`; one with a required body responds that it is empty. docs/contract.md#c11-no-body, #c11-null-body
 */
export const bodyPresence = fp(async (app) => {
  // Fastify would read the body of OPTIONS, which has no meaning here.
  app.addHttpMethod('OPTIONS', { overrideExisting: true })

  app.addHook('preParsing', ({ raw }, reply, payload, done) => {
    if (!METHODS_WITH_BODY.has(raw.method ?? '')) return done(null, payload)
    const proceed = (isPresent: boolean) => {
      if (!isPresent) forgetBody(raw)
      else if (isEncoded(raw)) return done(refuseEncoding(reply))
      done(null, payload)
    }
    const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers
    if (encoding === undefined) proceed(Number(length ?? 0) > 0)
    else hasChunk(raw).then(proceed, done)
  })

  app.addHook('preValidation', (request, _reply, done) => {
    if (request.body !== undefined || !METHODS_WITH_BODY.has(request.method)) return done()
    const { isTaken, isOptional, types } = bodyDocs(request)
    if (isOptional) request.body = {}
    if (isOptional || !isTaken) return done()
    const others = types.slice(1).map((type) => ` or ${type}`)
    const message = `body is empty: send a JSON object${others.join('')}`
    done(invalidBody('required', message))
  })
})

/** Fastify handles a request without these headers as one without a body. */
function forgetBody({ headers }: IncomingMessage): void {
  delete headers['content-type']
  delete headers['transfer-encoding']
}

/** Whether a chunked body has a byte. The headers don't show it, so this waits for a byte or the end. */
async function hasChunk(raw: IncomingMessage): Promise<boolean> {
  if (raw.readableLength === 0 && !raw.complete) await once(raw, 'readable')
  return raw.readableLength > 0
}

function isEncoded({ headers }: IncomingMessage): boolean {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? ''
  return encoding !== '' && encoding !== 'identity'
}

function refuseEncoding(reply: FastifyReply): HttpError {
  // RFC 9110, section 12.5.3.
  reply.header('accept-encoding', 'identity')
  return new HttpError(
    415,
    'unsupported_media_type',
    'Send the body without Content-Encoding: only identity is supported.',
  )
}
