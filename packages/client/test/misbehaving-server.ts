import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Test } from 'tap'
import { type Client, type ClientOptions, createClient } from '../src/index.ts'

export interface Seen {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
  atMs: number
}

type Reply = (response: ServerResponse) => void

/** Responds with this JSON. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return (response) => response.writeHead(status, headers).end(JSON.stringify(body))
}

/** Responds with a problem as the API does. */
export function problem(status: number, code: string, headers: Record<string, string> = {}): Reply {
  const body = {
    statusCode: status,
    error: 'x',
    code,
    message: `text of ${code}`,
    requestId: 'r-1',
  }
  return json(status, body, headers)
}

/** Ends the connection without a response. */
export const hangUp: Reply = (response) => response.destroy()

/** Never responds. */
export const silence: Reply = () => {}

/** A server that gives these replies in order. The last one repeats. */
export async function misbehavingServer(
  t: Test,
  replies: Reply[],
  options: Partial<Omit<ClientOptions, 'apiKey' | 'accessToken' | 'organizationId'>> = {},
): Promise<{ client: Client; seen: Seen[]; baseUrl: string }> {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const reply = replies[Math.min(seen.length, replies.length - 1)]
    seen.push({ method, url, headers, body: '', atMs: Date.now() })
    const own = seen.at(-1)
    const body = await text(request)
    if (own) own.body = body
    reply?.(response)
  })
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { client: createClient({ baseUrl, apiKey: 'mjk_test', ...options }), seen, baseUrl }
}
