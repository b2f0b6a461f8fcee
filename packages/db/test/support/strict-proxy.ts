import type { Test } from 'tap'
import { relayDatabase } from '../../testing/index.ts'

/**
 * A proxy in front of the database that treats the names of prepared statements as PgBouncer does: it closes a
 * connection that reuses a name without closing it, even if the server didn't parse the statement.
 *
 * @returns the URL of the database through the proxy
 */
export async function startStrictProxy(t: Test, databaseUrl: string): Promise<string> {
  const url = await relayDatabase(t, databaseUrl, { ofClient: readerOfNames })
  return url.href
}

/** @returns a function that tells whether a client's bytes are allowed: each name is parsed once until closed. */
function readerOfNames(): (chunk: Buffer) => boolean {
  const names = new Set<string>()
  const messages = readerOfMessages()
  return (chunk) => messages(chunk).every((message) => isAllowed(message, names))
}

function isAllowed({ type, body }: Message, names: Set<string>): boolean {
  // Parse begins with the name, Close with `S` for a statement.
  const name = textOf(type === 'C' ? body.subarray(1) : body)
  if (type === 'C' && body[0] === 'S'.charCodeAt(0)) names.delete(name)
  if (type !== 'P' || name === '') return true
  const isNew = !names.has(name)
  names.add(name)
  return isNew
}

interface Message {
  type: string
  body: Buffer
}

/** @returns a function that returns the messages completed by a client's next bytes. */
function readerOfMessages(): (chunk: Buffer) => Message[] {
  let unread = Buffer.alloc(0)
  // The first message of a connection has no type.
  let typeBytes = 0
  return (chunk) => {
    unread = Buffer.concat([unread, chunk])
    const messages: Message[] = []
    while (unread.length >= typeBytes + 4) {
      const size = typeBytes + unread.readInt32BE(typeBytes)
      if (unread.length < size) break
      const type = unread.subarray(0, typeBytes).toString()
      messages.push({ type, body: unread.subarray(typeBytes + 4, size) })
      unread = unread.subarray(size)
      typeBytes = 1
    }
    return messages
  }
}

function textOf(body: Buffer): string {
  return body.subarray(0, body.indexOf(0)).toString()
}
