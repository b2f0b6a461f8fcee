import type { Socket } from 'node:net'
import { MAX_RESPONSE_BYTES } from '@mediajobs/domain'

// The head of an answer has 16 KiB at most (undici's default), its body is read for 4 KiB, and a
// socket gives 64 KiB at a time. Beyond this only what nobody needs is left: interim answers, a
// reason, chunk extensions or trailers without end.

class ResponseTooLongError extends Error {
  readonly code = 'ANSWER_TOO_LONG'
}

/**
 * Ends a socket on which one answer brings more than any honest one can. undici bounds the fields of
 * an answer and nothing else, and all that is parsed in vain is time that other receivers wait for.
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

  /** The next answer begins. */
  renew(): void {
    this.#leftBytes = MAX_RESPONSE_BYTES
  }
}
