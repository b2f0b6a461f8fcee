import type { Socket } from 'node:net'
import { MAX_RESPONSE_BYTES } from '@mediajobs/domain'

// The head of a response has 16 KiB at most (undici's default), 4 KiB of its body are read, and a socket
// gives 64 KiB at a time. A response that is longer has interim responses, a reason phrase, chunk
// extensions or trailers without end, and the service needs none of them.

class ResponseTooLongError extends Error {
  readonly code = 'ANSWER_TOO_LONG'
}

/**
 * Ends a socket when one response is longer than any honest one can be. undici limits only the header
 * fields of a response. While the rest is parsed, other receivers wait.
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
      socket.destroy(new ResponseTooLongError('the answer does not end'))
      return null
    }
  }

  /** The next response begins. */
  renew(): void {
    this.#leftBytes = MAX_RESPONSE_BYTES
  }
}
