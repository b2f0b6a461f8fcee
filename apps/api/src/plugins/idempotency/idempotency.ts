import type { FirstAnswer } from '@mediajobs/operations'
import type { Store } from '@mediajobs/outbox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { HttpError } from '../../errors.ts'
import { hasCredential, slotOf } from './idempotency-slot.ts'
import { AnsweredBefore, KeyedRequest, keyedRequests } from './keyed-request.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** `null` without an Idempotency-Key, and when it is no longer needed. */
    keyed: KeyedRequest | null
  }
}

const KEPT_HEADERS = ['etag', 'location', 'cache-control'] as const

/**
 * A POST with an `Idempotency-Key` is done once; a repeat gets the first answer. It holds for every
 * route that asks for a credential, a person's own session too: what a handler writes through the store is committed with its
 * answer.
 */
export const idempotency = fp<{ store: Store }>(async (app, { store }) => {
  app.decorateRequest('keyed', null)

  app.addHook('preHandler', async (request, reply) => {
    if (request.method !== 'POST' || !hasCredential(request) || request.is404) return
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
    // A refusal too: what it was refused for may be what the first request has done meanwhile.
    const late = reply.statusCode < 500 ? await keyed.findLateAnswer(store.sql) : null
    if (late) return sendLate(request, reply, late)
    await keyed.finish(store.sql, answerToKeep(request, reply, payload))
    return payload
  })
})

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

/** In place of the answer that was about to be sent. */
function sendLate(request: FastifyRequest, reply: FastifyReply, late: FirstAnswer) {
  const { status, headers, payload } = late
  if (request.routeOptions.config.showsSecretOnce && isSuccess(status)) throw alreadyShown(payload)
  request.problemCode = null
  reply.code(status).headers({ ...headers, 'idempotency-replayed': 'true' })
  if (payload === null) reply.removeHeader('content-type')
  return payload
}

/** What is kept of an answer: only those that are final are (docs/contract.md#c1-idempotency-final). */
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
