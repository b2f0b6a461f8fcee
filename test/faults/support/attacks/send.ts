import { once } from 'node:events'
import {
  type ClientRequest,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** The status, or how a request ended without one. */
export type Outcome = number | 'closed' | 'silent'

export interface Answered {
  outcome: Outcome
  headers: IncomingHttpHeaders
  /** The body, as far as it is kept: 256 KiB. */
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

/** Milliseconds that an answer may take. Longer is a hang, also on a busy machine. */
export const ANSWER_LIMIT_MS = 20_000

const KEPT_BYTES = 262_144
// A connection takes as much before its server has read any of it.
const BLOCK_BYTES = 65_536

/** Sends one request on a connection of its own, and never rejects. */
export async function send(url: string, sent: Sent): Promise<Answered> {
  const body = Buffer.from(sent.body?.() ?? '')
  const startedAtMs = performance.now()
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  const length = sent.claimedBytes ?? body.length
  const request = httpRequest(`${url}${sent.path}`, {
    method: sent.method,
    agent: false,
    headers: { ...(sent.body && { 'content-length': length }), ...sent.headers },
  })
  const answer = { headers: {} as IncomingHttpHeaders, blocks: [] as Buffer[], sizeBytes: 0 }
  let isAnswered = false
  request.on('response', (response: IncomingMessage) => {
    isAnswered = true
    answer.headers = response.headers
    response.on('data', (block: Buffer) => {
      answer.sizeBytes += block.length
      if (answer.sizeBytes <= KEPT_BYTES) answer.blocks.push(block)
    })
    response.on('end', () => resolve(response.statusCode ?? 'closed'))
    response.on('error', () => resolve('closed'))
  })
  request.on('error', () => !isAnswered && resolve('closed'))
  request.on('close', () => !isAnswered && resolve('closed'))
  const timer = setTimeout(() => resolve('silent'), ANSWER_LIMIT_MS)
  await write(request, body, () => isAnswered)
  if (sent.claimedBytes === undefined) request.end()
  const outcome = await promise
  clearTimeout(timer)
  const tookMs = performance.now() - startedAtMs
  request.destroy()
  return { outcome, tookMs, ...read(answer) }
}

/**
 * Stops when the answer comes first: a server may refuse a body that it has not read. Between two blocks
 * what has come is read, before the next block meets a connection that has ended.
 */
async function write(
  request: ClientRequest,
  body: Buffer,
  isAnswered: () => boolean,
): Promise<void> {
  if (body.length === 0) request.flushHeaders()
  for (let at = 0; at < body.length && !isAnswered() && !request.destroyed; at += BLOCK_BYTES) {
    const isTaken = request.write(body.subarray(at, at + BLOCK_BYTES))
    await Promise.all([isTaken || roomIn(request), nextTurn()])
  }
}

/** Waits until more can be written, or nothing more needs to be. */
async function roomIn(request: ClientRequest): Promise<void> {
  const waiting = new AbortController()
  const limit = AbortSignal.any([waiting.signal, AbortSignal.timeout(ANSWER_LIMIT_MS)])
  const events = ['drain', 'response', 'close']
  await Promise.race(events.map((event) => once(request, event, { signal: limit }).catch(() => {})))
  waiting.abort()
}

function read({
  headers,
  blocks,
  sizeBytes,
}: Pick<Answered, 'headers' | 'sizeBytes'> & { blocks: Buffer[] }) {
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
