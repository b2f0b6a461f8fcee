import { sharedApp } from '@mediajobs/testing/api/app'
import { SUBSCRIPTIONS, statuses, webhookStudio } from '@mediajobs/testing/api/webhook-studio'
import t from 'tap'

const api = await sharedApp()

t.test(
  'of 50 concurrent changes to one URL, one is a 200 and 49 are a 409 [c7-url-unique]',
  async (t) => {
    const { call, subscribe } = await webhookStudio(api)
    const made = await Promise.all(
      Array.from({ length: 50 }, (_, i) => subscribe(`https://example.com/${i}`)),
    )
    const responses = await Promise.all(
      made.map(({ body }) =>
        call('PATCH', `${SUBSCRIPTIONS}/${body.id}`, { url: 'https://example.org' }),
      ),
    )
    t.same(statuses(responses), { 200: 1, 409: 49 })
    t.match(responses.find(({ status }) => status === 409)?.body, { code: 'duplicate_url' })
  },
)

t.test('two organizations may have subscriptions for one URL [c7-url-unique]', async (t) => {
  const [one, other] = [await webhookStudio(api), await webhookStudio(api)]
  t.equal((await one.subscribe('https://example.com/')).status, 201)
  t.equal((await other.subscribe('https://example.com/')).status, 201)
  t.equal((await one.call('GET', SUBSCRIPTIONS)).body.data.length, 1)
})

t.test(
  'an organization has at most 50 subscriptions, even with 60 concurrent creates [c7-fifty]',
  async (t) => {
    const { call, subscribe } = await webhookStudio(api)
    const responses = await Promise.all(
      Array.from({ length: 60 }, (_, i) => subscribe(`https://example.com/${i}`)),
    )
    t.same(statuses(responses), { 201: 50, 409: 10 })
    const refused = responses.find(({ status }) => status === 409)
    t.match(refused?.body, { code: 'too_many_subscriptions', message: /at most 50/ })
    const { body } = responses.find(({ status }) => status === 201) ?? {}
    t.match(await subscribe(body.url), { status: 409, body: { code: 'duplicate_url' } })
    await call('DELETE', `${SUBSCRIPTIONS}/${body.id}`)
    t.equal((await subscribe('https://example.com/one-more')).status, 201)
    t.equal((await subscribe('https://example.com/too-many')).status, 409)
  },
)
