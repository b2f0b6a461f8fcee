import { openKeyRing, signingSecretRow } from '@mediajobs/domain'
import { sharedApp } from '@mediajobs/testing/api/app'
import { SUBSCRIPTIONS, statuses, webhookStudio } from '@mediajobs/testing/api/webhook-studio'
import t from 'tap'

const RECORD_FIELDS = [
  'active',
  'createdAt',
  'description',
  'disabledReason',
  'events',
  'filter',
  'headers',
  'id',
  'maxPerSecond',
  'metadata',
  'organizationId',
  'previousSecretUntil',
  'standardWebhooks',
  'updatedAt',
  'url',
]

const api = await sharedApp()

t.test(
  'a new subscription is returned in full, with its secret [i2-subscription-fields, i4-subscribe, c7-subscription]',
  async (t) => {
    const { org, call } = await webhookStudio(api)
    const sent = { url: 'https://example.com/hook', events: ['INVOICE_PAID', 'PROJECT_CREATED'] }
    const { status, body } = await call('POST', SUBSCRIPTIONS, sent)
    t.equal(status, 201)
    t.same(Object.keys(body).sort(), [...RECORD_FIELDS, 'secret'].sort())
    t.match(body, {
      ...sent,
      organizationId: org.organizationId,
      active: true,
      disabledReason: null,
    })
    t.match(body.createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    t.match(body.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    t.equal(Buffer.from(body.secret.slice(6), 'base64').length, 32)
  },
)

t.test(
  'the secret is never shown again, and is stored encrypted, bound to its row [i2-subscription-secret, c7-secret-stored]',
  async (t) => {
    const { org, call, subscribe } = await webhookStudio(api)
    const { body: made } = await subscribe('https://example.com/')
    const { body: other } = await subscribe('https://example.org/')
    t.not(made.secret, other.secret)
    const { secret, ...record } = made
    t.same((await call('GET', `${SUBSCRIPTIONS}/${made.id}`)).body, record)
    t.same((await call('PATCH', `${SUBSCRIPTIONS}/${made.id}`, {})).body, record)
    const list = await call('GET', SUBSCRIPTIONS)
    t.same(Object.keys(list.body.data[0]).sort(), RECORD_FIELDS)
    const [row] = await api.store.sql.query<{ secret_encrypted: string }>(
      'select secret_encrypted from webhook_subscriptions where id = $1',
      [made.id],
    )
    const stored = row?.secret_encrypted ?? ''
    t.notMatch(stored, secret)
    const keyRing = openKeyRing(Buffer.alloc(32, 1).toString('base64'))
    t.equal(keyRing.decrypt(stored, signingSecretRow(org.organizationId, made.id)), secret)
    t.throws(() => keyRing.decrypt(stored, signingSecretRow(org.organizationId, other.id)))
  },
)

t.test('a subscription can be created inactive', async (t) => {
  const { subscribe } = await webhookStudio(api)
  t.match(await subscribe('https://example.com/', { active: false }), {
    status: 201,
    body: { active: false, disabledReason: null },
  })
})

t.test(
  'each invalid field of a subscription has a separate message [c7-subscription-events]',
  async (t) => {
    const { call, subscribe } = await webhookStudio(api)
    const url = 'https://example.com/'
    const list = 'PROJECT_CREATED, PROJECT_ASSIGNED'
    const cases: [unknown, (string | RegExp)[]][] = [
      [{}, ['url is required', 'events is required']],
      [{ url: '', events: [] }, ['url must not be empty', 'events must not be empty']],
      [{ url: 5, events: 'PROJECT_CREATED' }, ['url must be a string', 'events must be an array']],
      [{ url, events: ['NOPE'] }, [new RegExp(`^events\\[0\\] must be one of ${list}`)]],
      [{ url, events: ['WEBHOOK_TEST'] }, [/^events\[0\] must be one of/]],
      [
        { url, events: ['INVOICE_PAID', 'INVOICE_PAID'] },
        [/^events must not have duplicates: items \d and \d are equal$/],
      ],
      [{ url, events: ['INVOICE_PAID'], active: 'yes' }, ['active must be a boolean']],
      [{ url: null, events: ['INVOICE_PAID'] }, ['url must be a string']],
    ]
    const { body: made } = await subscribe(url)
    for (const [body, messages] of cases) {
      const response = await call('POST', SUBSCRIPTIONS, body)
      t.equal(response.status, 400, JSON.stringify(body))
      t.match(response.body.message, messages)
      t.equal(response.body.message.length, messages.length)
    }
    for (const body of [{ url: null }, { events: [] }, { events: null }, { active: null }]) {
      t.equal(
        (await call('PATCH', `${SUBSCRIPTIONS}/${made.id}`, body)).status,
        400,
        JSON.stringify(body),
      )
    }
  },
)

t.test('the list is newest first, in pages [i4-subscriptions]', async (t) => {
  const { call, subscribe } = await webhookStudio(api)
  const ids: string[] = []
  for (const i of [1, 2, 3]) ids.unshift((await subscribe(`https://example.com/${i}`)).body.id)
  const first = await call('GET', `${SUBSCRIPTIONS}?limit=2`)
  const second = await call('GET', `${SUBSCRIPTIONS}?limit=2&cursor=${first.body.nextCursor}`)
  const listed = [...first.body.data, ...second.body.data].map(({ id }) => id)
  t.same(listed, ids)
  t.equal(second.body.nextCursor, null)
  t.match(await call('GET', `${SUBSCRIPTIONS}?active=true`), {
    status: 400,
    body: {
      message: [/^active is not a query parameter of this request: it accepts cursor, limit/],
    },
  })
})

t.test(
  'url, events and active can be changed, and each change sets updatedAt [i2-subscription-change, i4-subscription-change]',
  async (t) => {
    const { call, subscribe } = await webhookStudio(api)
    const { body: made } = await subscribe('https://example.com/')
    const path = `${SUBSCRIPTIONS}/${made.id}`
    const change = { url: 'https://Example.org', events: ['CUSTOMER_CREATED'], active: false }
    const { status, body } = await call('PATCH', path, change)
    t.equal(status, 200)
    t.match(body, {
      ...change,
      id: made.id,
      url: 'https://example.org/',
      createdAt: made.createdAt,
    })
    t.ok(body.updatedAt > made.updatedAt)
    const again = await call('PATCH', path, change)
    t.same(again.body, body, 'equal values change nothing')
    t.match(await call('PATCH', path, { URL: 'x' }), {
      status: 200,
      headers: { 'x-ignored-fields': 'URL' },
    })
    t.equal((await subscribe('https://example.com/')).status, 201, 'the earlier URL is free')
  },
)

t.test('activating a subscription clears its disabledReason and failures', async (t) => {
  const { call, subscribe } = await webhookStudio(api)
  const { body: made } = await subscribe('https://example.com/')
  const path = `${SUBSCRIPTIONS}/${made.id}`
  await api.store.sql.query(
    `update webhook_subscriptions
    set active = false, disabled_reason = 'It has only failed.', failing_since = now()
    where id = $1`,
    [made.id],
  )
  const off = { active: false, disabledReason: 'It has only failed.' }
  t.match((await call('GET', path)).body, off)
  t.match((await call('PATCH', path, { active: false })).body, off)
  t.match((await call('PATCH', path, { active: true })).body, {
    active: true,
    disabledReason: null,
  })
  t.equal(await hasFailed(made.id), false)
})

t.test("a new URL clears a subscription's failures", async (t) => {
  const { call, subscribe } = await webhookStudio(api)
  const { body: made } = await subscribe('https://example.com/')
  const path = `${SUBSCRIPTIONS}/${made.id}`
  const failing = 'update webhook_subscriptions set failing_since = now() where id = $1'
  await api.store.sql.query(failing, [made.id])
  await call('PATCH', path, { events: ['INVOICE_PAID'] })
  t.equal(await hasFailed(made.id), true, 'changing events keeps them')
  await call('PATCH', path, { url: 'https://example.org/' })
  t.equal(await hasFailed(made.id), false)
})

async function hasFailed(id: string): Promise<boolean | undefined> {
  const [row] = await api.store.sql.query<{ failed: boolean }>(
    'select failing_since is not null as failed from webhook_subscriptions where id = $1',
    [id],
  )
  return row?.failed
}

t.test(
  'a deleted subscription is immediately a 404, and its URL is free [i2-subscription-change, i4-subscription-delete]',
  async (t) => {
    const { call, subscribe } = await webhookStudio(api)
    const { body: made } = await subscribe('https://example.com/')
    const path = `${SUBSCRIPTIONS}/${made.id}`
    t.match(await call('DELETE', path), { status: 204, body: '' })
    for (const [method, address, body] of [
      ['GET', path],
      ['PATCH', path, {}],
      ['DELETE', path],
      ['POST', `${path}/test`],
      ['POST', `${path}/rotate-secret`],
      ['POST', `${path}/recover`, { since: '2026-01-01T00:00:00Z' }],
      ['GET', `${path}/deliveries`],
      ['GET', `${path}/stats`],
    ] as const) {
      const response = await call(method, address, body)
      t.match(response, { status: 404, body: { code: 'not_found' } }, `${method} ${address}`)
    }
    t.same((await call('GET', SUBSCRIPTIONS)).body, { data: [], nextCursor: null })
    t.equal((await subscribe('https://example.com/')).status, 201)
  },
)

t.test('two concurrent deletions get one 204 and one 404', async (t) => {
  const { call, subscribe } = await webhookStudio(api)
  const { body: made } = await subscribe('https://example.com/')
  const deletions = [1, 2].map(() => call('DELETE', `${SUBSCRIPTIONS}/${made.id}`))
  t.same(statuses(await Promise.all(deletions)), { 204: 1, 404: 1 })
})
