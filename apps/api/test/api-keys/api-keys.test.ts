import { sharedApp, testApp } from '@mediajobs/testing/api/app'
import { asPerson } from '@mediajobs/testing/api/sign-in'
import t from 'tap'

// docs/interface.md#i2-key-create, docs/contract.md#c2-key-form

const service = await sharedApp()
const { databaseUrl } = service
const second = await testApp(t, { databaseUrl })
const FIELDS =
  'createdAt createdByUserId expiresAt id lastUsedAt name organizationId prefix replacedById revokedAt scopes'

const create = (key: string, body: object = {}) =>
  service.request('POST', '/api-keys', { key, body: { name: 'CRM', scopes: ['READ'], ...body } })

t.test(
  'a new key is returned in full, and works immediately on every process [i2-key-create, i4-key-create, i5-x-api-key, c2-key-record]',
  async (t) => {
    const org = await service.createOrg()
    const { status, body } = await create(org.key, { scopes: ['READ', 'WEBHOOKS'] })
    t.equal(status, 201)
    const { key, ...record } = body
    t.strictSame(Object.keys(record).sort(), FIELDS.split(' '))
    t.match(record, {
      organizationId: org.organizationId,
      name: 'CRM',
      scopes: ['READ', 'WEBHOOKS'],
      prefix: key.slice(0, 12),
      createdByUserId: org.userId,
      expiresAt: null,
      lastUsedAt: null,
      revokedAt: null,
      replacedById: null,
    })
    t.match(key, /^mjk_[0-9A-Za-z]{49}$/)
    t.equal((await second.request('GET', '/projects', { key })).status, 200)
  },
)

t.test(
  'the key is shown once, and only its hash is stored [i2-key-once, i2-key-hash, i5-shown-once, c2-key-stored]',
  async (t) => {
    const org = await service.createOrg()
    const { body } = await create(org.key)
    const list = await org.call('GET', '/api-keys')
    t.notMatch(JSON.stringify(list.body), body.key)
    t.strictSame(Object.keys(list.body.data[0]).sort(), FIELDS.split(' '))
    const stored = await service.store.sql.query('select row_to_json(k)::text from api_keys as k')
    t.notMatch(JSON.stringify(stored), body.key.slice(12))
  },
)

t.test(
  'a session makes keys with Bearer and x-org-id [i4-key-create, i5-made-by, c2-key-manage]',
  async (t) => {
    const org = await service.createOrg()
    const call = asPerson(service, await org.token(), org.organizationId)
    const { status, body } = await call('POST', '/api-keys', { name: 'A', scopes: ['WRITE'] })
    t.equal(status, 201)
    t.match(body, { organizationId: org.organizationId, createdByUserId: org.userId })
    t.equal((await call('DELETE', `/api-keys/${body.id}`)).status, 204)
  },
)

t.test(
  'each mistake in a new key has a separate message [i2-key-create, c2-key-body]',
  async (t) => {
    const { key } = await service.createOrg()
    const cases: [object, (string | RegExp)[]][] = [
      [{ name: undefined, scopes: undefined }, ['name is required', 'scopes is required']],
      [{ name: '' }, ['name must not be empty']],
      [{ name: 'x'.repeat(101) }, ['name must have at most 100 characters']],
      [{ scopes: [] }, ['scopes must not be empty']],
      [{ scopes: ['READ', 'READ'] }, [/^scopes must not have duplicates/]],
      [
        { scopes: ['read'] },
        ['scopes[0] must be one of READ, WRITE, ADMIN, BULK_IMPORT, WEBHOOKS'],
      ],
      [{ scopes: 'READ' }, ['scopes must be an array']],
      [{ expiresAt: '2020-01-01T00:00:00Z' }, ['expiresAt must be in the future']],
      [{ expiresAt: '2199-01-01' }, [/^expiresAt must have a time and an offset/]],
    ]
    for (const [body, message] of cases) {
      const response = await create(key, body)
      t.match(response, { status: 400, body: { message } }, JSON.stringify(body))
    }
    const { body } = await service.request('GET', '/api-keys', { key })
    t.equal(body.data.length, 1, 'nothing was created')
  },
)

t.test('a key past its expiry is refused [i2-key-expiry, i5-stops, i7-401]', async (t) => {
  const org = await service.createOrg()
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  const { body } = await create(org.key, { expiresAt: expiresAt.replace('Z', '+00:00') })
  t.equal(body.expiresAt, expiresAt)
  t.equal((await second.request('GET', '/projects', body)).status, 200)
  await service.store.sql.query('update api_keys set expires_at = now() where id = $1', [body.id])
  for (const api of [service, second]) {
    t.match(await api.request('GET', '/projects', body), {
      status: 401,
      body: { code: 'api_key_invalid' },
    })
  }
})

t.test(
  'a revoked key is refused by the next request on every process [i4-key-revoke, i5-stops, i7-401, c2-key-revoke]',
  async (t) => {
    const org = await service.createOrg()
    const { body } = await create(org.key)
    const revoke = () => org.call('DELETE', `/api-keys/${body.id}`)
    t.equal((await second.request('GET', '/projects', body)).status, 200)
    t.match(await revoke(), { status: 204, body: '' })
    t.equal((await second.request('GET', '/projects', body)).status, 401)
    t.equal((await service.request('GET', '/projects', body)).status, 401)
    const list = () => org.call('GET', '/api-keys')
    const { revokedAt } = (await list()).body.data[0]
    t.match(revokedAt, /^\d{4}-.*Z$/)
    t.equal((await revoke()).status, 204, 'again')
    t.equal((await list()).body.data[0].revokedAt, revokedAt, 'the time of the first revocation')
  },
)

t.test(
  'a key has its creator’s current role, and stops working when they are deactivated, as do their sessions [i5-stops, c2-key-role]',
  async (t) => {
    const org = await service.createOrg()
    const manager = await service.createMember(org, 'MANAGER')
    const { body } = await create(await manager.keyWith('ADMIN'), { scopes: ['WRITE'] })
    const write = () =>
      second.request('POST', '/projects/create', {
        key: body.key,
        body: { scheduledTime: '2026-05-01T09:30:00Z' },
      })
    const change = (input: object) => org.call('PATCH', `/users/${manager.userId}`, input)
    const signedIn = asPerson(second, await manager.token(), org.organizationId)
    const read = async () => (await signedIn('GET', '/projects')).status
    t.equal((await write()).status, 201)
    t.equal(await read(), 200)
    await change({ role: 'EDITOR' })
    t.match(await write(), { status: 403, body: { code: 'role_forbids' } })
    await change({ active: false })
    t.match(await write(), { status: 401, body: { code: 'api_key_invalid' } })
    t.equal(await read(), 401)
  },
)

t.test("an organization's keys are listed newest first, a page at a time", async (t) => {
  const org = await service.createOrg()
  const ids: string[] = []
  for (const name of ['a', 'b', 'c']) ids.unshift((await create(org.key, { name })).body.id)
  const page = (query: string) => org.call('GET', `/api-keys?${query}`)
  const { body: first } = await page('limit=2')
  const { body: rest } = await page(`limit=2&cursor=${first.nextCursor}`)
  const listed = [...first.data, ...rest.data].map(({ id }) => id)
  t.strictSame(listed.slice(0, 3), ids)
  t.equal(listed.length, 4, 'including the listing key')
  t.equal(rest.nextCursor, null)
})

t.test(
  'no operation changes the scopes of a key [i5-scopes-fixed, c2-key-scopes-fixed]',
  async (t) => {
    const org = await service.createOrg()
    const { body } = await create(org.key)
    const path = `/api-keys/${body.id}`
    for (const method of ['PATCH', 'PUT', 'POST']) {
      const response = await org.call(method, path, { scopes: ['ADMIN'] })
      t.equal(response.status, 404, method)
    }
  },
)

t.test(
  'an organization has at most 100 working keys, even when many are created concurrently [c10-live-keys]',
  async (t) => {
    const org = await service.createOrg()
    const make = (by = service) =>
      by.request('POST', '/api-keys', {
        key: org.key,
        body: { name: 'One more', scopes: ['READ'] },
      })
    const responses = await Promise.all(
      Array.from({ length: 110 }, (_, i) => make(i % 2 ? second : service)),
    )
    const made = responses.filter(({ status }) => status === 201)
    t.equal(made.length, 99, "the organization's first key counts too")
    const tooMany = { status: 409, body: { code: 'too_many_api_keys' } }
    for (const response of responses.filter(({ status }) => status !== 201))
      t.match(response, tooMany)
    const { sql } = service.store
    const [revoked, expired] = made.map(({ body }) => body.id)
    await org.call('DELETE', `/api-keys/${revoked}`)
    await sql.query('update api_keys set expires_at = now() where id = $1', [expired])
    t.strictSame(
      [(await make()).status, (await make()).status, (await make()).status],
      [201, 201, 409],
      "revoked and expired ones don't count",
    )
    t.equal((await make(second)).status, 409)
    const elsewhere = await service.createOrg()
    const { status } = await elsewhere.call('POST', '/api-keys', {
      name: 'First',
      scopes: ['READ'],
    })
    t.equal(status, 201, 'the bound is per organization')
  },
)
