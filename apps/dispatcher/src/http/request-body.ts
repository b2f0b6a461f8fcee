import { Readable } from 'node:stream'

// What a TLS socket takes at once it holds encrypted as well, so it gets a part at a time.
const CHUNK_BYTES = 65_536

/** A body in parts, so that the one that many deliveries share is copied for none of them. */
export class BodyParts {
  readonly parts: readonly Uint8Array[]
  readonly byteLength: number

  constructor(parts: readonly Uint8Array[]) {
    this.parts = parts
    this.byteLength = parts.reduce((total, part) => total + part.byteLength, 0)
  }

  /** Reads it from its beginning. */
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

/** What is posted: the very bytes that are signed. */
export type WebhookBody = string | Uint8Array | BodyParts

/**
 * The body of a delivery (docs/interface.md#i6-body-id).
 *
 * @param data the JSON text that was stored: parsing it only to write it again could change it
 */
export function webhookBody(
  { deliveryId, event }: { deliveryId: string; event: string },
  data: string | Uint8Array,
  timestampSeconds: number,
): string | BodyParts {
  const envelope = JSON.stringify({ id: deliveryId, event, timestamp: `${timestampSeconds}` })
  const head = `${envelope.slice(0, -1)},"data":`
  if (typeof data === 'string') return `${head}${data}}`
  return new BodyParts([Buffer.from(head), data, Buffer.from('}')])
}
