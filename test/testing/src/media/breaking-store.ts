import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { type ObjectStore, openObjectStore } from '@mediajobs/object-store'
import type { Test } from 'tap'
import { testObjectStoreOptions } from '../api/object-store.ts'

/** `cut`: closes the connection. `silent`: keeps it open, without data. */
export type Break = 'cut' | 'silent'

export interface BreakingStore {
  objectStore: ObjectStore
  /** Breaks the next read of `key` after `afterBytes`. */
  breakOff(key: string, how: Break, afterBytes: number): void
  /** Number of broken reads. */
  readonly broken: number
}

/** The test run's object store behind a proxy that breaks reads. */
export async function startBreakingStore(t: Test): Promise<BreakingStore> {
  const options = testObjectStoreOptions()
  const { hostname, port } = new URL(options.endpoint)
  const sockets = new Set<Socket>()
  let broken = 0
  let next: { key: string; how: Break; afterBytes: number } | null = null

  const server = createServer((client) => {
    const store = connect(Number(port), hostname)
    let breaking: typeof next = null
    let bytes = 0
    for (const [socket, other] of [
      [client, store],
      [store, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.once('close', () => {
        sockets.delete(socket)
        // Stay silent although the store closes the connection.
        if (socket === client || breaking?.how !== 'silent') other.destroy()
      })
    }
    client.on('data', (request) => {
      if (next && request.includes(`${next.key}?`)) [breaking, next] = [next, null]
      store.write(request)
    })
    store.on('data', (response: Buffer) => {
      if (!breaking) return void client.write(response)
      const room = breaking.afterBytes - bytes
      bytes += response.length
      if (room > 0) client.write(response.subarray(0, room))
      if (room <= 0 || response.length < room) return
      broken += 1
      // Reset only once the bytes are sent.
      if (breaking.how === 'cut') client.end(() => client.destroy())
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const bound = server.address()
  const endpoint = `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`
  return {
    objectStore: openObjectStore({ ...options, endpoint }),
    breakOff(key, how, afterBytes) {
      next = { key, how, afterBytes }
    },
    get broken() {
      return broken
    },
  }
}
