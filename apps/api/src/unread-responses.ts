import type { Socket } from 'node:net'
import { MIN_READ_BYTES } from '@mediajobs/domain'

/** Why a connection was closed: its reader took nothing, or its organization had too many answers. */
export type Cut = 'unread' | 'too_many_unread'

export interface Answer {
  /** Whose it is. */
  holder: string
  bytes: number
  /** Called when it can't be read any more. */
  onCut(cut: Cut): void
}

/** A connection with answers that its reader has not taken whole. */
interface Waiting {
  readonly socket: Socket
  readonly holder: string
  readonly answers: Set<Answer>
  bytes: number
  /** What the kernel had taken of them when there was progress last. */
  taken: number
  stillMs: number
}

// A connection is cut late by as much. The time is counted and not read off a clock, for a process that
// stood still has not given its readers the chance to read.
const CHECK_INTERVAL_MS = 1_000

/** The answers that an api has made and that have not been read, by connection. */
export class UnreadResponses {
  readonly #limits: { bytes: number; ms: number }
  readonly #waiting = new Map<Socket, Waiting>()
  readonly #timer: NodeJS.Timeout
  #bytes = 0

  constructor(limits: { bytes: number; ms: number }) {
    this.#limits = limits
    const intervalMs = Math.min(CHECK_INTERVAL_MS, limits.ms)
    this.#timer = setInterval(() => this.#check(intervalMs), intervalMs).unref()
  }

  /** Counts an answer that is about to be written to `socket`. */
  add(socket: Socket, answer: Answer): void {
    if (socket.destroyed) return
    const waiting = this.#waiting.get(socket) ?? this.#begin(socket, answer.holder)
    waiting.answers.add(answer)
    waiting.bytes += answer.bytes
    this.#bytes += answer.bytes
    while (this.#bytes > this.#limits.bytes) this.#cut(this.#stillest(), 'too_many_unread')
  }

  /** Takes out an answer that was read. */
  remove(socket: Socket, answer: Answer): void {
    const waiting = this.#waiting.get(socket)
    if (!waiting?.answers.delete(answer)) return
    waiting.bytes -= answer.bytes
    this.#bytes -= answer.bytes
    if (waiting.answers.size === 0) this.#waiting.delete(socket)
  }

  /** Takes out all answers of `socket`, which is closed. */
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
    const waiting = { socket, holder, answers: new Set<Answer>(), bytes: 0, taken, stillMs: 0 }
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

  /** Of the holder with the most bytes, the connection that has waited longest for progress. */
  #stillest(): Waiting {
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

  #cut({ socket, answers }: Waiting, cut: Cut): void {
    this.forget(socket)
    for (const { onCut } of answers) onCut(cut)
    // A reset: what is in the kernel's buffers for it would go on waiting to be read.
    socket.resetAndDestroy()
  }
}

interface WithHandle {
  _handle: { bytesWritten: number; writeQueueSize: number } | null
}

// Node.js itself tells progress by these two, and has no public name for what is not sent of a write.
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
