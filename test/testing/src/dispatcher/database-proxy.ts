import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { Test } from 'tap'

/** A proxy in front of the database. Closing it simulates an outage. */
export interface DatabaseProxy {
  readonly url: string
  /** Resets every connection and refuses new ones. */
  close(): Promise<void>
  open(): Promise<void>
  /**
   * Routes new connections to another server, as after a DNS change. Open ones stay.
   */
  pointTo(databaseUrl: string): void
  /**
   * Silences open and new connections, as if the host had vanished; with `applicationName`, only those of that name.
   */
  fallSilent(applicationName?: string): void
  /** Open silent connections. */
  readonly silentCount: number
}

/** Starts a closed proxy. */
export async function createDatabaseProxy(t: Test, databaseUrl: string): Promise<DatabaseProxy> {
  let target = new URL(databaseUrl)
  const relays = new Set<Relay>()
  let isSilent: (applicationName: string) => boolean = () => false
  const server = createServer((socket) => {
    const upstream = connect(Number(target.port), target.hostname)
    const relay: Relay = { sockets: [socket, upstream], applicationName: '', isSilent: false }
    relays.add(relay)
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      from.on('error', () => {})
      from.on('close', () => {
        // A vanished host doesn't close connections.
        if (relay.isSilent && from === upstream) return
        relays.delete(relay)
        to.destroy()
      })
    }
    // The startup message names the application.
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
    pointTo(otherUrl) {
      target = new URL(otherUrl)
      isSilent = () => false
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
    // Drain, to notice the other side closing.
    socket.resume()
  }
}

function applicationNameIn(startup: Buffer): string {
  const words = startup.subarray(8).toString().split('\0')
  return words[words.indexOf('application_name') + 1] ?? ''
}
