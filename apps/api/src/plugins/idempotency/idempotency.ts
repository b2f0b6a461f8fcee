import { createHash, createHmac, type Hash } from 'node:crypto'
import { hashSecret, MAX_IDEMPOTENCY_KEY_LENGTH } from '@mediajobs/domain'
import {
  type IdempotencyKey,
  type StoredResponse,
  untilReplicated,
} from '@mediajobs/operations/idempotency'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { HttpError } from '../../vocabulary/errors.ts'
import { admissionOf, bearerToken } from '../../vocabulary/routes.ts'
import { IdempotentRequest, RespondedBefore } from './idempotent-request.ts'

const STORED_HEADERS = ['etag', 'location', 'cache-control'] as const

/**
 * A POST with an `Idempotency-Key` runs once; repeats return the stored response. For every route with a credential,
 * including sessions without an organization. Writes through `request.store` commit with the response.
 */
export const idempotency = fp(async (app) => {
  async function begin(request: FastifyRequest, reply: FastifyReply) {
    const key = request.headers['idempotency-key']
    if (key === undefined || !hasCredential(request)) return
    const idempotent = new IdempotentRequest(request.store, idempotencyKeyOf(request, String(key)))
    const stored = await idempotent.findResponse()
    if (stored) return repeat(request, reply, stored)
    request.idempotent = idempotent
  }

  app.addHook('onRoute', (route) => {
    if (![route.method].flat().includes('POST')) return
    // A page passes the key to its call.
    if (!route.config?.isPage) route.preHandler = [begin, route.preHandler ?? []].flat()
    const { handler } = route
    route.handler = function respondOnce(request, reply) {
      if (!request.idempotent) return handler.call(this, request, reply)
      const handled = async () => handler.call(this, request, reply)
      return handled().catch((error: unknown) => {
        if (error instanceof RespondedBefore) return repeat(request, reply, error.stored)
        throw error
      })
    }
  })

  app.addHook('onSend', (request, reply, payload, done) => {
    const { idempotent } = request
    if (!idempotent) return done(null, payload)
    storeOnce(idempotent, request, reply, payload).then((sent) => done(null, sent), done)
  })
})

/** Stores the response of a request with a key. @returns the payload to send */
async function storeOnce(
  idempotent: IdempotentRequest,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  // Reset first: if this fails, the error response passes through here too.
  request.idempotent = null
  // If a concurrent request with the key finished and caused this one's error, its response is sent.
  const late = reply.statusCode < 500 ? await idempotent.findLateResponse() : null
  if (late) {
    await untilReplicated(request.store.sql)
    return sendLate(request, reply, late)
  }
  await idempotent.finish(responseToStore(request, reply, payload))
  return payload
}

async function repeat(request: FastifyRequest, reply: FastifyReply, stored: StoredResponse) {
  request.idempotent = null
  // A repeat confirms the change, too.
  await untilReplicated(request.store.sql)
  const { status, headers, payload } = stored
  const { showsSecretOnce, renewResponse } = request.routeOptions.config
  if (showsSecretOnce && isSuccess(status)) throw alreadyShown(payload)
  reply.code(status).headers({ ...headers, 'idempotency-replayed': 'true' })
  if (renewResponse && payload !== null && isSuccess(status)) {
    return reply.send(await renewResponse(request, JSON.parse(payload)))
  }
  if (payload === null) return reply.send()
  return reply.type('application/json; charset=utf-8').send(payload)
}

function sendLate(request: FastifyRequest, reply: FastifyReply, late: StoredResponse) {
  const { status, headers, payload } = late
  if (request.routeOptions.config.showsSecretOnce && isSuccess(status)) throw alreadyShown(payload)
  request.problemCode = null
  reply.code(status).headers({ ...headers, 'idempotency-replayed': 'true' })
  if (payload === null) reply.removeHeader('content-type')
  return payload
}

/** A response's stored form; null unless final (docs/contract.md#c1-idempotency-final). */
function responseToStore(
  request: FastifyRequest,
  reply: FastifyReply,
  sent: unknown,
): StoredResponse | null {
  const { statusCode: status } = reply
  // Retry-After says that a repeat helps.
  const isFinal = isSuccess(status) || (status === 409 && !reply.hasHeader('retry-after'))
  if (!isFinal) return null
  const headers = STORED_HEADERS.flatMap((name) => {
    const value = reply.getHeader(name)
    return typeof value === 'string' ? [[name, value]] : []
  })
  return {
    status,
    headers: Object.fromEntries(headers),
    payload: payloadToStore(request, status, sent),
  }
}

function payloadToStore(request: FastifyRequest, status: number, sent: unknown): string | null {
  if (sent === null || sent === undefined || sent === '') return null
  if (typeof sent !== 'string' && !Buffer.isBuffer(sent)) {
    throw new Error('only JSON responses can be stored')
  }
  const payload = sent.toString()
  if (!request.routeOptions.config.showsSecretOnce || !isSuccess(status)) return payload
  const { id } = { ...(request.params as WithId), ...(JSON.parse(payload) as WithId) }
  return JSON.stringify({ id })
}

interface WithId {
  id?: string
}

function alreadyShown(payload: string | null): HttpError {
  const { id } = JSON.parse(payload ?? '{}') as WithId
  return new HttpError(
    409,
    'secret_already_shown',
    `Already done${id ? `, for the record ${id}` : ''}. The secret is not shown again.`,
  )
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}

// docs/contract.md#c1-idempotency-key
const KEY = new RegExp(`^[\\x21-\\x7e]{1,${MAX_IDEMPOTENCY_KEY_LENGTH}}$`)
const NO_ORGANIZATION = '00000000-0000-0000-0000-000000000000'

function hasCredential({ admission, session }: FastifyRequest): boolean {
  return admission !== null || Boolean(session)
}

/** @throws {HttpError} 400 for an invalid `key` */
function idempotencyKeyOf(request: FastifyRequest, key: string): IdempotencyKey {
  if (!KEY.test(key)) {
    throw new HttpError(
      400,
      'invalid_request',
      `Idempotency-Key must be 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} visible ASCII characters`,
    ).at('Idempotency-Key', 'wrong_format')
  }
  const [path] = request.url.split('?')
  const route = `${request.method} ${path}`
  if (request.admission === null) return { ...personalKey(request), route, key }
  return { ...holderOf(request), route, key, bodyHash: digestOf(request) }
}

/** The organization and the key or session of a request: the owner of its idempotency keys. */
export function holderOf(request: FastifyRequest) {
  const { organizationId, apiKeyId } = admissionOf(request)
  return { organizationId, credential: apiKeyId === null ? sessionOf(request) : `key:${apiKeyId}` }
}

// These bodies contain passwords. Keyed by the token, which isn't stored, the hash is useless for guessing them from a
// stolen table.
function personalKey(request: FastifyRequest) {
  const bodyHash = createHmac('sha256', tokenOf(request)).update(digestOf(request)).digest()
  return { organizationId: NO_ORGANIZATION, credential: sessionOf(request), bodyHash }
}

function sessionOf(request: FastifyRequest): string {
  return `session:${hashSecret(tokenOf(request)).toString('base64url')}`
}

function tokenOf({ headers }: FastifyRequest): string {
  return bearerToken(headers.authorization ?? '')
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The response shows a secret once, so it isn't stored. */
    showsSecretOnce?: boolean
    /**
     * Renews a stored response, whose signatures may have expired.
     * docs/contract.md#c1-idempotency-replay
     */
    renewResponse?: (request: FastifyRequest, first: unknown) => Promise<unknown>
  }
}

export const SHOWN_ONCE = { showsSecretOnce: true } as const

/** The 409 of these routes, for the OpenAPI document. */
export const SHOWN_BEFORE = '`secret_already_shown` for a repeat with the same Idempotency-Key'

const bodies = new WeakMap<FastifyRequest, Hash>()

/** Called by every body parser, to compare repeats with the first request. */
export function hashBody(request: FastifyRequest, body: Buffer): void {
  if (request.headers['idempotency-key'] === undefined) return
  bodies.set(request, createHash('sha256').update(body))
}

/** SHA-256 of the query and body. */
function digestOf(request: FastifyRequest): Buffer {
  const [, query = ''] = request.url.split(/\?(.*)/s)
  const body = bodies.get(request)?.copy().digest() ?? Buffer.alloc(0)
  return createHash('sha256').update(`${query}\n`).update(body).digest()
}
