const KEPT_BYTES = 1024

/** Collects the first KiB of an answer's body. */
export class ResponseExcerpt {
  readonly #chunks: Buffer[] = []
  #keptBytes = 0
  /** Of the whole body so far. */
  receivedBytes = 0

  add(chunk: Buffer): void {
    this.receivedBytes += chunk.length
    const room = KEPT_BYTES - this.#keptBytes
    if (room <= 0) return
    // A copy: a slice would keep all that the socket has read alive.
    const kept = Buffer.from(chunk.subarray(0, room))
    this.#chunks.push(kept)
    this.#keptBytes += kept.length
  }

  /** Valid UTF-8 without NUL, as a PostgreSQL text must be; U+FFFD stands for what was neither. */
  text(): string {
    if (this.#keptBytes === 0) return ''
    // In a stream a character that is cut off at the end waits for its rest, and so is left out.
    const stream = this.receivedBytes > this.#keptBytes
    const text = new TextDecoder().decode(Buffer.concat(this.#chunks), { stream })
    return text.replaceAll('\0', '\ufffd')
  }
}
