import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { Test } from 'tap'

export interface ByteCounter {
  /** The URL of the database through the counting proxy. */
  readonly url: string
  /** The bytes that the database sent while `work` ran. */
  during(work: () => Promise<unknown>): Promise<number>
}

/** Starts a proxy that counts the bytes that the database sends. */
export async function countBytes(t: Test, databaseUrl: string): Promise<ByteCounter> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let bytes = 0
  const server = createServer((socket) => {
    const upstream = connect(Number(target.port), target.hostname)
    upstream.on('data', (chunk) => {
      bytes += chunk.length
    })
    for (const each of [socket, upstream]) {
      sockets.add(each)
      each.on('error', () => {})
      each.on('close', () => {
        sockets.delete(each)
        socket.destroy()
        upstream.destroy()
      })
    }
    socket.pipe(upstream).pipe(socket)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the counter has no port')
  t.teardown(async () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${address.port}`
  return {
    url: url.href,
    async during(work) {
      const before = bytes
      await work()
      return bytes - before
    },
  }
}
