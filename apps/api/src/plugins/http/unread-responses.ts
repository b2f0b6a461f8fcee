import type { Socket } from 'node:net'
import { MAX_CONNECTIONS, MAX_UNREAD_BYTES, MAX_UNREAD_MS } from '@mediajobs/domain'
import fp from 'fastify-plugin'
import { type Cut, UnreadResponses } from '../../unread-responses.ts'

/** Bounds on what an api keeps for clients that do not read. */
export interface UnreadLimits {
  /** All unread responses together. */
  bytes: number
  /** Time without progress. */
  ms: number
}

export const UNREAD_LIMITS: UnreadLimits = { bytes: MAX_UNREAD_BYTES, ms: MAX_UNREAD_MS }

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the connection was closed before the response was read; `null` when it was not. */
    cut: Cut | null
  }
}

/**
 * Closes connections whose responses are not read. When all unread responses together have too many bytes,
 * it closes connections of the organization or IP address with the most
 * (docs/contract.md#c10-unread-response). It is registered last, so that its hook gets the final payload.
 */
export const unreadResponses = fp<{ limits: UnreadLimits }>(async (app, { limits }) => {
  const unread = new UnreadResponses(limits)
  app.server.maxConnections = MAX_CONNECTIONS
  app.server.on('connection', (socket: Socket) => {
    socket.once('close', () => unread.forget(socket))
  })
  app.decorateRequest('cut', null)
  app.addHook('onSend', (request, reply, payload, done) => {
    const bytes = bytesOf(payload)
    if (bytes > 0) {
      const { socket } = request.raw
      // Callers without a credential are counted by IP address.
      const holder = request.admission?.organizationId ?? request.ip
      const onCut = (cut: Cut) => {
        request.cut = cut
      }
      const response = { holder, bytes, onCut }
      reply.raw.once('close', () => unread.remove(socket, response))
      unread.add(socket, response)
    }
    done(null, payload)
  })
  app.addHook('onClose', async () => unread.stop())
})

function bytesOf(payload: unknown): number {
  if (typeof payload === 'string') return Buffer.byteLength(payload)
  return Buffer.isBuffer(payload) ? payload.length : 0
}
