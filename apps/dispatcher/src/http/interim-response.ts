import type { Socket } from 'node:net'

const INTERIM = Buffer.from('HTTP/1.1 1')
const CONTINUE = Buffer.from('HTTP/1.1 100')
const LAST_DIGIT = CONTINUE.length - 1
const TWO = '2'.charCodeAt(0)
const END_OF_HEAD = '\r\n\r\n'

/**
 * Lets undici pass over an unasked-for `100 Continue`, as RFC 9110 (15.2) wants of every client.
 * undici passes over all other interim answers but takes this one for a broken connection, so its
 * parser is shown `102 Processing` in its place. A piece of body that begins with these very bytes
 * would be changed too; nothing but the excerpt in the log would show it.
 */
export function passOverContinue(socket: Socket): void {
  const read = socket.read.bind(socket)
  socket.read = (sizeBytes?: number) => {
    const chunk: unknown = read(sizeBytes)
    if (Buffer.isBuffer(chunk)) rewriteContinue(chunk)
    return chunk
  }
}

function rewriteContinue(chunk: Buffer): void {
  let start = 0
  while (hasAt(chunk, start, INTERIM)) {
    if (hasAt(chunk, start, CONTINUE)) chunk[start + LAST_DIGIT] = TWO
    const end = chunk.indexOf(END_OF_HEAD, start)
    if (end === -1) return
    start = end + END_OF_HEAD.length
  }
}

function hasAt(chunk: Buffer, start: number, bytes: Buffer): boolean {
  const end = start + bytes.length
  return end <= chunk.length && bytes.compare(chunk, start, end) === 0
}
