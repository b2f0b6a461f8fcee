import { randomUUID } from 'node:crypto'
import { generateApiKey } from '@mediajobs/domain'
import { recordSecrets } from '@mediajobs/runtime/testing'
import { testApp } from '@mediajobs/testing/api/app'
import t from 'tap'
import { lockTable } from '../support/lock.ts'
import { callAs, loggedOf } from '../support/request-log.ts'

// docs/contract.md#c14-requests

const service = await testApp(t, { requestLogSample: 1 })
const { databaseUrl, store } = service

t.test("a call is in its organization's log, without body or values [c14-requests]", async (t) => {
  const [org, other] = [await service.createOrg(), await service.createOrg()]
  const customer = { name: 'Zoe Quimby', email: 'zoe.quimby@requests.test' }
  const by = { key: org.key }
  const { body: made } = await callAs(service, 'made', ['POST', '/customers', customer], by)
  await callAs(service, 'searched', ['GET', '/customers?q=quimby'], by)
  await callAs(service, 'read', ['GET', `/customers/${made.id}`], by)
  await callAs(service, 'foreign', ['GET', `/customers/${made.id}`], { key: other.key })
  const logged = await loggedOf(service, org, (all) => all.length >= 3)
  const { body: current } = await service.request('GET', '/api-keys/current', by)
  const calls = logged.filter(({ route }) => route.startsWith('/customers'))
  t.strictSame(
    calls.map(({ requestId, method, route, status, code }) => ({
      requestId,
      method,
      route,
      status,
      code,
    })),
    [
      { requestId: 'read', method: 'GET', route: '/customers/{id}', status: 200, code: null },
      { requestId: 'searched', method: 'GET', route: '/customers', status: 200, code: null },
      { requestId: 'made', method: 'POST', route: '/customers', status: 201, code: null },
    ],
    'newest first, and none of another organization',
  )
  for (const call of calls) {
    t.match(call, { apiKeyId: current.id, userId: org.userId })
    t.ok(Math.abs(Date.parse(call.at) - Date.now()) < 60_000, call.at)
    t.ok(call.milliseconds >= 0)
  }
  const stored = await store.sql.query<{ row: string }>(
    'select row_to_json(r)::text as row from api_requests as r',
  )
  t.notMatch(JSON.stringify(stored), /quimby/i, 'neither the body nor the query')
  t.notMatch(JSON.stringify(stored), made.id, 'no value of a path')
  const ofOther = await loggedOf(service, other, (all) => all.length > 0)
  t.match(ofOther, [{ requestId: 'foreign', status: 404, code: 'not_found' }])
})

t.test("a session's call has its person and no key [c14-requests]", async (t) => {
  const org = await service.createOrg()
  const headers = { 'x-org-id': org.organizationId }
  const token = await org.token()
  await callAs(service, 'by-session', ['GET', '/projects'], { token, headers })
  const isIt = ({ requestId }: { requestId: string }) => requestId === 'by-session'
  const logged = await loggedOf(service, org, (all) => all.some(isIt))
  t.match(logged.find(isIt), { requestId: 'by-session', apiKeyId: null, userId: org.userId })
})

t.test('each kind of error is in the log with its code [c14-requests-sampled]', async (t) => {
  const org = await service.createOrg()
  const reader = await org.keyWith('READ')
  const by = { key: org.key }
  await callAs(service, 'invalid', ['POST', '/customers', {}], by)
  await callAs(service, 'scope', ['POST', '/customers', {}], { key: reader })
  await callAs(service, 'nowhere', ['GET', `/nowhere/${randomUUID()}`], by)
  const logged = await loggedOf(service, org, (all) => all.length >= 3, '?status=4XX')
  t.match(logged, [
    { requestId: 'nowhere', route: 'unknown', status: 404, code: 'not_found' },
    { requestId: 'scope', route: '/customers', status: 403, code: 'scope_missing' },
    { requestId: 'invalid', route: '/customers', status: 400, code: 'invalid_request' },
  ])
})

t.test(
  "a call with a revoked key is in its organization's log [c14-requests-refused]",
  async (t) => {
    const org = await service.createOrg()
    const { body: made } = await org.call('POST', '/api-keys', { name: 'Old', scopes: ['READ'] })
    await org.call('DELETE', `/api-keys/${made.id}`)
    const unknown = generateApiKey()
    recordSecrets(unknown, 'apiKey')
    await callAs(service, 'unknown', ['GET', '/projects'], { key: unknown })
    await callAs(service, 'revoked', ['GET', '/projects'], { key: made.key })
    const logged = await loggedOf(service, org, (all) => all.length > 0, '?status=401')
    t.match(logged, [
      { requestId: 'revoked', code: 'api_key_invalid', apiKeyId: made.id, userId: org.userId },
    ])
    const rows = await store.sql.query(`select from api_requests where request_id = 'unknown'`)
    t.equal(rows.length, 0, 'an unknown key belongs to no organization')
    t.notMatch(JSON.stringify(logged), made.key)
  },
)

t.test('a call whose client disconnected is in the log as 499 [c14-requests]', async (t) => {
  const org = await service.createOrg()
  const unlock = await lockTable(store, 'customers')
  const gone = new AbortController()
  const asked = fetch(`${service.url}/customers`, {
    headers: { 'x-api-key': org.key, 'x-request-id': 'gone' },
    signal: gone.signal,
  })
  await unlock.whenWaitedFor()
  gone.abort()
  await t.rejects(asked)
  await unlock()
  const logged = await loggedOf(service, org, (all) => all.length > 0, '?status=499')
  t.match(logged, [{ requestId: 'gone', route: '/customers', code: null }])
})

t.test(
  "without a sample, the log has only errors; switched off, it's empty [c14-requests-sampled]",
  async (t) => {
    const errorsOnly = await testApp(t, { databaseUrl, requestLogSample: 0 })
    const off = await testApp(t, { databaseUrl, requestLogSample: 'off' })
    const org = await service.createOrg()
    const by = { key: org.key }
    await callAs(off, 'off', ['GET', '/customers/none'], by)
    await callAs(errorsOnly, 'success', ['GET', '/customers'], by)
    await callAs(errorsOnly, 'error', ['GET', '/customers/none'], by)
    const logged = await loggedOf(errorsOnly, org, (all) => all.length > 0)
    t.match(logged, [{ requestId: 'error' }])
    t.equal(logged.length, 1)
  },
)

t.test('a process writes its last calls before it exits [c14-requests-written]', async (t) => {
  const ending = await testApp(t, { databaseUrl, requestLogSample: 1 })
  const org = await service.createOrg()
  for (let i = 0; i < 5; i++) {
    await callAs(ending, `last-${i}`, ['GET', '/customers'], { key: org.key })
  }
  await ending.app.close()
  const rows = await store.sql.query(
    `select from api_requests where organization_id = $1 and request_id like 'last-%'`,
    [org.organizationId],
  )
  t.equal(rows.length, 5)
})
