import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { Test } from 'tap'

/** A way to the database that can be closed: what a dispatcher sees of an outage. */
export interface DatabaseProxy {
  readonly url: string
  /** Breaks every connection off and refuses new ones. */
  close(): Promise<void>
  open(): Promise<void>
}

/** It begins closed. */
export async function createDatabaseProxy(t: Test, databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl)
  const port = Number(target.port)
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const upstream = connect(port, target.hostname)
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      from.pipe(to)
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${address.port}`

  async function close(): Promise<void> {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }

  await close()
  t.teardown(close)
  return {
    url: url.href,
    close,
    async open() {
      await once(server.listen(Number(url.port), '127.0.0.1'), 'listening')
    },
  }
}
