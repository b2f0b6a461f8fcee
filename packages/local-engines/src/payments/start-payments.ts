import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from '../ports.ts'
import { Accounts } from './accounts.ts'
import { paymentsApi } from './api.ts'
import { type Endpoint, Events } from './events.ts'
import { Ledger } from './ledger.ts'
import { newId } from './objects.ts'
import { paymentPages } from './pages.ts'

const MAX_BODY_BYTES = 65_536
const SWEEP_MS = 5_000

/** How API calls fail: a 500, a 400, a closed connection, no response, or a response lost after the call succeeded. */
export type Outage = 'error' | 'refusal' | 'hangup' | 'silence' | 'lost-answers'

export type Payments = Awaited<ReturnType<typeof startPayments>>

/**
 * Starts a payment provider on 127.0.0.1 that emulates Stripe's API for hosted payments, without moving money. State
 * is in memory. The dashboard is at `url`.
 *
 * @throws {EngineError} PORT_TAKEN
 */
export async function startPayments({ port = 0 }: { port?: number | undefined } = {}) {
  const events = new Events()
  const ledger = new Ledger(events)
  const accounts = new Accounts()
  const paidWhileExpiring = new Set<string>()
  let outage: { how: Outage; secretKey: string | undefined } | null = null
  let url = ''
  const app = paymentPages(ledger, events)
  app.route('/v1', paymentsApi({ ledger, accounts, origin: () => url, paidWhileExpiring }))

  function failureOf({ url: path, headers }: IncomingMessage): Outage | null {
    if (!outage || !path?.startsWith('/v1/')) return null
    const { how, secretKey } = outage
    return secretKey && headers.authorization !== `Bearer ${secretKey}` ? null : how
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const failing = failureOf(request)
    if (failing === 'silence') return
    if (failing === 'hangup') return void request.socket.destroy()
    const body = await bodyOf(request)
    if (body === null) return void response.writeHead(413, { connection: 'close' }).end()
    if (failing === 'error' || failing === 'refusal') {
      const [status, type] =
        failing === 'error' ? [500, 'api_error'] : [400, 'invalid_request_error']
      const error = { type, message: 'The emulator was told to fail' }
      response.writeHead(status, { 'content-type': 'application/json' })
      return void response.end(JSON.stringify({ error }))
    }
    const { status, headers, text } = await handled(request, body)
    if (failing === 'lost-answers') return void request.socket.destroy()
    response.writeHead(status, headers).end(text)
  }

  async function handled(
    { method = 'GET', url: path = '/', headers }: IncomingMessage,
    body: string,
  ) {
    const given = Object.entries(headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ])
    const answered = await app.fetch(
      new Request(new URL(path, url), {
        method,
        headers: given,
        ...(method === 'POST' && { body }),
      }),
    )
    const text = await answered.text()
    return { status: answered.status, headers: Object.fromEntries(answered.headers), text }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  url = `http://127.0.0.1:${await listen(server, port)}`
  // Expires overdue sessions, so their events are sent.
  const sweep = setInterval(() => {
    for (const { id, status } of ledger.sessions.newest()) if (status === 'open') ledger.session(id)
  }, SWEEP_MS)
  sweep.unref()

  return {
    /** For `PAYMENTS_API_URL`; shows the dashboard in a browser. */
    url,
    events,
    /** Actions of payers, banks and the account's owner. */
    pay: ledger.pay.bind(ledger),
    decline: ledger.decline.bind(ledger),
    settle: ledger.settle.bind(ledger),
    refund: ledger.refund.bind(ledger),
    settleRefund: ledger.settleRefund.bind(ledger),
    dispute: ledger.dispute.bind(ledger),
    moveDispute: ledger.moveDispute.bind(ledger),
    session: ledger.session.bind(ledger),
    intent: ledger.intents.find.bind(ledger.intents),
    /** Newest first. */
    sessions: () => ledger.sessions.newest(),
    refunds: () => ledger.refunds.newest(),
    addAccount: accounts.add.bind(accounts),
    addKey: accounts.addKey.bind(accounts),
    refuseKey: accounts.refuseKey.bind(accounts),
    /** Sets an account's event endpoint. @returns its secret */
    sendEventsTo(
      accountId: string,
      { url: to, secret = newId('whsec') }: Partial<Endpoint> & { url: string },
    ): string {
      events.setEndpoint(accountId, { url: to, secret })
      return secret
    },
    /** Simulates a payer who beats the call that expires the session. */
    payWhileExpiring(sessionId: string): void {
      paidWhileExpiring.add(sessionId)
    },
    /** Null: works again. @param secretKey fails only this key's calls; default: all */
    fail(how: Outage | null, secretKey?: string): void {
      outage = how && { how, secretKey }
    },
    async stop(): Promise<void> {
      clearInterval(sweep)
      events.stop()
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
