import { Readable } from 'node:stream'

// A TLS socket encrypts a whole chunk at once, and has it in memory twice during that time.
const CHUNK_BYTES = 65_536

/** A body in parts. Deliveries of one event share the largest part without a copy. */
export class BodyParts {
  readonly parts: readonly Uint8Array[]
  readonly byteLength: number

  constructor(parts: readonly Uint8Array[]) {
    this.parts = parts
    this.byteLength = parts.reduce((total, part) => total + part.byteLength, 0)
  }

  /** Reads the body from its beginning. */
  stream(): Readable {
    return Readable.from(this.#chunks(), { objectMode: false })
  }

  *#chunks(): Iterable<Uint8Array> {
    for (const part of this.parts) {
      for (let from = 0; from < part.byteLength; from += CHUNK_BYTES) {
        yield part.subarray(from, from + CHUNK_BYTES)
      }
    }
  }
}

/** The body of a POST. */
export type RequestBody = string | Uint8Array | BodyParts
