import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { Test } from 'tap'

/** One connection to PostgreSQL. */
interface WatchedConnection {
  /** `application_name`. */
  readonly name: string
  /** Statements sent, in order. */
  readonly statements: readonly string[]
}

export interface ConnectionWatch {
  /** The database URL through the proxy. */
  readonly url: string
  readonly connections: readonly WatchedConnection[]
}

const LENGTH_BYTES = 4
const QUERY = 'Q'.charCodeAt(0)
const PARSE = 'P'.charCodeAt(0)

/** Starts a proxy to `databaseUrl` that records the statements of each connection. */
export async function watchConnections(t: Test, databaseUrl: string): Promise<ConnectionWatch> {
  const connections: WatchedConnection[] = []
  const sockets = new Set<Socket>()
  const target = new URL(databaseUrl)
  const server = createServer((socket) => {
    const upstream = connect(Number(target.port), target.hostname)
    for (const each of [socket, upstream]) {
      sockets.add(each)
      each.on('error', () => {})
      each.on('close', () => {
        socket.destroy()
        upstream.destroy()
      })
    }
    socket.on('data', statementsIn(connections))
    socket.pipe(upstream).pipe(socket)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the watch has no port')
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${address.port}`
  return { url: url.href, connections }
}

/** Parses a client's messages: a startup message without a type, then typed messages. */
function statementsIn(connections: WatchedConnection[]): (chunk: Buffer) => void {
  const statements: string[] = []
  let rest = Buffer.alloc(0)
  let typeBytes = 0
  function next(): Buffer | null {
    if (rest.length < typeBytes + LENGTH_BYTES) return null
    const end = typeBytes + rest.readUInt32BE(typeBytes)
    if (rest.length < end) return null
    const message = rest.subarray(0, end)
    rest = rest.subarray(end)
    return message
  }
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    for (let message = next(); message; message = next()) {
      const fields = message
        .subarray(typeBytes + LENGTH_BYTES)
        .toString()
        .split('\0')
      if (typeBytes === 0) {
        connections.push({ name: fields[fields.indexOf('application_name') + 1] ?? '', statements })
      } else {
        statements.push(...textsOf(message[0], fields))
      }
      typeBytes = 1
    }
  }
}

// In a Parse message, the text follows the statement's name.
function textsOf(type: number | undefined, [first = '', second = '']: string[]): string[] {
  if (type === QUERY) return [first]
  return type === PARSE ? [second] : []
}
