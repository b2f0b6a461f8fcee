import { setTimeout as pause } from 'node:timers/promises'
import { Agent, type Dispatcher, request } from 'undici'
import type { Organization } from './population.ts'
import type { SeenRequests } from './seen.ts'

export interface Call {
  /** What the call is, for the figures. */
  kind: string
  method: 'GET' | 'POST' | 'PATCH' | 'PUT'
  /** A path of the service, or a whole URL. */
  path: string
  headers?: Record<string, string>
  body?: object | Buffer
  /** The organization whose network it comes from. */
  from: Organization
  /** The client of the organization who calls, by a token: clients have networks of their own. */
  client?: string
}

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: each caller knows the shape of its response
  body: any
  /** An earlier try may have been done: its response was lost, or did not say. */
  isRepeated: boolean
}

// The proxy bounds the connections of one network, and the service its calls without a credential. So organizations and
// their clients come from many networks, as offices and phones do.
const NETWORKS = 1_000
const CONNECTIONS_EACH = 12
const TRIES = 60
const RETRY_MS = 1_000
const TIME_LIMIT_MS = 40_000
const REFUSALS = [429, 502, 503, 504]

/** Callers that do what a good client does: a refused call is made again after the time that the response names. */
export class Caller {
  readonly #url: string
  readonly #seen: SeenRequests
  readonly #phase: () => string
  readonly #stopped: AbortSignal
  readonly #networks: Agent[]
  readonly #flood = network('127.0.200.1')

  constructor(url: string, seen: SeenRequests, phase: () => string, stopped: AbortSignal) {
    this.#url = url
    this.#seen = seen
    this.#phase = phase
    this.#stopped = stopped
    this.#networks = Array.from({ length: NETWORKS }, (_, i) =>
      network(`127.0.${210 + Math.floor(i / 250)}.${1 + (i % 250)}`),
    )
  }

  async close(): Promise<void> {
    await Promise.all([...this.#networks, this.#flood].map((agent) => agent.destroy()))
  }

  /** Makes a call until it is answered. Returns null when it was refused at every try. */
  async call(call: Call): Promise<Answer | null> {
    let isRepeated = false
    for (let tries = 1; tries <= TRIES; tries += 1) {
      this.#stopped.throwIfAborted()
      const tried = await this.try(call)
      if (!REFUSALS.includes(tried.status) && tried.status !== 0) {
        if (tries > 1) this.#seen.answeredLater += 1
        if (tried.status >= 300) this.#noteOdd(call, tried, isRepeated)
        return { status: tried.status, body: tried.body, isRepeated }
      }
      // A 429 says that nothing was done.
      if (tried.status !== 429) isRepeated = true
      const waitMs = Math.max(tried.retryAfterSeconds * 1_000, RETRY_MS)
      await pause(waitMs * (0.8 + 0.4 * Math.random()), undefined, { signal: this.#stopped })
    }
    this.#seen.unanswered += 1
    return null
  }

  /** Makes a call once. `isFlood`: over connections of its own. */
  async try(
    call: Call,
    isFlood = false,
  ): Promise<{ status: number; body: unknown; retryAfterSeconds: number }> {
    const { kind, method, path, headers, body } = call
    const phase = this.#phase()
    const atMs = Date.now()
    const startedMs = performance.now()
    const note = (status: number) =>
      this.#seen.note({ kind, phase, ms: performance.now() - startedMs, status, atMs })
    const agent = isFlood ? this.#flood : this.#networkOf(call)
    try {
      const response = await request(path.startsWith('http') ? path : this.#url + path, {
        method,
        headers: { ...headers, ...(body && !Buffer.isBuffer(body) && JSON_BODY) },
        body: body === undefined ? null : Buffer.isBuffer(body) ? body : JSON.stringify(body),
        dispatcher: agent,
        signal: this.#stopped,
      })
      const text = await response.body.text()
      note(response.statusCode)
      const retryAfterSeconds = Number(response.headers['retry-after'] ?? 0)
      const [status, answer] = [response.statusCode, parsed(response, text)]
      if (REFUSALS.includes(status)) this.#seen.noteRefusal(phase, status, codeOf(answer))
      return { status, body: answer, retryAfterSeconds }
    } catch (error) {
      if (this.#stopped.aborted) throw error
      note(0)
      this.#seen.noteRefusal(phase, 0, '')
      return { status: 0, body: null, retryAfterSeconds: 0 }
    }
  }

  #networkOf({ from, client }: Call): Agent {
    const number = client === undefined ? from.number : Buffer.from(client).readUInt32BE()
    return this.#networks[number % NETWORKS] as Agent
  }

  #noteOdd({ kind }: Call, { status, body }: { status: number; body: unknown }, again: boolean) {
    this.#seen.noteOdd(`${kind}: ${status} ${codeOf(body)}${again ? ' (repeated)' : ''}`)
  }
}

const JSON_BODY = { 'content-type': 'application/json' }

function network(localAddress: string): Agent {
  return new Agent({
    connections: CONNECTIONS_EACH,
    localAddress,
    headersTimeout: TIME_LIMIT_MS,
    bodyTimeout: TIME_LIMIT_MS,
    keepAliveTimeout: 20_000,
  })
}

function parsed({ headers }: Dispatcher.ResponseData, text: string): unknown {
  return `${headers['content-type']}`.includes('json') && text ? JSON.parse(text) : null
}

/** The code of an error of the service. The store has none. */
function codeOf(body: unknown): string {
  return (body as { code?: string } | null)?.code ?? 'without a code'
}
