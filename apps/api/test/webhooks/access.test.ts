import { sharedApp } from '@mediajobs/testing/api/app'
import { SUBSCRIPTIONS, webhookStudio } from '@mediajobs/testing/api/webhook-studio'
import t from 'tap'

const NIL = '00000000-0000-0000-0000-000000000000'

const api = await sharedApp()

t.test(
  'every operation needs the scope WEBHOOKS and the role ADMIN or MANAGER [i4-subscribe, i4-subscriptions, i4-subscription-change, i4-subscription-delete, i4-deliveries, i4-test, i5-webhooks, c2-access-webhooks]',
  async (t) => {
    const { org, call, subscribe } = await webhookStudio(api)
    const { body: made } = await subscribe('https://example.com/')
    const { body: delivery } = await call('POST', `${SUBSCRIPTIONS}/${made.id}/test`)
    const operations: [string, string, unknown?][] = [
      ['POST', SUBSCRIPTIONS, { url: 'https://example.org/', events: ['INVOICE_PAID'] }],
      ['GET', SUBSCRIPTIONS],
      ['GET', `${SUBSCRIPTIONS}/${made.id}`],
      ['PATCH', `${SUBSCRIPTIONS}/${made.id}`, { events: ['INVOICE_PAID'] }],
      ['POST', `${SUBSCRIPTIONS}/${made.id}/test`],
      ['GET', `${SUBSCRIPTIONS}/${made.id}/deliveries`],
      ['GET', `/webhooks/deliveries/${delivery.id}`],
      ['DELETE', `${SUBSCRIPTIONS}/${made.id}`],
    ]
    const manager = await api.createMember(org, 'MANAGER')
    const technician = await api.createMember(org, 'TECHNICIAN')
    const editor = await api.createMember(org, 'EDITOR')
    const refused: [string, string, RegExp][] = [
      [await manager.keyWith('READ', 'WRITE'), 'scope_missing', /WEBHOOKS.*READ, WRITE/],
      [await manager.keyWith('BULK_IMPORT'), 'scope_missing', /WEBHOOKS.*BULK_IMPORT/],
      [await technician.keyWith('WEBHOOKS'), 'role_forbids', /ADMIN or MANAGER.*TECHNICIAN/],
      [await editor.keyWith('ADMIN'), 'role_forbids', /ADMIN or MANAGER.*EDITOR/],
    ]
    for (const [method, path, body] of operations) {
      for (const [key, code, message] of refused) {
        const response = await api.request(method, path, { key, body })
        t.match(response, { status: 403, body: { code, message } }, `${method} ${path}`)
      }
    }
    const key = await manager.keyWith('WEBHOOKS')
    for (const [method, path, body] of operations) {
      const { status } = await api.request(method, path, { key, body })
      t.ok(status >= 200 && status < 300, `${method} ${path} ${status}`)
    }
  },
)

t.test("another organization's ids, unknown and malformed ones get the same 404", async (t) => {
  const [mine, theirs] = [await webhookStudio(api), await webhookStudio(api)]
  const { body: made } = await theirs.subscribe('https://example.com/')
  const { body: delivery } = await theirs.call('POST', `${SUBSCRIPTIONS}/${made.id}/test`)
  const operations: [string, (id: string) => string, string, unknown?][] = [
    ['GET', (id) => `${SUBSCRIPTIONS}/${id}`, made.id],
    ['PATCH', (id) => `${SUBSCRIPTIONS}/${id}`, made.id, { active: false }],
    ['DELETE', (id) => `${SUBSCRIPTIONS}/${id}`, made.id],
    ['POST', (id) => `${SUBSCRIPTIONS}/${id}/test`, made.id],
    ['GET', (id) => `${SUBSCRIPTIONS}/${id}/deliveries`, made.id],
    ['GET', (id) => `/webhooks/deliveries/${id}`, delivery.id],
  ]
  for (const [method, path, foreign, body] of operations) {
    const responses = await Promise.all(
      [foreign, NIL, 'nope', '%00'].map((id) => mine.call(method, path(id), body)),
    )
    const seen = responses.map((response) => [response.status, { ...response.body, requestId: '' }])
    t.same(seen.slice(1), [seen[0], seen[0], seen[0]], `${method} ${path(':id')}`)
    t.equal(responses[0]?.status, 404)
  }
  t.match((await theirs.call('GET', `${SUBSCRIPTIONS}/${made.id}`)).body, { active: true })
})
