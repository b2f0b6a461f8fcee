import { once } from 'node:events'
import { createServer } from 'node:http'
import { MAX_CONNECTIONS, MAX_HEAD_BYTES, MAX_HEAD_MS, MAX_UNREAD_MS } from '@mediajobs/domain'
import type { Registry } from 'prom-client'
import { oneAtATime } from './one-at-a-time.ts'
import { type ProcessHealth, probe } from './process-health.ts'

export type MetricsServer = Awaited<ReturnType<typeof serveMetrics>>

interface Response {
  status: number
  type?: string
  body?: string
}

// Requests have no body.
const LIMITS = {
  maxHeaderSize: MAX_HEAD_BYTES,
  headersTimeout: MAX_HEAD_MS,
  requestTimeout: MAX_HEAD_MS,
  connectionsCheckingInterval: MAX_HEAD_MS / 10,
}

/**
 * Serves `GET /metrics` for Prometheus and, with `health`, `/health/live` and `/health/ready`: 200 or 503. Port 0: any free
 * one.
 */
export async function serveMetrics(
  registry: Registry,
  address: { host: string; port: number },
  health?: ProcessHealth,
) {
  const respond = oneAtATime(async (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const { status, type, body }: Response = isRead
      ? await responseTo(request.url, registry, health)
      : { status: 405 }
    response
      .setHeader('x-content-type-options', 'nosniff')
      .writeHead(status, type === undefined ? {} : { 'content-type': type })
      .end(body)
  })
  const server = createServer(LIMITS, respond)
  server.maxConnections = MAX_CONNECTIONS
  // Closes idle connections, including those with an unread response.
  server.setTimeout(MAX_UNREAD_MS)
  server.listen(address.port, address.host)
  await once(server, 'listening')
  const bound = server.address()
  return {
    port: typeof bound === 'object' && bound ? bound.port : address.port,
    async close(): Promise<void> {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function responseTo(
  url: string | undefined,
  registry: Registry,
  health: ProcessHealth | undefined,
): Promise<Response> {
  if (url === '/metrics') {
    const body = await registry.metrics().catch(() => null)
    return body === null ? { status: 500 } : { status: 200, type: registry.contentType, body }
  }
  if (health && (url === '/health/live' || url === '/health/ready')) {
    const { status, body } = await probe(health, url)
    return { status, type: 'application/json', body: JSON.stringify(body) }
  }
  return { status: 404 }
}
