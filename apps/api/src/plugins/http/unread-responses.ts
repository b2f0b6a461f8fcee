import type { Socket } from 'node:net'
import { MAX_CONNECTIONS, MAX_UNREAD_BYTES, MAX_UNREAD_MS, MIN_READ_BYTES } from '@mediajobs/domain'
import fp from 'fastify-plugin'

// Shorter texts are cheaper in one write with their headers.
const LONG_TEXT = 65_536

/** Bounds on responses buffered for slow readers. */
export interface UnreadLimits {
  /** All unread responses together. */
  bytes: number
  /** Time without progress. */
  ms: number
}

export const UNREAD_LIMITS: UnreadLimits = { bytes: MAX_UNREAD_BYTES, ms: MAX_UNREAD_MS }

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the connection was closed before the response was read. */
    cut: Cut | null
  }
}

/**
 * Closes connections of slow readers. When all unread responses exceed the bound, closes those of the organization or
 * IP address with the most bytes (docs/contract.md#c10-unread-response). Registered last: its hook needs the final
 * payload.
 */
export const unreadResponses = fp<{ limits: UnreadLimits }>(async (app, { limits }) => {
  const unread = new UnreadResponses(limits)
  app.server.maxConnections = MAX_CONNECTIONS
  app.server.on('connection', (socket: Socket) => {
    socket.once('close', () => unread.forget(socket))
  })
  app.decorateRequest('cut', null)
  app.addHook('onSend', (request, reply, text, done) => {
    const payload = encodedIfLong(text)
    const bytes = bytesOf(payload)
    if (bytes > 0) {
      const { socket } = request.raw
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

/**
 * Encodes a long text once. Fastify and Node.js would measure, copy and encode it in turn: 4 MiB block other requests for
 * twice as long.
 */
function encodedIfLong(payload: unknown): unknown {
  return typeof payload === 'string' && payload.length > LONG_TEXT ? Buffer.from(payload) : payload
}

function bytesOf(payload: unknown): number {
  if (typeof payload === 'string') return Buffer.byteLength(payload)
  return Buffer.isBuffer(payload) ? payload.length : 0
}

/** Why a connection is closed: no progress, or too many unread bytes of its holder. */
export type Cut = 'unread' | 'too_many_unread'

interface UnreadResponse {
  /** An organization, or the IP address of a caller without a credential. */
  holder: string
  bytes: number
  /** Called if the connection is closed before the response is read. */
  onCut(cut: Cut): void
}

/** A connection with unread responses. */
interface Waiting {
  readonly socket: Socket
  readonly holder: string
  readonly responses: Set<UnreadResponse>
  bytes: number
  /** Bytes that the kernel had accepted at the last progress. */
  taken: number
  stillMs: number
}

// Time without progress is a sum of these intervals, not a difference of clock times: clients can't read while this
// process is blocked.
const CHECK_INTERVAL_MS = 1_000

/** The unread responses of a process, by connection. */
class UnreadResponses {
  readonly #limits: { bytes: number; ms: number }
  readonly #waiting = new Map<Socket, Waiting>()
  readonly #intervalMs: number
  /** Runs only while responses wait, so an idle process isn't woken. */
  #timer: NodeJS.Timeout | undefined
  #bytes = 0

  constructor(limits: { bytes: number; ms: number }) {
    this.#limits = limits
    this.#intervalMs = Math.min(CHECK_INTERVAL_MS, limits.ms)
  }

  add(socket: Socket, response: UnreadResponse): void {
    if (socket.destroyed) return
    const waiting = this.#waiting.get(socket) ?? this.#begin(socket, response.holder)
    waiting.responses.add(response)
    waiting.bytes += response.bytes
    this.#bytes += response.bytes
    while (this.#bytes > this.#limits.bytes) this.#cut(this.#slowest(), 'too_many_unread')
  }

  remove(socket: Socket, response: UnreadResponse): void {
    const waiting = this.#waiting.get(socket)
    if (!waiting?.responses.delete(response)) return
    waiting.bytes -= response.bytes
    this.#bytes -= response.bytes
    if (waiting.responses.size === 0) this.#waiting.delete(socket)
  }

  forget(socket: Socket): void {
    const waiting = this.#waiting.get(socket)
    if (!waiting) return
    this.#waiting.delete(socket)
    this.#bytes -= waiting.bytes
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #begin(socket: Socket, holder: string): Waiting {
    const taken = takenFrom(socket)
    const responses = new Set<UnreadResponse>()
    const waiting = { socket, holder, responses, bytes: 0, taken, stillMs: 0 }
    this.#waiting.set(socket, waiting)
    this.#checkLater()
    return waiting
  }

  #checkLater(): void {
    this.#timer ??= setTimeout(() => this.#check(), this.#intervalMs).unref()
  }

  #check(): void {
    this.#timer = undefined
    for (const waiting of this.#waiting.values()) {
      const taken = takenFrom(waiting.socket)
      const isStill = hasUnsent(waiting.socket) && taken - waiting.taken < MIN_READ_BYTES
      waiting.stillMs = isStill ? waiting.stillMs + this.#intervalMs : 0
      if (!isStill) waiting.taken = taken
      if (waiting.stillMs >= this.#limits.ms) this.#cut(waiting, 'unread')
    }
    if (this.#waiting.size > 0) this.#checkLater()
  }

  /** The slowest connection of the holder with the most bytes. */
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
    if (!found) throw new Error('unread bytes without a connection')
    return found
  }

  #cut({ socket, responses }: Waiting, cut: Cut): void {
    this.forget(socket)
    for (const { onCut } of responses) onCut(cut)
    // A reset also drops the kernel's buffers, which would otherwise wait for the client.
    socket.resetAndDestroy()
  }
}

interface WithHandle {
  _handle: { bytesWritten: number; writeQueueSize: number } | null
}

// Node.js measures progress by these two. The unsent part of a write has no public property.
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
