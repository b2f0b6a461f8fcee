import { randomUUID } from 'node:crypto'
import { apiKeys, idempotencyKeys, webhookSubscriptions } from '@mediajobs/db/schema'
import { eq } from 'drizzle-orm'
import t from 'tap'
import { testApp } from './support/app.ts'

const service = await testApp(t)
const org = await service.createOrg()
const { orm } = service.store.sql

const post = (path: string, body: unknown, idempotencyKey: string) =>
  service.request('POST', path, {
    key: org.key,
    body,
    headers: { 'idempotency-key': idempotencyKey },
  })

const secretive = {
  '/api-keys': { body: { name: 'n', scopes: ['READ'] }, secret: 'key' },
  '/users': { body: { email: 'u@s.test', name: 'U', role: 'EDITOR' }, secret: 'invitationToken' },
  '/webhooks/subscriptions': {
    body: { url: 'https://hooks.example.com/x', events: ['PROJECT_CREATED'] },
    secret: 'secret',
  },
}

for (const [path, { body, secret }] of Object.entries(secretive)) {
  t.test(`a repeat of POST ${path} names the record and not its secret`, async (t) => {
    const idempotencyKey = randomUUID()
    const first = await post(path, body, idempotencyKey)
    t.equal(first.status, 201)
    const again = await post(path, body, idempotencyKey)
    t.equal(again.status, 409)
    t.equal(again.body.code, 'secret_already_shown')
    t.match(again.body.message, first.body.id)
    const [kept] = await orm
      .select()
      .from(idempotencyKeys)
      .where(eq(idempotencyKeys.key, idempotencyKey))
    t.ok(kept)
    t.notMatch(JSON.stringify(kept), first.body[secret])
  })
}

t.test('twenty equal posts at once make one key and one subscription', async (t) => {
  const keys = { name: 'once', scopes: ['READ'] }
  const hooks = { url: 'https://hooks.example.com/once', events: ['PROJECT_CREATED'] }
  const [keyAnswers, hookAnswers] = await Promise.all([
    Promise.all(Array.from({ length: 20 }, () => post('/api-keys', keys, 'k'))),
    Promise.all(Array.from({ length: 20 }, () => post('/webhooks/subscriptions', hooks, 'k'))),
  ])
  t.equal(keyAnswers.filter(({ status }) => status === 201).length, 1)
  t.equal(hookAnswers.filter(({ status }) => status === 201).length, 1)
  t.equal(await orm.$count(apiKeys, eq(apiKeys.name, 'once')), 1)
  t.equal(await orm.$count(webhookSubscriptions, eq(webhookSubscriptions.url, hooks.url)), 1)
})

t.test('a repeat of an invitation names whom it was for', async (t) => {
  const { body } = await post('/users', { email: 'v@s.test', name: 'V', role: 'EDITOR' }, 'v')
  const path = `/users/${body.id}/invitation`
  t.equal((await post(path, {}, 'i')).status, 201)
  const again = await post(path, {}, 'i')
  t.equal(again.body.code, 'secret_already_shown')
  t.match(again.body.message, body.id)
})
