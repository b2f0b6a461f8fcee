import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { MAX_REQUEST_ID_LENGTH } from '@mediajobs/domain'
import fp from 'fastify-plugin'

const ALLOWED = new RegExp(`^[\\w.:~+/=-]{1,${MAX_REQUEST_ID_LENGTH}}$`)

/** The caller's `x-request-id` when it has the allowed form, otherwise a new id. */
export function requestIdOf(request: IncomingMessage): string {
  const sent = request.headers['x-request-id']
  return typeof sent === 'string' && ALLOWED.test(sent) ? sent : randomUUID()
}

/** Puts `x-request-id` on every response. */
export const requestId = fp(async (app) => {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
})
