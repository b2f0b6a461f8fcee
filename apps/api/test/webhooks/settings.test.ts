import { openKeyRing, ownHeadersRow } from '@mediajobs/domain'
import { openedHeaders } from '@mediajobs/operations/webhooks'
import { sharedApp } from '@mediajobs/testing/api/app'
import { SUBSCRIPTIONS, webhookStudio } from '@mediajobs/testing/api/webhook-studio'
import t from 'tap'

const URL = 'https://example.com/hook'
const MASK = '********'
const keyRing = openKeyRing(Buffer.alloc(32, 1).toString('base64'))

const api = await sharedApp()

async function storedHeaders(organizationId: string, id: string) {
  const [row] = await api.store.sql.query<{ sealed: string | null }>(
    'select headers_encrypted as sealed from webhook_subscriptions where id = $1',
    [id],
  )
  return openedHeaders(row?.sealed ?? null, ownHeadersRow(organizationId, id), keyRing)
}

t.test('a subscription without settings has empty defaults [c16-optional]', async (t) => {
  const { subscribe } = await webhookStudio(api)
  t.match((await subscribe(URL)).body, {
    description: null,
    metadata: {},
    headers: {},
    filter: null,
    maxPerSecond: null,
    standardWebhooks: false,
  })
})

t.test('the settings are stored, listed, changed and cleared [c16-description]', async (t) => {
  const { call, subscribe } = await webhookStudio(api)
  const settings = {
    description: 'Accounting',
    metadata: { team: 'money', 'a/b~c': '' },
    filter: { toStatuses: ['DELIVERED', 'CANCELLED'] },
    maxPerSecond: 5,
    standardWebhooks: true,
  }
  const { status, body } = await subscribe(URL, settings)
  t.equal(status, 201)
  const { secret, ...record } = body
  t.match(record, settings)
  t.same((await call('GET', SUBSCRIPTIONS)).body.data, [record])
  const path = `${SUBSCRIPTIONS}/${record.id}`
  t.same((await call('PATCH', path, settings)).body, record, 'the same settings are a no-op')
  const cleared = { description: null, metadata: {}, filter: null, maxPerSecond: null }
  const changed = await call('PATCH', path, { ...cleared, standardWebhooks: false })
  t.match(changed.body, { ...cleared, standardWebhooks: false })
  t.not(changed.body.updatedAt, record.updatedAt)
})

t.test(
  'the values of custom headers are stored encrypted and never shown [c16-headers]',
  async (t) => {
    const { org, call, subscribe } = await webhookStudio(api)
    const { organizationId } = org
    const headers = { Authorization: 'Bearer of-tests', 'X-Team': 'blue team' }
    const { body } = await subscribe(URL, { headers })
    const shown = { Authorization: MASK, 'X-Team': MASK }
    t.same(body.headers, shown)
    t.same(await storedHeaders(organizationId, body.id), headers)
    const path = `${SUBSCRIPTIONS}/${body.id}`
    for (const text of [await call('GET', path), await call('GET', SUBSCRIPTIONS)]) {
      t.notMatch(JSON.stringify(text.body), /of-tests/)
    }

    const { updatedAt } = (await call('PATCH', path, { headers: shown })).body
    t.equal(updatedAt, body.updatedAt, 'sending back what was read changes nothing')
    const more = await call('PATCH', path, { headers: { authorization: MASK, 'X-New': 'n' } })
    t.same(more.body.headers, { authorization: MASK, 'X-New': MASK })
    t.same(await storedHeaders(organizationId, body.id), {
      authorization: 'Bearer of-tests',
      'X-New': 'n',
    })
    t.same((await call('PATCH', path, { headers: {} })).body.headers, {})
    t.same(await storedHeaders(organizationId, body.id), {})
  },
)

t.test('unsendable headers are refused by name [c16-headers]', async (t) => {
  const { subscribe } = await webhookStudio(api)
  const refused: [object, RegExp][] = [
    [{ Host: 'a' }, /headers\.Host is set by the service or by HTTP/],
    [{ 'content-type': 'a' }, /headers\.content-type is/],
    [{ 'Transfer-Encoding': 'chunked' }, /headers\.Transfer-Encoding is/],
    [{ 'X-Webhook-Id': 'a' }, /headers\.X-Webhook-Id is/],
    [{ 'webhook-signature': 'a' }, /headers\.webhook-signature is/],
    [{ 'a b': 'a' }, /valid HTTP names/],
    [{ '': 'a' }, /valid HTTP names/],
    [{ ['x'.repeat(101)]: 'a' }, /at most 100 characters/],
    [{ 'X-A': 'a\r\nX-B: b' }, /headers\.X-A must be visible ASCII/],
    [{ 'X-A': '' }, /headers\.X-A must be visible ASCII/],
    [{ 'X-A': ' a' }, /headers\.X-A must be visible ASCII/],
    [{ 'X-A': 'é' }, /headers\.X-A must be visible ASCII/],
    [{ 'X-A': 'a', 'x-a': 'b' }, /headers\.x-a must be unique/],
    [{ 'X-A': MASK }, /headers\.X-A must be the actual value/],
    [{ 'X-A': 'a'.repeat(4_097) }, /headers\.X-A must have at most 4096 characters/],
    [
      Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`x-${n}`, 'a'])),
      /at most 10 fields/,
    ],
    [{ 'X-A': 1 }, /headers\.X-A must be a string/],
  ]
  for (const [headers, message] of refused) {
    const { status, body } = await subscribe(URL, { headers })
    t.equal(status, 400, JSON.stringify(headers).slice(0, 60))
    t.match([body.message].flat().join('. '), message)
  }
  const most = { headers: { [`x${'-'.repeat(99)}`]: 'a'.repeat(4_096) } }
  t.equal((await subscribe(URL, most)).status, 201)
})

t.test('settings beyond their bounds are refused [c16-description]', async (t) => {
  const { subscribe } = await webhookStudio(api)
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`k${n}`, '']))
  const refused: [object, RegExp][] = [
    [{ description: 'd'.repeat(501) }, /description must have at most 500 characters/],
    [{ description: '' }, /description must not be empty/],
    [{ metadata: many }, /metadata must have at most 20 fields/],
    [{ metadata: { ['k'.repeat(41)]: '' } }, /metadata must have keys of 1 to 40 characters/],
    [{ metadata: { '': 'a' } }, /metadata must have keys of 1 to 40 characters/],
    [{ metadata: { 'a/b': 'v'.repeat(501) } }, /metadata\.a\/b must have at most 500 characters/],
    [{ metadata: { a: { b: 'c' } } }, /metadata\.a must be a string/],
    [{ metadata: { a: '\0' } }, /metadata\.a/],
    [{ metadata: null }, /metadata must be an object/],
    [{ filter: {} }, /filter must have at least one field/],
    [{ filter: { projectIds: [] } }, /filter\.projectIds must not be empty/],
    [{ filter: { toStatuses: ['SOLD'] } }, /filter\.toStatuses\[0\] must be one of/],
    [{ maxPerSecond: 0 }, /maxPerSecond must be at least 1/],
    [{ maxPerSecond: 101 }, /maxPerSecond must be at most 100/],
    [{ maxPerSecond: 1.5 }, /maxPerSecond must be an integer or null/],
    [{ standardWebhooks: null }, /standardWebhooks must be a boolean/],
  ]
  for (const [settings, message] of refused) {
    const { status, body } = await subscribe(URL, settings)
    t.equal(status, 400, JSON.stringify(settings).slice(0, 60))
    t.match([body.message].flat().join('. '), message)
  }
})

t.test('a filter naming an unknown or foreign record is a 404 [c16-filter]', async (t) => {
  const { call, subscribe } = await webhookStudio(api)
  const other = await webhookStudio(api)
  const foreign = (await other.call('POST', '/customers', { name: 'Ann', email: 'a@b.test' })).body
    .id
  for (const id of [foreign, crypto.randomUUID(), 'no id']) {
    t.match(await subscribe(URL, { filter: { customerIds: [id] } }), { status: 404 })
    t.match(await subscribe(URL, { filter: { projectIds: [id] } }), { status: 404 })
  }
  const { body } = await subscribe(URL)
  const path = `${SUBSCRIPTIONS}/${body.id}`
  const changed = await call('PATCH', path, { filter: { customerIds: [foreign] } })
  t.equal(changed.status, 404)
})
