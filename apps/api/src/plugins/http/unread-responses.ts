import type { Socket } from 'node:net'
import { MAX_CONNECTIONS, MAX_UNREAD_BYTES, MAX_UNREAD_MS, MIN_READ_BYTES } from '@mediajobs/domain'
import fp from 'fastify-plugin'

/** Bounds on what is kept for clients that don't read. */
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
 * Closes connections whose clients don't read. When all unread responses together exceed the bound, closes those of
 * the organization or IP address with the most bytes (docs/contract.md#c10-unread-response). Registered last, so that
 * its hook sees the final payload.
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

/** Why a connection was closed: its client read nothing, or its holder had too many unread bytes. */
export type Cut = 'unread' | 'too_many_unread'

interface UnreadResponse {
  /** The organization or the IP address that it is for. */
  holder: string
  bytes: number
  /** Called when its connection is closed before it was read. */
  onCut(cut: Cut): void
}

/** A connection with responses that its client has not read completely. */
interface Waiting {
  readonly socket: Socket
  readonly holder: string
  readonly responses: Set<UnreadResponse>
  bytes: number
  /** The bytes that the kernel had accepted when there was progress last. */
  taken: number
  stillMs: number
}

// A connection may be closed this much too late. The time without progress is the sum of these
// intervals, not the difference of two clock times: while a process is blocked, its clients can't read.
const CHECK_INTERVAL_MS = 1_000

/** The responses that an api has made and that clients have not read, by connection. */
class UnreadResponses {
  readonly #limits: { bytes: number; ms: number }
  readonly #waiting = new Map<Socket, Waiting>()
  readonly #timer: NodeJS.Timeout
  #bytes = 0

  constructor(limits: { bytes: number; ms: number }) {
    this.#limits = limits
    const intervalMs = Math.min(CHECK_INTERVAL_MS, limits.ms)
    this.#timer = setInterval(() => this.#check(intervalMs), intervalMs).unref()
  }

  /** Counts a response that is about to be written to `socket`. */
  add(socket: Socket, response: UnreadResponse): void {
    if (socket.destroyed) return
    const waiting = this.#waiting.get(socket) ?? this.#begin(socket, response.holder)
    waiting.responses.add(response)
    waiting.bytes += response.bytes
    this.#bytes += response.bytes
    while (this.#bytes > this.#limits.bytes) this.#cut(this.#slowest(), 'too_many_unread')
  }

  /** Removes a response that was read. */
  remove(socket: Socket, response: UnreadResponse): void {
    const waiting = this.#waiting.get(socket)
    if (!waiting?.responses.delete(response)) return
    waiting.bytes -= response.bytes
    this.#bytes -= response.bytes
    if (waiting.responses.size === 0) this.#waiting.delete(socket)
  }

  /** Removes all responses of `socket`, which is closed. */
  forget(socket: Socket): void {
    const waiting = this.#waiting.get(socket)
    if (!waiting) return
    this.#waiting.delete(socket)
    this.#bytes -= waiting.bytes
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #begin(socket: Socket, holder: string): Waiting {
    const taken = takenFrom(socket)
    const responses = new Set<UnreadResponse>()
    const waiting = { socket, holder, responses, bytes: 0, taken, stillMs: 0 }
    this.#waiting.set(socket, waiting)
    return waiting
  }

  #check(passedMs: number): void {
    for (const waiting of this.#waiting.values()) {
      const taken = takenFrom(waiting.socket)
      const isStill = hasUnsent(waiting.socket) && taken - waiting.taken < MIN_READ_BYTES
      waiting.stillMs = isStill ? waiting.stillMs + passedMs : 0
      if (!isStill) waiting.taken = taken
      if (waiting.stillMs >= this.#limits.ms) this.#cut(waiting, 'unread')
    }
  }

  /** Finds the holder with the most bytes, and its connection with the longest time without progress. */
  #slowest(): Waiting {
    const bytesOf = new Map<string, number>()
    let most = 0
    for (const { holder, bytes } of this.#waiting.values()) {
      const sum = (bytesOf.get(holder) ?? 0) + bytes
      bytesOf.set(holder, sum)
      most = Math.max(most, sum)
    }
    let found: Waiting | undefined
    for (const waiting of this.#waiting.values()) {
      if (bytesOf.get(waiting.holder) !== most) continue
      if (!found || waiting.stillMs > found.stillMs) found = waiting
    }
    if (!found) throw new Error('there are unread bytes and no connection has them')
    return found
  }

  #cut({ socket, responses }: Waiting, cut: Cut): void {
    this.forget(socket)
    for (const { onCut } of responses) onCut(cut)
    // A reset also empties the kernel's buffers, which would otherwise wait for the client to read them.
    socket.resetAndDestroy()
  }
}

interface WithHandle {
  _handle: { bytesWritten: number; writeQueueSize: number } | null
}

// Node.js itself measures progress by these two. The unsent part of a write has no public property.
function handleOf(socket: Socket) {
  return (socket as unknown as WithHandle)._handle
}

function takenFrom(socket: Socket): number {
  const handle = handleOf(socket)
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0
}

function hasUnsent(socket: Socket): boolean {
  return (handleOf(socket)?.writeQueueSize ?? 0) > 0
}
