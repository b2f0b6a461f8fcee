import { createHash, randomUUID } from 'node:crypto'
import { apiKeys, idempotencyKeys, webhookSubscriptions } from '@mediajobs/db/schema'
import { testApp } from '@mediajobs/testing/api/app'
import {
  addressOf,
  type Document,
  operationsOf,
  parametersOf,
} from '@mediajobs/testing/api/document'
import { examplesOf } from '@mediajobs/testing/api/examples'
import { signIn } from '@mediajobs/testing/api/sign-in'
import { eq } from 'drizzle-orm'
import t from 'tap'
import { lockTable } from './support/lock.ts'

const service = await testApp(t)
const org = await service.createOrg()
const { orm } = service.store.sql

const post = (path: string, body: unknown, idempotencyKey: string) =>
  service.request('POST', path, {
    key: org.key,
    body,
    headers: { 'idempotency-key': idempotencyKey },
  })

const rotated = await org.call('POST', '/api-keys', { name: 'Old', scopes: ['READ'] })

const creatingSecrets = {
  '/api-keys/{id}/rotate': { body: { overlapSeconds: 60 }, secret: 'key' },
  '/api-keys': { body: { name: 'n', scopes: ['READ'] }, secret: 'key' },
  '/users': { body: { email: 'u@s.test', name: 'U', role: 'EDITOR' }, secret: 'invitationToken' },
  '/webhooks/subscriptions': {
    body: { url: 'https://hooks.example.com/x', events: ['PROJECT_CREATED'] },
    secret: 'secret',
  },
}

for (const [path, { body, secret }] of Object.entries(creatingSecrets)) {
  t.test(
    `a repeat of POST ${path} names the record without its secret [c1-idempotency-secrets]`,
    async (t) => {
      const idempotencyKey = randomUUID()
      const address = path.replace('{id}', rotated.body.id)
      const first = await post(address, body, idempotencyKey)
      t.equal(first.status, 201)
      const again = await post(address, body, idempotencyKey)
      t.equal(again.status, 409)
      t.equal(again.body.code, 'secret_already_shown')
      t.match(again.body.message, first.body.id)
      const [kept] = await orm
        .select()
        .from(idempotencyKeys)
        .where(eq(idempotencyKeys.key, idempotencyKey))
      t.ok(kept)
      t.notMatch(JSON.stringify(kept), first.body[secret])
    },
  )
}

t.test('twenty identical concurrent POSTs create one key and one subscription', async (t) => {
  const keys = { name: 'once', scopes: ['READ'] }
  const hooks = { url: 'https://hooks.example.com/once', events: ['PROJECT_CREATED'] }
  const [keyResponses, hookResponses] = await Promise.all([
    Promise.all(Array.from({ length: 20 }, () => post('/api-keys', keys, 'k'))),
    Promise.all(Array.from({ length: 20 }, () => post('/webhooks/subscriptions', hooks, 'k'))),
  ])
  t.equal(keyResponses.filter(({ status }) => status === 201).length, 1)
  t.equal(hookResponses.filter(({ status }) => status === 201).length, 1)
  t.equal(await orm.$count(apiKeys, eq(apiKeys.name, 'once')), 1)
  t.equal(await orm.$count(webhookSubscriptions, eq(webhookSubscriptions.url, hooks.url)), 1)
})

t.test('a repeat of an invitation names the invited user [c1-idempotency-secrets]', async (t) => {
  const { body } = await post('/users', { email: 'v@s.test', name: 'V', role: 'EDITOR' }, 'v')
  const path = `/users/${body.id}/invitation`
  t.equal((await post(path, {}, 'i')).status, 201)
  const again = await post(path, {}, 'i')
  t.equal(again.body.code, 'secret_already_shown')
  t.match(again.body.message, body.id)
})

t.test('a password is changed once with an Idempotency-Key', async (t) => {
  const own = await service.createOrg()
  const { body } = await signIn(service, own)
  const change = { currentPassword: own.password, newPassword: 'a new password of mine' }
  const send = (idempotencyKey: string, sent: object = change) =>
    service.request('POST', '/auth/password', {
      token: body.accessToken,
      body: sent,
      headers: { 'idempotency-key': idempotencyKey },
    })
  const malformed = await send('two words')
  t.equal(malformed.status, 400)
  t.match(malformed.body.message, [/^Idempotency-Key must be/])
  const responses = await Promise.all(Array.from({ length: 4 }, () => send('p')))
  const done = responses.filter(({ status }) => status === 204)
  t.ok(done.length > 0)
  t.equal(done.filter(({ headers }) => !headers['idempotency-replayed']).length, 1)
  const running = responses.filter(({ status }) => status !== 204)
  for (const { body } of running) t.equal(body.code, 'idempotency_in_progress')
  const again = await send('p')
  t.match(again, { status: 204, body: '', headers: { 'idempotency-replayed': 'true' } })
  t.equal((await send('p', { ...change, newPassword: 'another new password' })).status, 422)
  const [kept] = await orm.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, 'p'))
  const text = JSON.stringify(change)
  const hash = createHash('sha256').update('\n').update(createHash('sha256').update(text).digest())
  t.not(
    kept?.bodyHash.toString('hex'),
    hash.digest('hex'),
    "the stored hash is keyed, so passwords can't be guessed from it",
  )
})

t.test('a repeat after the password change gets the first response', async (t) => {
  const own = await service.createOrg()
  const { body } = await signIn(service, own)
  const send = () =>
    service.request('POST', '/auth/password', {
      token: body.accessToken,
      body: { currentPassword: own.password, newPassword: 'a new password of mine' },
      headers: { 'idempotency-key': 'late' },
    })
  t.equal((await send()).status, 204)
  const rename = (from: string, to: string) =>
    orm.update(idempotencyKeys).set({ key: to }).where(eq(idempotencyKeys.key, from))
  await rename('late', 'away')
  // The repeat found no stored response, and now waits to read the account.
  const release = await lockTable(service.store, 'sign_in_networks')
  const repeat = send()
  await release.whenWaitedFor()
  await rename('away', 'late')
  await release()
  t.match(await repeat, { status: 204, body: '', headers: { 'idempotency-replayed': 'true' } })
})

t.test(
  'every authenticated POST accepts an Idempotency-Key, and refuses a malformed one [c1-idempotency-key]',
  async (t) => {
    const document = service.app.openApi() as unknown as Document
    // Customers' operations are tested in apps/api/test/portal. MCP tools accept the key as an argument.
    const posts = operationsOf(document).filter(
      ({ method, path, operation }) =>
        method === 'POST' &&
        operation.security.length > 0 &&
        !path.startsWith('/portal/') &&
        path !== '/mcp',
    )
    t.ok(posts.some(({ path }) => path === '/auth/password'))
    const token = await org.token()
    for (const found of posts) {
      const { operation } = found
      const names = parametersOf(document, operation, 'header').map(({ name }) => name)
      t.ok(names.includes('idempotency-key'), `${operation.operationId} documents it`)
      const isPersonal = operation.security.every(({ apiKey }) => apiKey === undefined)
      const { status, body } = await service.request('POST', addressOf(found, randomUUID()), {
        ...(isPersonal ? { token } : { key: org.key }),
        body: examplesOf(operation)[0] ?? {},
        headers: { 'idempotency-key': 'two words' },
      })
      t.equal(status, 400, operation.operationId)
      t.match(body.message, [/^Idempotency-Key must be/], operation.operationId)
    }
  },
)
