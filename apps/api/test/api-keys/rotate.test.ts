import { setTimeout as pause } from 'node:timers/promises'
import { sharedApp, testApp } from '@mediajobs/testing/api/app'
import { asPerson } from '@mediajobs/testing/api/sign-in'
import t from 'tap'

// docs/contract.md#c14-key-rotation

const service = await sharedApp()
const { databaseUrl } = service
const second = await testApp(t, { databaseUrl })

const DAY_SECONDS = 86_400
const WEEK_SECONDS = 604_800

async function studio(fields: object = {}) {
  const org = await service.createOrg()
  const { call } = org
  const made = await call('POST', '/api-keys', {
    name: 'CRM',
    scopes: ['READ', 'WEBHOOKS'],
    ...fields,
  })
  const path = `/api-keys/${made.body.id}/rotate`
  const rotate = (body?: unknown) => call('POST', path, body)
  /** The key's current record in the list. */
  const listed = async (id: string = made.body.id) =>
    (await call('GET', '/api-keys')).body.data.find((key: { id: string }) => key.id === id)
  return { org, call, old: made.body, path, rotate, listed }
}

const statusOf = async (key: string, by = service) =>
  (await by.request('GET', '/projects', { key })).status

const secondsLeft = ({ expiresAt }: { expiresAt: string }) =>
  (Date.parse(expiresAt) - Date.now()) / 1_000

t.test(
  'a rotated key has a replacement of the same kind, and works for one more day [c14-key-rotation]',
  async (t) => {
    const { org, old, rotate, listed } = await studio()
    const { status, body } = await rotate()
    t.equal(status, 201)
    const { key, ...made } = body
    t.match(key, /^mjk_[0-9A-Za-z]{49}$/)
    t.not(key, old.key)
    t.match(made, {
      name: old.name,
      scopes: old.scopes,
      expiresAt: null,
      replacedById: null,
      createdByUserId: org.userId,
      prefix: key.slice(0, 12),
    })
    const replaced = await listed()
    t.match(replaced, { replacedById: made.id, revokedAt: null, name: old.name })
    const left = secondsLeft(replaced)
    t.ok(left > DAY_SECONDS - 60 && left <= DAY_SECONDS + 1, `${left}`)
    for (const each of [old.key, key]) t.equal(await statusOf(each, second), 200)
  },
)

t.test(
  'after its overlap the old key is refused by every process [c14-key-rotation]',
  async (t) => {
    const { old, rotate } = await studio()
    const { body } = await rotate({ overlapSeconds: 1 })
    await pause(1_100)
    for (const by of [service, second]) {
      t.equal(await statusOf(old.key, by), 401)
      t.equal(await statusOf(body.key, by), 200)
    }
  },
)

t.test('without an overlap the old key ends immediately [c14-key-rotation]', async (t) => {
  const { old, rotate } = await studio()
  t.equal((await rotate({ overlapSeconds: 0 })).status, 201)
  t.equal(await statusOf(old.key, second), 401)
})

t.test(
  'the replacement keeps the expiry, and an overlap never extends a key [c14-key-rotation]',
  async (t) => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
    const { rotate, listed } = await studio({ expiresAt })
    const { body } = await rotate({ overlapSeconds: WEEK_SECONDS })
    t.equal(body.expiresAt, expiresAt)
    t.equal((await listed()).expiresAt, expiresAt)
  },
)

t.test(
  'rotating a replaced, revoked or expired key is refused with the reason [c14-key-rotation-once]',
  async (t) => {
    const replaced = await studio()
    const { body } = await replaced.rotate()
    const again = await replaced.rotate()
    t.match(again, { status: 409, body: { code: 'api_key_replaced' } })
    t.match(again.body.message, body.id, 'it names its replacement')
    await replaced.call('DELETE', `/api-keys/${replaced.old.id}`)
    t.match(await replaced.rotate(), { status: 409, body: { code: 'api_key_replaced' } })

    const revoked = await studio()
    await revoked.call('DELETE', `/api-keys/${revoked.old.id}`)
    t.match(await revoked.rotate(), {
      status: 409,
      body: { code: 'api_key_ended', message: /was revoked/ },
    })

    const expired = await studio()
    await service.store.sql.query('update api_keys set expires_at = now() where id = $1', [
      expired.old.id,
    ])
    t.match(await expired.rotate(), {
      status: 409,
      body: { code: 'api_key_ended', message: /has expired/ },
    })
  },
)

t.test(
  'twenty concurrent rotations of a key create one replacement [c14-key-rotation-once]',
  async (t) => {
    const { path, org, listed } = await studio()
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        (i % 2 ? second : service).request('POST', path, { key: org.key }),
      ),
    )
    const made = responses.filter(({ status }) => status === 201)
    t.equal(made.length, 1)
    t.equal((await listed()).replacedById, made[0]?.body.id)
    for (const { status, body } of responses) {
      if (status !== 201) t.strictSame([status, body.code], [409, 'api_key_replaced'])
    }
  },
)

t.test(
  'a replacement belongs to whoever rotates, and never has a higher role [c14-key-rotation-maker]',
  async (t) => {
    const { org, old } = await studio({ scopes: ['ADMIN'] })
    const manager = await service.createMember(org, 'MANAGER')
    const call = asPerson(service, await manager.token(), org.organizationId)
    const { status, body } = await call('POST', `/api-keys/${old.id}/rotate`)
    t.equal(status, 201)
    t.equal(body.createdByUserId, manager.userId)
    const { body: current } = await service.request('GET', '/api-keys/current', { key: body.key })
    t.match(current, { role: 'MANAGER', scopes: ['ADMIN'] })
  },
)

t.test('a key may rotate itself [c14-key-rotation-maker]', async (t) => {
  const { old } = await studio({ scopes: ['ADMIN'] })
  const path = `/api-keys/${old.id}/rotate`
  const { status, body } = await service.request('POST', path, {
    key: old.key,
    body: { overlapSeconds: 0 },
  })
  t.equal(status, 201)
  t.strictSame([await statusOf(old.key), await statusOf(body.key)], [401, 200])
})

t.test(
  'with 100 working keys, a key can be rotated only without an overlap [c14-key-rotation-once]',
  async (t) => {
    const { org, rotate } = await studio()
    await service.store.sql.query(
      `insert into api_keys (organization_id, id, name, scopes, prefix, key_hash, created_by_user_id)
     select $1, uuid_v7(), 'Key', array['READ'], 'mjk_none', sha256(uuid_send(gen_random_uuid())), $2
     from generate_series(1, 98)`,
      [org.organizationId, org.userId],
    )
    t.match(await rotate(), { status: 409, body: { code: 'too_many_api_keys' } })
    t.equal((await rotate({ overlapSeconds: 0 })).status, 201)
  },
)

t.test('the overlap is a whole number of seconds, at most a week [c14-key-rotation]', async (t) => {
  const { rotate } = await studio()
  for (const [overlapSeconds, message] of [
    [-1, 'overlapSeconds must be at least 0'],
    [WEEK_SECONDS + 1, 'overlapSeconds must be at most 604800'],
    [1.5, 'overlapSeconds must be an integer'],
  ]) {
    const { status, body } = await rotate({ overlapSeconds })
    t.strictSame([status, body.message], [400, [message]])
  }
})
