import type { Socket } from 'node:net'

const INTERIM = Buffer.from('HTTP/1.1 1')
const CONTINUE = Buffer.from('HTTP/1.1 100')
const LAST_DIGIT = CONTINUE.length - 1
const TWO = '2'.charCodeAt(0)
const END_OF_HEAD = '\r\n\r\n'

/**
 * Makes undici skip a `100 Continue` that it has not requested, as RFC 9110 (15.2) demands of every client.
 * A receiver that sends 100 and then 200 has sent a 2xx, and that is a success
 * (docs/interface.md#i6-failure). undici skips all other interim responses, but ends the connection at this
 * one. So its parser gets `102 Processing` instead. If a chunk of a body begins with these bytes, it is
 * changed too; only the excerpt in the log can show that.
 */
export function skipContinue(socket: Socket): void {
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
