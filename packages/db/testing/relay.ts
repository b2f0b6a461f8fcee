import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** Inspects a chunk before it is forwarded. @returns false to end the connection */
type Look = (chunk: Buffer) => boolean

export interface Looks {
  /** @returns the inspector for the bytes from one client */
  ofClient?: () => Look
  /** @returns the inspector for the bytes to one client */
  ofServer?: () => Look
}

/**
 * Starts a relay in front of the database, so a test can inspect the traffic.
 *
 * @param t the test, or another owner: the relay closes at its teardown
 * @returns the URL of the database through the relay
 */
export async function relayDatabase(
  t: { teardown(end: () => Promise<void>): unknown },
  databaseUrl: string,
  { ofClient = passAll, ofServer = passAll }: Looks,
): Promise<URL> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const upstream = connect(Number(target.port), target.hostname)
    join(socket, upstream, ofClient())
    join(upstream, socket, ofServer())
    for (const each of [socket, upstream]) sockets.add(each)
  })
  t.teardown(async () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the relay has no port')
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${address.port}`
  return url
}

function passAll(): Look {
  return () => true
}

function join(from: Socket, to: Socket, look: Look): void {
  from.on('error', () => {})
  from.on('close', () => to.destroy())
  from.on('data', (chunk) => {
    if (look(chunk)) to.write(chunk)
    else from.destroy()
  })
}

export interface Message {
  /** Empty for the first message of a connection. */
  type: string
  body: Buffer
}

/** @returns a function that returns the messages completed by a client's next bytes */
export function readerOfMessages(): (chunk: Buffer) => Message[] {
  let unread = Buffer.alloc(0)
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
