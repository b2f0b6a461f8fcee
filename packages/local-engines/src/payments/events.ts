import { createHmac } from 'node:crypto'
import { newId, nowSeconds, type Owner } from './objects.ts'

export interface StripeEvent {
  id: string
  object: 'event'
  type: string
  created: number
  livemode: boolean
  pending_webhooks: number
  data: { object: Record<string, unknown> }
}

export interface Endpoint {
  url: string
  secret: string
}

/** How new events are handled: sent, sent twice concurrently, held until `release`, or never sent. */
export type EventScript = 'once' | 'twice' | 'held' | 'lost'

/** Options for sending an event manually. */
export interface SendOptions {
  times?: number
  /** Backdates the signature. */
  ageSeconds?: number
  secret?: string
  url?: string
}

const MAX_EVENTS = 5_000
const SEND_LIMIT_MS = 10_000
// Stripe retries for three days; a local receiver restarts within these.
const REPEAT_AFTER_MS = [500, 2_000, 10_000]

/** The events of all accounts, and their delivery to each account's endpoint. */
export class Events {
  readonly #created: { event: StripeEvent; owner: Owner }[] = []
  readonly #endpoints = new Map<string, Endpoint>()
  readonly #inFlight = new Set<Promise<unknown>>()
  readonly #stop = new AbortController()
  #held: StripeEvent[] = []
  #script: EventScript = 'once'

  emit({ accountId, livemode }: Owner, type: string, object: object): void {
    const event: StripeEvent = {
      id: newId('evt'),
      object: 'event',
      type,
      created: nowSeconds(),
      livemode,
      pending_webhooks: 1,
      data: { object: structuredClone(object) as Record<string, unknown> },
    }
    this.#created.push({ event, owner: { accountId, livemode } })
    if (this.#created.length > MAX_EVENTS) this.#created.shift()
    if (this.#script === 'lost') return
    if (this.#script === 'held') this.#held.push(event)
    else for (let n = this.#script === 'twice' ? 2 : 1; n > 0; n -= 1) this.#deliver(event)
  }

  /** In creation order. */
  made(type?: string): StripeEvent[] {
    const events = this.#created.map(({ event }) => event)
    return type === undefined ? events : events.filter((event) => event.type === type)
  }

  script(script: EventScript): void {
    this.#script = script
  }

  /** Sends held events sequentially, in the order returned by `arrange`. */
  async release(arrange: (held: StripeEvent[]) => StripeEvent[] = (held) => held): Promise<void> {
    const held = this.#held
    this.#held = []
    for (const event of arrange(held)) await this.send(event)
  }

  /** Resends an event. @returns the statuses; 0 without a response or an endpoint */
  send(event: StripeEvent, { times = 1, ...options }: SendOptions = {}): Promise<number[]> {
    return Promise.all(Array.from({ length: times }, () => this.#post(event, options)))
  }

  setEndpoint(accountId: string, endpoint: Endpoint | null): void {
    if (endpoint) this.#endpoints.set(accountId, endpoint)
    else this.#endpoints.delete(accountId)
  }

  /** Resolves when no event is in flight, including retries. */
  async settled(): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.all(this.#inFlight)
  }

  stop(): void {
    this.#stop.abort()
  }

  #deliver(event: StripeEvent): void {
    const sending = this.#postUntilAccepted(event).finally(() => this.#inFlight.delete(sending))
    this.#inFlight.add(sending)
  }

  async #postUntilAccepted(event: StripeEvent): Promise<void> {
    for (const waitMs of [...REPEAT_AFTER_MS, null]) {
      const status = await this.#post(event, {})
      if ((status >= 200 && status < 300) || waitMs === null || this.#hasNoEndpoint(event)) return
      await this.#wait(waitMs)
      if (this.#stop.signal.aborted) return
    }
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      timer.unref()
      this.#stop.signal.addEventListener('abort', () => resolve(), { once: true })
    })
  }

  #hasNoEndpoint(event: StripeEvent): boolean {
    return this.#endpointFor(event) === undefined
  }

  #endpointFor({ id }: StripeEvent): Endpoint | undefined {
    const owner = this.#created.find(({ event }) => event.id === id)?.owner
    return owner && this.#endpoints.get(owner.accountId)
  }

  async #post(event: StripeEvent, options: Omit<SendOptions, 'times'>): Promise<number> {
    const endpoint = this.#endpointFor(event)
    const { url = endpoint?.url, secret = endpoint?.secret, ageSeconds = 0 } = options
    if (url === undefined || secret === undefined) return 0
    const body = JSON.stringify(event)
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          'stripe-signature': signatureOf(body, secret, nowSeconds() - ageSeconds),
        },
        body,
        signal: AbortSignal.any([this.#stop.signal, AbortSignal.timeout(SEND_LIMIT_MS)]),
      })
      await response.body?.cancel()
      return response.status
    } catch {
      return 0
    }
  }
}

/** The header `Stripe-Signature`. */
function signatureOf(body: string, secret: string, seconds: number): string {
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${mac}`
}
