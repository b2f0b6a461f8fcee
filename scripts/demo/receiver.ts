import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import type { Client } from '@mediajobs/client'
import { EVENT_NAMES } from '@mediajobs/domain'
import { verify, type WebhookEvent } from '@mediajobs/webhook-signature'

const WAIT_LIMIT_MS = 15_000

/**
 * Listens, subscribes to every event, and calls `onWebhook` for each webhook with a valid signature over the raw
 * bytes. Webhooks may be delivered repeatedly; `onWebhook` is called only once for each.
 */
export async function openReceiver(service: Client, onWebhook: (event: WebhookEvent) => void) {
  const seen = new Map<string, WebhookEvent>()
  let subscription: { id: string; secret: string } | undefined

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
  try {
    subscription = await service.post('/webhooks/subscriptions', {
      body: { url, events: EVENT_NAMES },
    })
  } catch (error) {
    server.close()
    throw error
  }
  const { id } = subscription

  return {
    url,
    /** Waits for `wanted` verified webhooks that satisfy `matches`. */
    async waitFor(wanted: number, matches: (event: WebhookEvent) => boolean): Promise<void> {
      const until = Date.now() + WAIT_LIMIT_MS
      while ([...seen.values()].filter(matches).length < wanted) {
        if (Date.now() > until) throw new DemoError(`not all of the ${wanted} webhooks arrived`)
        await setTimeout(50)
      }
    },
    /** Removes the subscription and closes the receiver. */
    async close(): Promise<void> {
      server.close()
      server.closeAllConnections()
      await service.delete('/webhooks/subscriptions/{id}', { path: { id } })
    },
  }
}

/** A problem the user can fix. Only its message is printed. */
export class DemoError extends Error {}

/** The service's URL and a key: from `pnpm dev`, or API_URL and API_KEY. */
export async function readAddress(): Promise<{ apiUrl: string; apiKey: string }> {
  const { API_URL, API_KEY, DATA_DIR = '.data' } = process.env
  if (API_URL && API_KEY) return { apiUrl: API_URL, apiKey: API_KEY }
  try {
    return JSON.parse(await readFile(join(DATA_DIR, 'dev.json'), 'utf8'))
  } catch {
    throw new DemoError('No service is running here: start one with `npx -y pnpm@12 dev` first.')
  }
}
