import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startPayments } from '@mediajobs/local-engines'
import t, { type Test } from 'tap'
import { openProvider } from '../src/index.ts'
import { checkout } from './support/provider.ts'

// `pnpm test:engines stripe-mock` sets it.
const mockUrl = process.env.TEST_STRIPE_MOCK_URL

interface Verdict {
  call: string
  status: number
  body: string
}

/** Forwards calls to `emulatorUrl`, and records stripe-mock's verdict on each. */
async function shadowed(t: Test, emulatorUrl: string, verdicts: Verdict[]): Promise<string> {
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/', headers } = request
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const init = {
      method,
      headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
        ['host', 'connection', 'content-length'].includes(name) ? [] : [[name, String(value)]],
      ),
      ...(method === 'POST' && { body: Buffer.concat(chunks) }),
    }
    const verdict = await fetch(`${mockUrl}${url}`, init)
    const call = `${method} ${url.replace(/\?.*/, '').replace(/(cs|pi)_\w+/, ':id')}`
    verdicts.push({ call, status: verdict.status, body: await verdict.text() })
    const answer = await fetch(`${emulatorUrl}${url}`, init)
    response.writeHead(answer.status).end(await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

t.test(
  "every call matches Stripe's API description",
  { skip: mockUrl ? false : 'needs stripe-mock: pnpm test:engines stripe-mock' },
  async (t) => {
    const emulator = await startPayments()
    t.teardown(() => emulator.stop())
    const { secretKey } = emulator.addAccount('Harbor Photo')
    const verdicts: Verdict[] = []
    const apiUrl = await shadowed(t, emulator.url, verdicts)
    const provider = openProvider({ provider: 'STRIPE', secretKey, apiUrl })
    await provider.accountOf()
    const open = () => provider.createCheckout(checkout({ tipAmount: 500 }))
    await provider.expireCheckout((await open()).checkoutId)
    const { checkoutId } = await open()
    emulator.pay(checkoutId)
    const read = () => provider.readPayment({ checkoutId, providerPaymentId: null })
    const { providerPaymentId } = await read()
    if (providerPaymentId === null) throw new Error('a paid session has a payment')
    await provider.refund({
      refundId: randomUUID(),
      providerPaymentId,
      amount: 100,
      currency: 'USD',
    })
    emulator.dispute(providerPaymentId)
    await read()
    for (const { call, status, body } of verdicts) t.equal(status, 200, `${call} ${body}`)
    t.same([...new Set(verdicts.map(({ call }) => call))].sort(), [
      'GET /v1/account',
      'GET /v1/checkout/sessions/:id',
      'GET /v1/disputes',
      'GET /v1/payment_intents/:id',
      'GET /v1/refunds',
      'POST /v1/checkout/sessions',
      'POST /v1/checkout/sessions/:id/expire',
      'POST /v1/refunds',
    ])
  },
)
