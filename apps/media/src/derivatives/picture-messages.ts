import type { DerivativeName } from '@mediajobs/domain'

// The messages between the media process and the process that reads pictures, over two pipes:
//   out: READY, once
//   in:  u32 length, the bytes of a picture
//   out: u32 length, a PictureReport as JSON, the bytes of its pictures one after the other

/** The result of reading a picture. */
export type PictureReport = { rssBytes: number } & (
  | MadeReport
  | { refused: string; detail: string }
)

interface MadeReport {
  /** Pixels of the original, after the rotation that its EXIF asks for. */
  width: number
  height: number
  /** As `#rrggbb`. */
  colour: string
  /** In the order of their bytes. */
  pictures: { name: DerivativeName; sizeBytes: number }[]
}

export const READY = Buffer.from('ready')

export const LENGTH_BYTES = 4

/** The exit code of a process that used more memory than its bound. */
export const EXIT_OUT_OF_MEMORY = 77

export function lengthPrefix(length: number): Buffer {
  const prefix = Buffer.alloc(LENGTH_BYTES)
  prefix.writeUInt32BE(length)
  return prefix
}

/** Reads exact numbers of bytes from a stream. `null` at its end. */
export function byteReader(stream: AsyncIterable<Buffer>) {
  const chunks = stream[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  return async (length: number): Promise<Buffer | null> => {
    const parts = [rest]
    let have = rest.length
    while (have < length) {
      const { value, done } = await chunks.next()
      if (done) return null
      parts.push(value)
      have += value.length
    }
    const bytes = parts.length === 1 ? rest : Buffer.concat(parts)
    rest = bytes.subarray(length)
    return bytes.subarray(0, length)
  }
}
