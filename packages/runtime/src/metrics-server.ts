import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Registry } from 'prom-client'

export interface MetricsServer {
  /** The port that it listens on; of any free one, the one that it got. */
  readonly port: number
  close(): Promise<void>
}

/** Answers `GET /metrics` with what `registry` holds, for Prometheus. Port 0 is any free one. */
export async function serveMetrics(
  registry: Registry,
  address: { host: string; port: number },
): Promise<MetricsServer> {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    const text = await registry.metrics().catch(() => null)
    if (text === null) response.writeHead(500).end()
    else response.writeHead(200, { 'content-type': registry.contentType }).end(text)
  })
  server.listen(address.port, address.host)
  await once(server, 'listening')
  const bound = server.address()
  return {
    port: typeof bound === 'object' && bound ? bound.port : address.port,
    async close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
