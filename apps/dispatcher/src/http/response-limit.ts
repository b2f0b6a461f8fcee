import type { Socket } from 'node:net'
import { MAX_RESPONSE_BYTES } from '@mediajobs/domain'

// The head of a response has at most 16 KiB (undici's default), 4 KiB of its body are read, and a socket
// returns 64 KiB at a time. A longer response has endless interim responses, reason phrase, chunk extensions
// or trailers, and the service needs none of them.

class ResponseTooLongError extends Error {
  readonly code = 'RESPONSE_TOO_LONG'
}

/**
 * Ends a socket when one response is longer than any regular one. undici limits only the header fields of a
 * response. While it parses the rest, other receivers wait.
 */
export class ResponseLimit {
  #leftBytes = MAX_RESPONSE_BYTES

  constructor(socket: Socket) {
    const read = socket.read.bind(socket)
    socket.read = (sizeBytes?: number) => {
      const chunk: unknown = read(sizeBytes)
      if (!Buffer.isBuffer(chunk)) return chunk
      this.#leftBytes -= chunk.length
      if (this.#leftBytes >= 0) return chunk
      socket.destroy(new ResponseTooLongError('the response does not end'))
      return null
    }
  }

  /** The next response begins. */
  renew(): void {
    this.#leftBytes = MAX_RESPONSE_BYTES
  }
}
