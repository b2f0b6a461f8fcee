import { once } from 'node:events'
import {
  type ClientRequest,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** The status, or why there is none. */
export type Outcome = number | 'closed' | 'silent'

export interface AttackResponse {
  outcome: Outcome
  headers: IncomingHttpHeaders
  /** The first 256 KiB of the body. */
  text: string
  sizeBytes: number
  /** The body of an error, parsed. */
  error: Record<string, unknown> | null
  code: string | null
  tookMs: number
}

export interface Sent {
  method: string
  path: string
  headers?: Record<string, string>
  body?: () => string | Buffer
  claimedBytes?: number
}

/** Milliseconds. A slower response counts as hung, even on a busy machine. */
export const RESPONSE_LIMIT_MS = 20_000

const KEPT_BYTES = 262_144
// Bytes that a connection accepts before its server reads any.
const BLOCK_BYTES = 65_536

/** Sends a request on a new connection. Never rejects. */
export async function send(url: string, sent: Sent): Promise<AttackResponse> {
  const body = Buffer.from(sent.body?.() ?? '')
  const startedAtMs = performance.now()
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  const length = sent.claimedBytes ?? body.length
  const request = httpRequest(`${url}${sent.path}`, {
    method: sent.method,
    agent: false,
    headers: { ...(sent.body && { 'content-length': length }), ...sent.headers },
  })
  const received = { headers: {} as IncomingHttpHeaders, blocks: [] as Buffer[], sizeBytes: 0 }
  let hasResponse = false
  request.on('response', (response: IncomingMessage) => {
    hasResponse = true
    received.headers = response.headers
    response.on('data', (block: Buffer) => {
      received.sizeBytes += block.length
      if (received.sizeBytes <= KEPT_BYTES) received.blocks.push(block)
    })
    response.on('end', () => resolve(response.statusCode ?? 'closed'))
    response.on('error', () => resolve('closed'))
  })
  request.on('error', () => !hasResponse && resolve('closed'))
  request.on('close', () => !hasResponse && resolve('closed'))
  const timer = setTimeout(() => resolve('silent'), RESPONSE_LIMIT_MS)
  await write(request, body, () => hasResponse)
  if (sent.claimedBytes === undefined) request.end()
  const outcome = await promise
  clearTimeout(timer)
  const tookMs = performance.now() - startedAtMs
  request.destroy()
  return { outcome, tookMs, ...read(received) }
}

/**
 * Stops at an early response: a server may refuse a body without reading it. Yields after each block, so a response is
 * read before a write fails on the closed connection.
 */
async function write(
  request: ClientRequest,
  body: Buffer,
  hasResponse: () => boolean,
): Promise<void> {
  if (body.length === 0) request.flushHeaders()
  for (let at = 0; at < body.length && !hasResponse() && !request.destroyed; at += BLOCK_BYTES) {
    const isTaken = request.write(body.subarray(at, at + BLOCK_BYTES))
    await Promise.all([isTaken || roomIn(request), nextTurn()])
  }
}

/** Waits until more can be written, a response arrives or the connection closes. */
async function roomIn(request: ClientRequest): Promise<void> {
  const waiting = new AbortController()
  const limit = AbortSignal.any([waiting.signal, AbortSignal.timeout(RESPONSE_LIMIT_MS)])
  const events = ['drain', 'response', 'close']
  await Promise.race(events.map((event) => once(request, event, { signal: limit }).catch(() => {})))
  waiting.abort()
}

function read({
  headers,
  blocks,
  sizeBytes,
}: Pick<AttackResponse, 'headers' | 'sizeBytes'> & { blocks: Buffer[] }) {
  const text = Buffer.concat(blocks).toString()
  const error = parsed(headers, text)
  const code = typeof error?.code === 'string' ? error.code : null
  return { headers, text, sizeBytes, error, code }
}

function parsed({ 'content-type': type = '' }: IncomingHttpHeaders, text: string) {
  if (!type.startsWith('application/json')) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
