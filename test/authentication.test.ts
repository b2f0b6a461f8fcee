import { createTestDatabase } from '@mediajobs/db/testing'
import { generateApiKey } from '@mediajobs/domain'
import { type Member, testApp } from '@mediajobs/testing/api/app'
import t from 'tap'

// docs/interface.md#i5, docs/contract.md#c2. Two apps on one database act as two processes.

const { url: databaseUrl } = await createTestDatabase(t)
const one = await testApp(t, { databaseUrl })
const two = await testApp(t, { databaseUrl })
const org = await one.createOrg()
const PASSWORD = 'correct horse battery'

/** Invites a person, accepts the invitation and returns the session. */
async function join(role: string, email: string, key = org.key) {
  const invited = await one.request('POST', '/users', { key, body: { email, name: role, role } })
  const { body } = await one.request('POST', '/auth/invitations/accept', {
    body: { token: invited.body.invitationToken, password: PASSWORD },
  })
  return { userId: invited.body.id as string, token: body.accessToken as string }
}

const manager = await join('MANAGER', 'manager@example.test')
const inOrg = (member: Member) => ({ 'x-org-id': member.organizationId })
const statusOn = async (service: typeof one, key: string, path = '/projects') =>
  (await service.request('GET', path, { key })).status

t.test(
  'a missing, malformed, mistyped or unknown key gets the same 401 [i1-key, i5-x-api-key, i7-401, c2-key-malformed]',
  async (t) => {
    const key = await org.keyWith('READ')
    const bad = [undefined, '', 'mjk_', key.slice(0, -1), `${key}0`, key.replace('mjk_', 'mjx_')]
    for (const sent of [...bad, generateApiKey(), `${key.slice(0, 9)} ${key.slice(9)}`]) {
      const { status, body } = await one.request(
        'GET',
        '/projects',
        sent === undefined ? {} : { key: sent },
      )
      t.equal(status, 401, String(sent))
      t.match(body, { statusCode: 401, error: 'Unauthorized', message: String, requestId: String })
    }
    t.equal(await statusOn(one, key), 200)
  },
)

t.test(
  'a key in a URL is ignored [i1-only-credential, i5-not-in-url, c2-key-not-in-query]',
  async (t) => {
    for (const name of ['x-api-key', 'api_key', 'apiKey', 'key']) {
      const { status } = await one.request('GET', `/projects?${name}=${org.key}`)
      t.equal(status, 401)
    }
  },
)

t.test(
  'a Bearer token takes precedence over a key, even when the token is invalid [i5-bearer-wins, c2-bearer-wins]',
  async (t) => {
    const call = (headers: Record<string, string>) =>
      one.request('GET', '/projects', { key: org.key, headers })
    t.equal((await call({ authorization: 'Bearer nonsense' })).status, 401)
    t.equal((await call({ authorization: 'Basic abc' })).status, 200, 'another scheme is ignored')
    t.equal((await call({ authorization: `Bearer ${manager.token}` })).status, 400)
    const both = { authorization: `Bearer ${manager.token}`, ...inOrg(org) }
    t.equal((await call(both)).status, 200)
  },
)

t.test(
  'a key overrides x-org-id with its organization; a session requires it [i5-organization, i5-org-id-replaced, c1-order, c2-session-organization, c2-session-org-id-key]',
  async (t) => {
    const other = await one.createOrg()
    const headers = inOrg(other)
    const current = await one.request('GET', '/api-keys/current', { key: org.key, headers })
    t.equal(current.status, 200)
    t.equal(current.body.organization.id, org.organizationId)
    const { token } = manager
    const missing = await one.request('GET', '/projects', { token })
    t.equal(missing.status, 400)
    t.match(missing.body.message[0], /x-org-id/)
    for (const id of [other.organizationId, 'nope']) {
      const foreign = await one.request('GET', '/projects', { token, headers: { 'x-org-id': id } })
      t.equal(foreign.status, 404, id)
    }
  },
)

t.test(
  'a revoked key is refused by the next request on every process [i4-key-revoke, i5-stops, c2-key-revoke]',
  async (t) => {
    const made = await one.request('POST', '/api-keys', {
      key: org.key,
      body: { name: 'short-lived', scopes: ['READ'] },
    })
    t.equal(made.status, 201)
    const { key, id } = made.body
    t.strictSame([await statusOn(one, key), await statusOn(two, key)], [200, 200])
    t.equal((await one.request('DELETE', `/api-keys/${id}`, { key: org.key })).status, 204)
    t.strictSame([await statusOn(two, key), await statusOn(one, key)], [401, 401])
    t.equal((await one.request('DELETE', `/api-keys/${id}`, { key: org.key })).status, 204, 'again')
  },
)

t.test('a key stops working when it expires [i5-no-schedule, i5-stops]', async (t) => {
  const expiresAt = new Date(Date.now() + 1_500).toISOString()
  const body = { name: 'expiring', scopes: ['READ'], expiresAt }
  const made = await one.request('POST', '/api-keys', { key: org.key, body })
  t.equal(made.body.expiresAt, expiresAt)
  t.equal(await statusOn(one, made.body.key), 200)
  await new Promise((resolve) => setTimeout(resolve, 1_600))
  t.equal(await statusOn(one, made.body.key), 401)
  const past = { ...body, expiresAt: '2020-01-01T00:00:00Z' }
  t.equal((await one.request('POST', '/api-keys', { key: org.key, body: past })).status, 400)
})

t.test(
  'deactivating a person immediately stops their keys and sessions on every process [i5-stops, c2-key-role, c2-session-organization]',
  async (t) => {
    const editor = await one.createMember(org, 'EDITOR')
    const key = await editor.keyWith('READ')
    const leaving = await join('TECHNICIAN', 'leaving@example.test')
    const session = () =>
      two.request('GET', '/projects', { token: leaving.token, headers: inOrg(org) })
    t.strictSame([await statusOn(two, key), (await session()).status], [200, 200])
    for (const id of [editor.userId, leaving.userId]) {
      const body = { active: false }
      t.equal((await one.request('PATCH', `/users/${id}`, { key: org.key, body })).status, 200)
    }
    t.strictSame([await statusOn(two, key), (await session()).status], [401, 401])
  },
)

t.test("a key has its creator's current role [c2-key-role]", async (t) => {
  const member = await one.createMember(org, 'MANAGER')
  const key = await member.keyWith('ADMIN')
  const body = { scheduledTime: '2026-05-01T09:30:00Z' }
  const book = async () => (await two.request('POST', '/projects/create', { key, body })).status
  t.equal(await book(), 201)
  const demote = { key: org.key, body: { role: 'TECHNICIAN' } }
  t.equal((await one.request('PATCH', `/users/${member.userId}`, demote)).status, 200)
  t.equal(await book(), 403, 'the scope ADMIN does not raise the role')
})

t.test(
  "a 403 names the required scopes and the key's [i5-scope-missing, i7-403-scope]",
  async (t) => {
    const key = await org.keyWith('READ', 'WEBHOOKS')
    const body = { scheduledTime: '2026-05-01T09:30:00Z' }
    const response = await one.request('POST', '/projects/create', { key, body })
    t.equal(response.status, 403)
    t.equal(response.body.code, 'scope_missing')
    t.match(response.body.message, /WRITE.*READ, WEBHOOKS/)
  },
)

t.test(
  "WEBHOOKS and BULK_IMPORT don't grant projects, WRITE doesn't grant webhooks [i5-bulk-import, i5-webhooks]",
  async (t) => {
    for (const scope of ['WEBHOOKS', 'BULK_IMPORT'] as const) {
      t.equal(await statusOn(one, await org.keyWith(scope)), 403, scope)
    }
    const write = await org.keyWith('WRITE')
    const subscriptions = '/webhooks/subscriptions'
    t.equal(await statusOn(one, write), 200, 'WRITE implies READ')
    t.equal(await statusOn(one, write, subscriptions), 403)
    const body = { url: 'https://example.com/x', events: ['PROJECT_CREATED'] }
    t.equal((await one.request('POST', subscriptions, { key: write, body })).status, 403)
    t.equal(await statusOn(one, await org.keyWith('WEBHOOKS'), subscriptions), 200)
  },
)

t.test(
  'no operation changes a key’s scopes or grants one its creator lacks [i5-scopes-fixed, c2-key-scopes-fixed, c2-key-no-more-scopes]',
  async (t) => {
    const body = { name: 'k', scopes: ['READ'] }
    const { body: made } = await one.request('POST', '/api-keys', { key: org.key, body })
    for (const method of ['PATCH', 'PUT']) {
      const change = { key: org.key, body: { scopes: ['ADMIN'] } }
      t.equal((await one.request(method, `/api-keys/${made.id}`, change)).status, 404)
    }
    const session = { token: manager.token, headers: inOrg(org) }
    t.equal((await one.request('POST', '/api-keys', { ...session, body })).status, 201)
    const limited = await one.request('POST', '/api-keys', {
      key: await org.keyWith('WRITE'),
      body,
    })
    t.equal(limited.status, 403)
  },
)

t.test('a raw key is shown once, then only its prefix [i5-shown-once]', async (t) => {
  const body = { name: 'once', scopes: ['READ', 'WRITE'] }
  const { body: made } = await one.request('POST', '/api-keys', { key: org.key, body })
  t.match(made.key, /^mjk_[0-9A-Za-z]{49}$/)
  t.equal(made.prefix, made.key.slice(0, 12))
  const { body: list } = await one.request('GET', '/api-keys', { key: org.key })
  const listed = list.data.find(({ id }: { id: string }) => id === made.id)
  const { key: _, ...record } = made
  t.strictSame(listed, record)
  t.notOk(JSON.stringify(list).includes(made.key))
})

t.test('nobody can grant a role above their own [c2-users-rank]', async (t) => {
  const as = { token: manager.token, headers: inOrg(org) }
  const admin = { email: 'boss@example.test', name: 'Boss', role: 'ADMIN' }
  const made = await one.request('POST', '/users', { ...as, body: admin })
  t.equal(made.status, 403)
  t.equal(made.body.code, 'role_forbids')
  const raise = (id: string, body: object) => one.request('PATCH', `/users/${id}`, { ...as, body })
  t.equal((await raise(manager.userId, { role: 'ADMIN' })).status, 403, 'not to themselves')
  t.equal((await raise(org.userId, { active: false })).status, 403, 'not for a person above them')
  const technician = await one.createMember(org, 'TECHNICIAN')
  t.equal((await raise(technician.userId, { role: 'MANAGER' })).status, 200)
})

t.test(
  'the last active administrator stays, even if two demote each other concurrently',
  async (t) => {
    const own = await one.createOrg()
    const demote = (id: string, key: string) =>
      one.request('PATCH', `/users/${id}`, { key, body: { role: 'MANAGER' } })
    const last = await demote(own.userId, own.key)
    t.equal(last.status, 409)
    t.equal(last.body.code, 'last_admin')
    const second = await one.createMember(own, 'ADMIN')
    const key = await second.keyWith('ADMIN')
    const responses = await Promise.all([demote(second.userId, own.key), demote(own.userId, key)])
    const statuses = responses.map(({ status }) => status).sort()
    t.equal(statuses.filter((status) => status === 200).length, 1, String(statuses))
  },
)

t.test(
  "a failed sign-in doesn't reveal whether the address is known [c2-session-unknown-address]",
  async (t) => {
    const signIn = (email: string, password: string) =>
      one.request('POST', '/auth/sessions', { body: { email, password } })
    const wrong = await signIn('manager@example.test', 'a guess that fails')
    const unknown = await signIn('nobody@example.test', 'a guess that fails')
    t.strictSame([wrong.status, unknown.status], [401, 401])
    t.strictSame({ ...wrong.body, requestId: 0 }, { ...unknown.body, requestId: 0 })
    const right = await signIn('MANAGER@example.test', PASSWORD)
    t.equal(right.status, 201)
    t.match(right.body, {
      accessToken: String,
      expiresAt: /Z$/,
      user: { email: 'manager@example.test' },
      organizations: [{ id: org.organizationId, role: 'MANAGER' }],
    })
    const { accessToken: token } = right.body
    const path = '/auth/sessions/current'
    t.equal((await one.request('DELETE', path, { token })).status, 204)
    t.equal((await two.request('GET', '/projects', { token, headers: inOrg(org) })).status, 401)
  },
)

t.test('password guesses are throttled, after which even the right one gets a 429', async (t) => {
  await join('EDITOR', 'guessed@example.test')
  const signIn = (password: string) =>
    one.request('POST', '/auth/sessions', { body: { email: 'guessed@example.test', password } })
  const guesses = await Promise.all(Array.from({ length: 14 }, () => signIn('a guess that fails')))
  t.ok(guesses.every(({ status }) => status === 401 || status === 429))
  t.ok(guesses.filter(({ status }) => status === 401).length <= 10)
  const slowed = await signIn(PASSWORD)
  t.equal(slowed.status, 429)
  t.equal(slowed.body.code, 'sign_in_slowed')
  t.ok(Number(slowed.headers['retry-after']) >= 1)
})

t.test('an invitation works once', async (t) => {
  const body = { email: 'once@example.test', name: 'Once', role: 'EDITOR' }
  const invited = await one.request('POST', '/users', { key: org.key, body })
  t.equal(invited.status, 201)
  const accept = () =>
    one.request('POST', '/auth/invitations/accept', {
      body: { token: invited.body.invitationToken, password: PASSWORD },
    })
  const responses = await Promise.all([accept(), accept(), accept()])
  t.equal(responses.filter(({ status }) => status === 201).length, 1)
  t.equal((await accept()).status >= 400, true)
  t.equal((await one.request('POST', '/users', { key: org.key, body })).status, 409)
})

t.test('sessions have separate, higher rate limits than keys [c2-session-limits]', async (t) => {
  const { headers } = await one.request('GET', '/projects', {
    token: manager.token,
    headers: inOrg(org),
  })
  t.equal(headers['x-ratelimit-limit'], '50')
})
