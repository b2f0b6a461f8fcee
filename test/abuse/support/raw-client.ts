import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A response, as received. */
export interface RawResponse {
  status: number
  /** Lowercase names. */
  headers: Record<string, string>
  body: string
}

export interface Conversation {
  responses: RawResponse[]
  /** Milliseconds until the server closed the connection; null if it didn't. */
  closedAfterMs: number | null
  /** Bytes after the last complete response. */
  rest: string
}

/**
 * Writes `parts` to one connection, as fast as possible. Reads until the server closes it, until `count` responses, or for
 * `limitMs`.
 */
export async function say(
  url: string,
  parts: Iterable<string>,
  { count = Number.POSITIVE_INFINITY, limitMs = 5_000 } = {},
): Promise<Conversation> {
  const startedAtMs = performance.now()
  const socket = await open(url)
  let text = ''
  let closedAfterMs: number | null = null
  const done = Promise.withResolvers<void>()
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    text += chunk
    if (parse(text).responses.length >= count) done.resolve()
  })
  socket.on('end', () => {
    closedAfterMs ??= performance.now() - startedAtMs
    done.resolve()
  })
  socket.on('close', () => {
    closedAfterMs ??= performance.now() - startedAtMs
    done.resolve()
  })
  const timer = setTimeout(done.resolve, limitMs)
  let isOver = false
  void done.promise.then(() => {
    isOver = true
  })
  for (const part of parts) {
    if (isOver) break
    if (!socket.write(part, 'latin1')) await Promise.race([drained(socket), done.promise])
  }
  await done.promise
  clearTimeout(timer)
  socket.destroy()
  return { ...parse(text), closedAfterMs }
}

/** Never rejects: a reset ends the conversation, not the test. */
function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('drain', resolve))
}

/** A connection without data yet. */
export async function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  // The server may reset the connection at any time.
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

function parse(text: string): Pick<Conversation, 'responses' | 'rest'> {
  const responses: RawResponse[] = []
  let rest = text
  for (;;) {
    const head = /^HTTP\/1\.1 (\d{3})[^\r\n]*\r\n([\s\S]*?)\r\n\r\n/.exec(rest)
    if (!head) return { responses, rest }
    const [all, status, lines = ''] = head
    const headers = Object.fromEntries(
      lines.split('\r\n').map((line) => {
        const [name = '', ...value] = line.split(':')
        return [name.toLowerCase(), value.join(':').trim()]
      }),
    )
    const length = Number(headers['content-length'] ?? 0)
    const body = rest.slice(all.length, all.length + length)
    if (body.length < length) return { responses, rest }
    responses.push({ status: Number(status), headers, body })
    rest = rest.slice(all.length + length)
  }
}
