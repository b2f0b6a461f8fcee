import { hashSecret, MAX_IDEMPOTENCY_KEY_LENGTH } from '@mediajobs/domain'
import type { FirstAnswer, KeySlot } from '@mediajobs/operations'
import type { Store } from '@mediajobs/outbox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { actorOf } from '../access.ts'
import { bearerToken } from '../bearer.ts'
import { HttpError } from '../errors.ts'
import { digestOf } from '../repeats.ts'
import { AnsweredBefore, KeyedRequest, keyedRequests } from './keyed-request.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** `null` without an Idempotency-Key, and when it is no longer needed. */
    keyed: KeyedRequest | null
  }
}

// Contract, section 1.
const KEY = new RegExp(`^[\\x21-\\x7e]{1,${MAX_IDEMPOTENCY_KEY_LENGTH}}$`)
const KEPT_HEADERS = ['etag', 'location', 'cache-control'] as const

/**
 * A POST with an `Idempotency-Key` is done once; a repeat gets the first answer. It holds for every
 * route that asks for a credential: what a handler writes through the store is committed with its
 * answer.
 */
export const idempotency = fp<{ store: Store }>(async (app, { store }) => {
  app.decorateRequest('keyed', null)

  app.addHook('preHandler', async (request, reply) => {
    if (request.method !== 'POST' || request.admission === null || request.is404) return
    const key = request.headers['idempotency-key']
    if (key === undefined) return
    const keyed = new KeyedRequest(slotOf(request, String(key)))
    const first = await keyed.findAnswer(store.sql)
    if (first) return repeat(request, reply, first)
    request.keyed = keyed
  })

  app.addHook('onRoute', (route) => {
    if (![route.method].flat().includes('POST')) return
    const { handler } = route
    route.handler = function answerOnce(request, reply) {
      const { keyed } = request
      if (!keyed) return handler.call(this, request, reply)
      const answered = async () => handler.call(this, request, reply)
      return keyedRequests.run(keyed, answered).catch((error: unknown) => {
        if (error instanceof AnsweredBefore) return repeat(request, reply, error.first)
        throw error
      })
    }
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const { keyed } = request
    if (!keyed) return payload
    // Once: if this fails, the answer that says so comes here too.
    request.keyed = null
    const late = isSuccess(reply.statusCode) ? await keyed.findLateAnswer(store.sql) : null
    if (late) {
      reply.code(late.status).headers({ ...late.headers, 'idempotency-replayed': 'true' })
      return late.payload
    }
    await keyed.finish(store.sql, answerToKeep(request, reply, payload))
    return payload
  })
})

function slotOf(request: FastifyRequest, key: string): KeySlot {
  if (!KEY.test(key)) {
    throw new HttpError(
      400,
      'invalid_request',
      `Idempotency-Key must be 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} visible ASCII characters`,
    )
  }
  const { organizationId, apiKeyId } = actorOf(request)
  const [path] = request.url.split('?')
  return {
    organizationId,
    credential: apiKeyId === null ? `session:${sessionOf(request)}` : `key:${apiKeyId}`,
    route: `${request.method} ${path}`,
    key,
    bodyHash: digestOf(request),
  }
}

function sessionOf({ headers }: FastifyRequest): string {
  return hashSecret(bearerToken(headers.authorization ?? '')).toString('base64url')
}

async function repeat(request: FastifyRequest, reply: FastifyReply, first: FirstAnswer) {
  request.keyed = null
  const { status, headers, payload } = first
  const { showsSecretOnce, renewAnswer } = request.routeOptions.config
  if (showsSecretOnce && isSuccess(status)) throw alreadyShown(payload)
  reply.code(status).headers({ ...headers, 'idempotency-replayed': 'true' })
  if (renewAnswer && payload !== null && isSuccess(status)) {
    return reply.send(await renewAnswer(request, JSON.parse(payload)))
  }
  if (payload === null) return reply.send()
  return reply.type('application/json; charset=utf-8').send(payload)
}

/** What is kept of an answer: only those that are final are (contract, section 1). */
function answerToKeep(
  request: FastifyRequest,
  reply: FastifyReply,
  sent: unknown,
): FirstAnswer | null {
  const { statusCode: status } = reply
  if (!isSuccess(status) && status !== 409) return null
  const headers = KEPT_HEADERS.flatMap((name) => {
    const value = reply.getHeader(name)
    return typeof value === 'string' ? [[name, value]] : []
  })
  return {
    status,
    headers: Object.fromEntries(headers),
    payload: payloadToKeep(request, status, sent),
  }
}

function payloadToKeep(request: FastifyRequest, status: number, sent: unknown): string | null {
  if (sent === null || sent === undefined || sent === '') return null
  if (typeof sent !== 'string' && !Buffer.isBuffer(sent)) {
    throw new Error('an answer that is no JSON cannot be kept for a repeat')
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
    `This was done before${id ? `, for the record ${id}` : ''}. Its secret is not shown again.`,
  )
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}
