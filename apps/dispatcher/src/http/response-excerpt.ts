const KEPT_BYTES = 1024

/** Keeps the first KiB of a response's body. */
export class ResponseExcerpt {
  readonly #chunks: Buffer[] = []
  #keptBytes = 0
  /** Bytes of the whole body so far. */
  receivedBytes = 0

  add(chunk: Buffer): void {
    this.receivedBytes += chunk.length
    const room = KEPT_BYTES - this.#keptBytes
    if (room <= 0) return
    // A copy: a slice would keep the whole buffer of the socket in memory.
    const kept = Buffer.from(chunk.subarray(0, room))
    this.#chunks.push(kept)
    this.#keptBytes += kept.length
  }

  /** Valid UTF-8 without NUL, as PostgreSQL needs it. U+FFFD replaces each other character. */
  text(): string {
    if (this.#keptBytes === 0) return ''
    // As a stream, the decoder leaves out a character that is cut off at the end.
    const stream = this.receivedBytes > this.#keptBytes
    const text = new TextDecoder().decode(Buffer.concat(this.#chunks), { stream })
    return text.replaceAll('\0', '\ufffd')
  }
}
