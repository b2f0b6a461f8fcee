import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Registry } from 'prom-client'

export interface MetricsServer {
  /** The port that it listens on; of any free one, the one that it got. */
  readonly port: number
  close(): Promise<void>
}

/** What a process without another server says of itself. */
export interface ProcessHealth {
  /** What stands still that should run; an orchestrator restarts the process for it. */
  stalled(): readonly string[]
  /** @throws while the process cannot do its work, in a sentence. */
  assertReady(): Promise<void>
  /** Told of each probe that is answered with 503, and of what the answer says. */
  onFailing(probe: string, problem: string): void
}

interface Answer {
  status: number
  type?: string
  body?: string
}

/**
 * Answers `GET /metrics` with what `registry` holds, for Prometheus, and with `health` also
 * `/health/live` and `/health/ready`: 200 or 503. Port 0 is any free one.
 */
export async function serveMetrics(
  registry: Registry,
  address: { host: string; port: number },
  health?: ProcessHealth,
): Promise<MetricsServer> {
  const server = createServer(async (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const answer = isRead ? await responseTo(request.url, registry, health) : { status: 405 }
    const { status, type, body } = answer
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
): Promise<Answer> {
  if (url === '/metrics') {
    const body = await registry.metrics().catch(() => null)
    return body === null ? { status: 500 } : { status: 200, type: registry.contentType, body }
  }
  if (health && url === '/health/live') {
    const stalled = health.stalled()
    const problem = stalled.length === 0 ? null : `stands still: ${stalled.join(', ')}`
    return said(health, url, problem)
  }
  if (health && url === '/health/ready') {
    return said(health, url, await health.assertReady().then(() => null, messageOf))
  }
  return { status: 404 }
}

function said(health: ProcessHealth, probe: string, problem: string | null): Answer {
  if (problem !== null) health.onFailing(probe, problem)
  const body = JSON.stringify(problem === null ? { status: 'ok' } : { status: 'failing', problem })
  return { status: problem === null ? 200 : 503, type: 'application/json', body }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
