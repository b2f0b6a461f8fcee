import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { Test } from 'tap'

/** A way to the database that can be closed: what a process sees of an outage. */
export interface DatabaseProxy {
  readonly url: string
  /** Breaks every connection off and refuses new ones. */
  close(): Promise<void>
  open(): Promise<void>
  /**
   * From now on connections stay open and carry nothing, new ones too: a host that is gone without
   * a word. `applicationName` picks those that bear it.
   */
  fallSilent(applicationName?: string): void
  /** Connections that are open now and were silenced, or were made in silence. */
  readonly silentCount: number
}

/** It begins closed. */
export async function createDatabaseProxy(t: Test, databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl)
  const port = Number(target.port)
  const relays = new Set<Relay>()
  let isSilent: (applicationName: string) => boolean = () => false
  const server = createServer((socket) => {
    const upstream = connect(port, target.hostname)
    const relay: Relay = { sockets: [socket, upstream], applicationName: '', isSilent: false }
    relays.add(relay)
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      from.on('error', () => {})
      from.on('close', () => {
        relays.delete(relay)
        to.destroy()
      })
    }
    // The first message of a connection names the application.
    socket.once('data', (startup) => {
      relay.applicationName = applicationNameIn(startup)
      upstream.write(startup)
      if (isSilent(relay.applicationName)) return silence(relay)
      socket.pipe(upstream)
      upstream.pipe(socket)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${address.port}`

  async function close(): Promise<void> {
    isSilent = () => false
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const { sockets } of relays) for (const socket of sockets) socket.destroy()
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
    fallSilent(applicationName) {
      isSilent = (name) => applicationName === undefined || name === applicationName
      for (const relay of relays) if (isSilent(relay.applicationName)) silence(relay)
    },
    get silentCount() {
      return [...relays].filter((relay) => relay.isSilent).length
    },
  }
}

interface Relay {
  readonly sockets: readonly [Socket, Socket]
  applicationName: string
  isSilent: boolean
}

function silence(relay: Relay): void {
  relay.isSilent = true
  for (const socket of relay.sockets) {
    socket.unpipe()
    // Read and thrown away: else it would not be seen that the other side has hung up.
    socket.resume()
  }
}

function applicationNameIn(startup: Buffer): string {
  const words = startup.subarray(8).toString().split('\0')
  return words[words.indexOf('application_name') + 1] ?? ''
}
