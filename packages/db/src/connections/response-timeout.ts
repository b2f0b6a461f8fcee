import type { Socket } from 'node:net'
import type { Client } from 'pg'

interface Watched {
  readonly client: Client
  /** What had been written when the last answer had come. */
  writtenWhenAnswered: number
  bytesRead: number
  silentMs: number
}

// A connection is cut late by as much. The time is counted and not read off a clock, for a process that
// stood still has answers that it has not read yet.
const CHECK_INTERVAL_MS = 200

/**
 * Cuts the connections whose server sends nothing for `limitMs` while a statement waits: a host that
 * is gone does not even say so. It watches connections and not statements, for a timer and its
 * closure for each of these would be a fifth of the work of a read.
 */
export class AnswerWatch {
  readonly #limitMs: number
  readonly #watched = new Set<Watched>()
  #timer: NodeJS.Timeout | undefined

  constructor(limitMs: number) {
    this.#limitMs = limitMs
  }

  /** Watches a connection that is open, until it ends. */
  watch(client: Client): void {
    const { bytesRead, bytesWritten } = socketOf(client)
    const watched = { client, writtenWhenAnswered: bytesWritten, bytesRead, silentMs: 0 }
    client.on('drain', () => {
      watched.writtenWhenAnswered = socketOf(client).bytesWritten
    })
    client.once('end', () => this.#forget(watched))
    this.#watched.add(watched)
    this.#timer ??= setInterval(() => this.#check(), CHECK_INTERVAL_MS).unref()
  }

  #forget(watched: Watched): void {
    this.#watched.delete(watched)
    if (this.#watched.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #check(): void {
    for (const watched of this.#watched) {
      const socket = socketOf(watched.client)
      const waits = socket.bytesWritten !== watched.writtenWhenAnswered
      const isSilent = waits && socket.bytesRead === watched.bytesRead
      watched.silentMs = isSilent ? watched.silentMs + CHECK_INTERVAL_MS : 0
      watched.bytesRead = socket.bytesRead
      if (watched.silentMs >= this.#limitMs) socket.destroy(new Silence(this.#limitMs))
    }
  }
}

class Silence extends Error {
  readonly code = 'ETIMEDOUT'

  constructor(limitMs: number) {
    super(`PostgreSQL has sent nothing for ${limitMs} ms`)
  }
}

function socketOf(client: Client): Socket {
  return client.connection.stream as Socket
}
