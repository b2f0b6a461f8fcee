import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { openProvider } from '../src/index.ts'
import { checkout, errorOf, faultOf } from './support/provider.ts'

const KEY = 'sk_test_Secret1234567890'

type Respond = (request: IncomingMessage, response: ServerResponse) => void

async function against(t: Test, respond: Respond) {
  const server = createServer(respond)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { server, provider: openProvider({ provider: 'STRIPE', secretKey: KEY, apiUrl }) }
}

const read = { checkoutId: 'cs_test_1', providerPaymentId: null }

function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

t.test('a response without a Stripe object is a fault, never a crash', async (t) => {
  const bodies = [
    '',
    'null',
    '7',
    '"text"',
    '[]',
    '{',
    '<html>',
    '{}',
    '{"error":true}',
    '{"error":{}}',
  ]
  for (const body of [...bodies, `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`]) {
    const { provider } = await against(t, (_request, response) => void response.end(body))
    const error = await errorOf(provider.readPayment(read))
    t.equal(error.fault, 'unreachable', body.slice(0, 20))
  }
})

t.test('an object that contradicts itself is a fault', async (t) => {
  const session = {
    id: 'cs_test_1',
    object: 'checkout.session',
    status: 'complete',
    currency: 'usd',
    livemode: false,
    payment_intent: 'pi_1',
  }
  const intent = {
    id: 'pi_1',
    object: 'payment_intent',
    status: 'succeeded',
    amount_received: 5_000,
    currency: 'usd',
    livemode: false,
  }
  const refund = { id: 're_1', payment_intent: 'pi_1', status: 'succeeded', currency: 'usd' }
  const one = (object: object) => ({ data: [object], has_more: false })
  for (const [what, changed] of Object.entries({
    'another session': { session: { ...session, id: 'cs_test_2' } },
    'another payment': { intent: { ...intent, id: 'pi_2' } },
    'a negative amount': { intent: { ...intent, amount_received: -1 } },
    'half a cent': { intent: { ...intent, amount_received: 0.5 } },
    'a text as amount': { intent: { ...intent, amount_received: '5000' } },
    'too large an amount': { intent: { ...intent, amount_received: 2 ** 60 } },
    'no currency': { intent: { ...intent, currency: 'dollars' } },
    'no mode': { intent: { ...intent, livemode: undefined } },
    'a negative refund': { refunds: one({ ...refund, amount: -1 }) },
    'a refund of another payment': {
      refunds: one({ ...refund, amount: 1, payment_intent: 'pi_2' }),
    },
    'a refund in another currency': { refunds: one({ ...refund, amount: 1, currency: 'eur' }) },
    'a refund with an unknown status': { refunds: one({ ...refund, amount: 1, status: 'so' }) },
    'a refund of zero': { refunds: one({ ...refund, amount: 0 }) },
    "another page's payment": {
      session: { ...session, client_reference_id: randomUUID() },
      intent: { ...intent, metadata: { paymentId: randomUUID() } },
    },
    'no list': { refunds: { data: 7 } },
    'a dispute of another payment': {
      disputes: one({
        id: 'du_1',
        payment_intent: 'pi_2',
        status: 'lost',
        amount: 1,
        currency: 'usd',
      }),
    },
  })) {
    const empty = { data: [], has_more: false }
    const world = { session, intent, refunds: empty, disputes: empty, ...changed }
    const { provider } = await against(t, ({ url = '' }, response) => {
      if (url.includes('/sessions/')) return json(response, world.session)
      if (url.includes('/payment_intents/')) return json(response, world.intent)
      json(response, url.includes('/refunds') ? world.refunds : world.disputes)
    })
    const error = await errorOf(provider.readPayment(read))
    t.equal(error.fault, 'unreachable', what)
  }
})

t.test('an endless list is abandoned', async (t) => {
  let pages = 0
  const { provider } = await against(t, ({ url = '' }, response) => {
    if (url.includes('/payment_intents/')) {
      return json(response, {
        id: 'pi_1',
        status: 'succeeded',
        amount_received: 1,
        currency: 'usd',
        livemode: false,
      })
    }
    pages += 1
    const refund = (n: number) => ({ id: `re_${pages}_${n}`, payment_intent: 'pi_1' })
    json(response, { data: Array.from({ length: 100 }, (_, n) => refund(n)), has_more: true })
  })
  const error = await errorOf(provider.readPayment({ checkoutId: null, providerPaymentId: 'pi_1' }))
  t.equal(error.fault, 'refused')
  t.equal(pages, 11)
})

t.test("a huge response is left unread, and redirects aren't followed", async (t) => {
  let sent = 0
  const huge = await against(t, (request, response) => {
    const chunk = Buffer.alloc(65_536, ' ')
    const more = () => {
      while (!request.socket.destroyed) {
        sent += chunk.length
        if (!response.write(chunk)) return
      }
    }
    response.on('drain', more)
    more()
  })
  t.equal(await faultOf(huge.provider.readPayment(read)), 'unreachable')
  t.ok(sent < 64_000_000)
  const asked: string[] = []
  const target = await against(t, ({ headers }, response) => {
    asked.push(String(headers.authorization))
    response.end('{}')
  })
  const { port } = target.server.address() as AddressInfo
  const redirect = await against(t, (_request, response) => {
    response.writeHead(307, { location: `http://127.0.0.1:${port}/` }).end()
  })
  t.equal(await faultOf(redirect.provider.readPayment(read)), 'unreachable')
  t.same(asked, [])
})

t.test('an endless response is abandoned', async (t) => {
  const { provider } = await against(t, (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    // Each byte would restart an idle timeout.
    const drip = setInterval(() => response.write(' '), 200)
    response.on('close', () => clearInterval(drip))
  })
  t.equal(await faultOf(provider.readPayment(read)), 'unreachable')
})

t.test('no error quotes the provider', async (t) => {
  for (const status of [400, 401, 402, 403, 404, 409, 429, 500]) {
    const { provider } = await against(t, (_request, response) => {
      const error = { type: KEY, code: KEY, message: `Invalid API Key: ${KEY}`, param: KEY }
      response.setHeader('request-id', KEY)
      json(response, { error }, status)
    })
    const error = await errorOf(provider.readPayment(read))
    t.notMatch(
      `${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`,
      'Secret',
      String(status),
    )
  }
})

t.test('a checkout page without a valid web URL is a fault', async (t) => {
  const urls = {
    null: null,
    'a number': 7,
    'a script': 'javascript:alert(1)',
    'a relative URL': 'pay',
    'a URL of 5 kB': `https://x.test/${'x'.repeat(5_000)}`,
  }
  for (const [name, url] of Object.entries(urls)) {
    const { provider } = await against(t, (_request, response) => {
      json(response, { id: 'cs_test_1', url, expires_at: 2_000_000_000 })
    })
    t.equal(await faultOf(provider.createCheckout(checkout())), 'unreachable', name)
  }
})
