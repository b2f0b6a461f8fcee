import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { anyAddress } from '@mediajobs/testing/api/request'
import type { Test } from 'tap'

/** Targets of requests: archives go to `media`, and so does everything else without an `api`. */
interface Backends {
  api?: string
  media: string
}

interface Forwarded {
  path: string
  headers: IncomingHttpHeaders
}

/**
 * Routes like docker/haproxy/haproxy.cfg, on an address known before the service listens. Each request arrives from
 * another network, so none reaches a limit.
 */
export async function openFrontProxy(t: Pick<Test, 'teardown'>) {
  let backends: Backends = { media: '' }
  const archives: Forwarded[] = []
  let cutAtBytes: number | null = null
  let afterCut: Backends | null = null

  const server = createServer((incoming, response) => {
    const { url: path = '/', method, headers } = incoming
    const isArchive = path.startsWith('/archives/')
    if (isArchive) archives.push({ path, headers })
    const origin = isArchive ? backends.media : (backends.api ?? backends.media)
    const forwarded = { ...headers, 'x-forwarded-for': anyAddress() }
    const outgoing = request(origin + path, { method, headers: forwarded }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      if (isArchive && cutAtBytes !== null) {
        const bytes = cutAtBytes
        cutAtBytes = null
        backends = afterCut ?? backends
        return cut(answer, response, bytes)
      }
      answer.on('error', () => response.destroy()).pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    response.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Requests for archives so far. */
    archives,
    lead(to: Backends) {
      backends = to
    },
    /** Closes the next archive's connection after `bytes`, and routes later requests to `then`. */
    cutNext(bytes: number, then: Backends | null = null) {
      cutAtBytes = bytes
      afterCut = then
    },
  }
}

function cut(answer: IncomingMessage, response: ServerResponse, atBytes: number): void {
  let left = atBytes
  answer.on('data', (chunk: Buffer) => {
    if (left <= 0) return
    response.write(chunk.subarray(0, left))
    left -= chunk.length
    if (left <= 0) response.socket?.end()
  })
  // The media process sees the disconnect.
  answer.on('error', () => {})
}
