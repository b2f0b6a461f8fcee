import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Registry } from 'prom-client'

export interface MetricsServer {
  /** The port that it listens on, also when any free one was asked for. */
  readonly port: number
  close(): Promise<void>
}

/** The health of a process that has no other server. */
export interface ProcessHealth {
  /** The loops that should run and do not. An orchestrator then restarts the process. */
  stalled(): readonly string[]
  /** @throws an error whose message is the reason why the process cannot do its work now. */
  assertReady(): Promise<void>
  /** Called for each 503, with the `problem` of the response. */
  onFailing(probe: string, problem: string): void
}

interface ProbeResponse {
  status: number
  type?: string
  body?: string
}

/**
 * Serves `GET /metrics` with the metrics of `registry`, for Prometheus. With `health` it also serves
 * `/health/live` and `/health/ready`: 200 or 503. Port 0 is any free one.
 */
export async function serveMetrics(
  registry: Registry,
  address: { host: string; port: number },
  health?: ProcessHealth,
): Promise<MetricsServer> {
  const server = createServer(async (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const { status, type, body }: ProbeResponse = isRead
      ? await responseTo(request.url, registry, health)
      : { status: 405 }
    response
      .setHeader('x-content-type-options', 'nosniff')
      .writeHead(status, type === undefined ? {} : { 'content-type': type })
      .end(body)
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

async function responseTo(
  url: string | undefined,
  registry: Registry,
  health: ProcessHealth | undefined,
): Promise<ProbeResponse> {
  if (url === '/metrics') {
    const body = await registry.metrics().catch(() => null)
    return body === null ? { status: 500 } : { status: 200, type: registry.contentType, body }
  }
  if (health && url === '/health/live') {
    const stalled = health.stalled()
    const problem = stalled.length === 0 ? null : `stalled: ${stalled.join(', ')}`
    return probeResponse(health, url, problem)
  }
  if (health && url === '/health/ready') {
    return probeResponse(health, url, await health.assertReady().then(() => null, messageOf))
  }
  return { status: 404 }
}

function probeResponse(
  health: ProcessHealth,
  probe: string,
  problem: string | null,
): ProbeResponse {
  if (problem !== null) health.onFailing(probe, problem)
  const body = JSON.stringify(problem === null ? { status: 'ok' } : { status: 'failing', problem })
  return { status: problem === null ? 200 : 503, type: 'application/json', body }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
