import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { ObjectStoreOptions } from '@mediajobs/object-store'
import { testObjectStoreOptions } from '@mediajobs/testing/api/object-store'
import type { Test } from 'tap'

/** What the store does with a call. `copy_hangs`: only calls that copy hang. */
export type StoreState = 'well' | 'stopped' | 'failing' | 'hanging' | 'copy_hangs'

export interface FaultyObjectStore {
  /** The test run's store, through this server. */
  readonly options: ObjectStoreOptions
  /** Open connections. */
  connections(): Promise<number>
  become(state: StoreState): Promise<void>
}

/** The test run's object store behind a server that can stop, fail or hang. Initially `well`. */
export async function startFaultyObjectStore(t: Test): Promise<FaultyObjectStore> {
  const real = testObjectStoreOptions()
  let state: StoreState = 'well'
  const server = createServer((incoming, response) => {
    const isCopy = incoming.headers['x-amz-copy-source'] !== undefined
    if (state === 'hanging' || (state === 'copy_hangs' && isCopy)) return
    if (state === 'failing') return void response.writeHead(500).end()
    relay(real.endpoint, incoming, response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the store has no port')
  const { port } = address
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  const endpoint = `http://127.0.0.1:${port}`
  return {
    options: { ...real, endpoint, cdnBaseUrl: `${endpoint}/${real.bucket}` },
    connections: () =>
      new Promise((resolve, reject) => {
        server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
      }),
    async become(next) {
      state = next
      if (next === 'stopped' && server.listening) {
        const closed = once(server, 'close')
        server.close()
        server.closeAllConnections()
        await closed
      }
      if (next !== 'stopped' && !server.listening) {
        await once(server.listen(port, '127.0.0.1'), 'listening')
      }
    },
  }
}

// Passes the headers on unchanged, because they are signed.
function relay(endpoint: string, incoming: IncomingMessage, response: ServerResponse): void {
  const { method, headers, url } = incoming
  const outgoing = request(endpoint + url, { method, headers }, (upstream) => {
    response.writeHead(upstream.statusCode ?? 502, upstream.headers)
    upstream.pipe(response)
  })
  outgoing.on('error', () => response.destroy())
  incoming.pipe(outgoing)
}
