// A page runs the operation at its URL in the process, without JSON: docs/contract.md#c12-client.

import { testApp } from '@mediajobs/testing/api/app'
import { siteStudio } from '@mediajobs/testing/api/published-site'
import type { FastifyReply, FastifyRequest } from 'fastify'
import t from 'tap'

const api = await testApp(t, { trustProxy: true })
const { call, deliver, fill, publish } = await siteStudio(api)

/** What the operation returns to a page. */
async function given(url: string, params: object) {
  const page = { routeOptions: { url }, params, store: api.store, ip: '2001:db8::1' }
  const reply = { code() {} } as unknown as FastifyReply
  return api.app.readFrom(page as unknown as FastifyRequest, reply)
}

t.test('a page gets exactly the fields sent to a program [c12-client]', async (t) => {
  await call('PATCH', '/organization', { colour: '#7a1fa2', deliveryTerms: 'Net 30' })
  const { site, tour } = await publish()
  const unlocked = await deliver({ addressLine1: '1 Main St' }, { message: 'Enjoy' }, fill)
  const media = (await unlocked.open()).body.media.map(({ id }: { id: string }) => id)
  await unlocked.requestRevision({
    items: [{ mediaId: media[0], comment: 'Brighter', x: 0.5, y: 0.5 }],
  })
  const { body: customer } = await call('POST', '/customers', { name: 'A', email: 'a@given.test' })
  const price = { name: 'Day', priceAmount: 1_000, currency: 'USD' }
  const { body: offer } = await call('POST', '/packages', price)
  const owed = { customerId: customer.id, packageId: offer.id }
  const locked = await deliver(owed, { requirePayment: true }, fill)

  for (const [pattern, path] of [
    ['/deliveries/:token', `/deliveries/${unlocked.token}`],
    ['/deliveries/:token', `/deliveries/${locked.token}`],
    ['/sites/:publicId', site],
    ['/tours/:publicId', tour],
  ] as const) {
    const { status, body } = await api.request('GET', path)
    t.equal(status, 200)
    const [, , id] = path.split('/')
    t.strictSame(await given(pattern, { token: id, publicId: id }), body, path)
  }
})

t.test('a page can run only plain reads', async (t) => {
  t.ok(api.app.linkReads.has('/deliveries/:token'))
  await t.rejects(given('/customers/:id', {}), 'not an operation of a link')
  await t.rejects(given('/book/:publicId/slots', {}), 'has a query to validate')
})
