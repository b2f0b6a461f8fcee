import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { EVENT_NAMES } from '@mediajobs/domain'
import { verify, type WebhookEvent } from '@mediajobs/webhook-signature'

/** A receiver on this machine that is subscribed to every event. */
export interface Receiver {
  readonly url: string
  /** Waits until `wanted` webhooks that `matches` accepts were received and verified. */
  waitFor(wanted: number, matches: (event: WebhookEvent) => boolean): Promise<void>
  /** Removes the subscription and closes the receiver. */
  close(): Promise<void>
}

interface Subscription {
  id: string
  secret: string
}

const WAIT_LIMIT_MS = 15_000

/**
 * Listens, subscribes to every event, and calls `onWebhook` for each webhook with a valid signature over the
 * raw bytes. A webhook may be delivered more than once: `onWebhook` is called only the first time.
 */
export async function openReceiver(
  service: Service,
  onWebhook: (event: WebhookEvent) => void,
): Promise<Receiver> {
  const seen = new Map<string, WebhookEvent>()
  let subscription: Subscription | undefined

  async function receive(request: IncomingMessage): Promise<number> {
    const rawBody = await buffer(request)
    if (!subscription) return 503
    const event = await verify(rawBody, request.headers, subscription.secret)
    if (!seen.has(event.id)) onWebhook(event)
    seen.set(event.id, event)
    return 204
  }

  const server = createServer(async (request, response) => {
    const status = await receive(request).catch((error) => {
      process.stderr.write(`refused a webhook: ${error.message}\n`)
      return 400
    })
    response.writeHead(status).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`
  const subscribe = { url, events: EVENT_NAMES }
  try {
    subscription = await service.call<Subscription>('POST', '/webhooks/subscriptions', subscribe)
  } catch (error) {
    server.close()
    throw error
  }
  const { id } = subscription

  return {
    url,
    async waitFor(wanted, matches) {
      const until = Date.now() + WAIT_LIMIT_MS
      while ([...seen.values()].filter(matches).length < wanted) {
        if (Date.now() > until) throw new DemoError(`not all of the ${wanted} webhooks arrived`)
        await setTimeout(50)
      }
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await service.call('DELETE', `/webhooks/subscriptions/${id}`)
    },
  }
}

/** A problem that the person who runs the demo can solve. Only its message is shown. */
export class DemoError extends Error {}

/** The running service, called as an integrator would call it. */
export interface Service {
  readonly apiUrl: string
  /** @throws {DemoError} if the response is not 2xx. */
  call<Body>(method: string, path: string, body?: unknown, as?: Credential): Promise<Body>
}

export type Credential = Record<string, string>

interface DevService {
  apiUrl: string
  apiKey: string
}

/** The service of `pnpm dev`, or the one of API_URL and API_KEY. */
export async function findService(): Promise<Service> {
  const { apiUrl, apiKey } = await readAddress()
  return {
    apiUrl,
    async call<Body>(method: string, path: string, body?: unknown, as?: Credential) {
      const credential = as ?? { 'x-api-key': apiKey }
      const headers = {
        ...credential,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      }
      const request = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
      for (;;) {
        const response = await reach(apiUrl + path, request)
        if (response.status === 429) {
          await setTimeout(Number(response.headers.get('retry-after') ?? 1) * 1_000)
          continue
        }
        const text = await response.text()
        if (!response.ok) throw new DemoError(`${method} ${path}: ${response.status} ${text}`)
        return (text ? JSON.parse(text) : null) as Body
      }
    },
  }
}

/** The address and the key of that service. */
export async function readAddress(): Promise<DevService> {
  const { API_URL, API_KEY, DATA_DIR = '.data' } = process.env
  if (API_URL && API_KEY) return { apiUrl: API_URL, apiKey: API_KEY }
  try {
    return JSON.parse(await readFile(join(DATA_DIR, 'dev.json'), 'utf8')) as DevService
  } catch {
    throw new DemoError('No service is running here: start one with `npx -y pnpm@12 dev` first.')
  }
}

async function reach(url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request)
  } catch {
    throw new DemoError(
      `${new URL(url).origin} does not respond: is \`npx -y pnpm@12 dev\` running?`,
    )
  }
}
