import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { MAX_REQUEST_ID_LENGTH } from '@mediajobs/domain'
import fp from 'fastify-plugin'

const SANE = new RegExp(`^[\\w.:~+/=-]{1,${MAX_REQUEST_ID_LENGTH}}$`)

/** The caller's `x-request-id` where it is a sane one, else a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const sent = request.headers['x-request-id']
  return typeof sent === 'string' && SANE.test(sent) ? sent : randomUUID()
}

/** Puts `x-request-id` on every answer. */
export const requestId = fp(async (app) => {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
})
