import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { EVENT_NAMES } from '@mediajobs/domain'
import { verify, type WebhookEvent } from '@mediajobs/webhook-signature'
import { DemoError, type Service } from './service.ts'

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
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await service.call('DELETE', `/webhooks/subscriptions/${id}`)
    },
  }
}
