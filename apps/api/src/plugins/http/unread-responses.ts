import type { Socket } from 'node:net'
import { MAX_CONNECTIONS, MAX_UNREAD_BYTES, MAX_UNREAD_MS } from '@mediajobs/domain'
import fp from 'fastify-plugin'
import { type Cut, UnreadResponses } from '../../unread-responses.ts'

/** What an api holds for those who do not read. */
export interface UnreadLimits {
  /** Of all answers together. */
  bytes: number
  /** Without progress. */
  ms: number
}

export const UNREAD_LIMITS: UnreadLimits = { bytes: MAX_UNREAD_BYTES, ms: MAX_UNREAD_MS }

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the connection was closed before the answer was read. */
    cut: Cut | null
  }
}

/**
 * Closes the connections whose answers are not read, and those of whoever has the most of them when all
 * together are too many (docs/contract.md#c10-unread-response).
 * Registered last: what its hook gets is what is sent.
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
      // A caller without a credential is the address that it calls from.
      const holder = request.admission?.organizationId ?? request.ip
      const onCut = (cut: Cut) => {
        request.cut = cut
      }
      const answer = { holder, bytes, onCut }
      reply.raw.once('close', () => unread.remove(socket, answer))
      unread.add(socket, answer)
    }
    done(null, payload)
  })
  app.addHook('onClose', async () => unread.stop())
})

function bytesOf(payload: unknown): number {
  if (typeof payload === 'string') return Buffer.byteLength(payload)
  return Buffer.isBuffer(payload) ? payload.length : 0
}
