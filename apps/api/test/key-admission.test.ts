import { testApp } from '@mediajobs/testing/api/app'
import t from 'tap'

// Every call with a key is checked against the database: earlier calls don't matter.

const TERMINATE = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`

t.test(
  'a key reads only its organization, on the first call and later ones [i2-key-organization, i5-never-another]',
  async (t) => {
    const service = await testApp(t)
    const orgs = [await service.createOrg(), await service.createOrg()]
    for (const { key } of orgs) {
      const body = { scheduledTime: '2026-05-01T09:30:00Z' }
      await service.request('POST', '/projects/create', { key, body })
    }
    for (let call = 0; call < 3; call += 1) {
      const lists = orgs.map(({ key }) => service.request('GET', '/projects', { key }))
      for (const [i, { status, body }] of (await Promise.all(lists)).entries()) {
        t.equal(status, 200)
        t.equal(body.data.length, 1)
        t.equal(body.data[0].organizationId, orgs[i]?.organizationId)
      }
    }
  },
)

t.test('a just admitted key is refused once revoked or over its limit', async (t) => {
  const service = await testApp(t, { keyWindows: [{ limit: 4, spanMs: 60_000 }] })
  const org = await service.createOrg()
  const list = (key: string, query = '') => service.request('GET', `/projects${query}`, { key })

  const { key, apiKeyId } = await keyOf(service, org.key)
  t.equal((await list(key)).status, 200)
  t.equal((await list(key, '?limit=none')).status, 400, 'a wrong query')
  t.equal((await list(key, '?cursor=none')).status, 400)
  await org.call('DELETE', `/api-keys/${apiKeyId}`)
  t.match(await list(key), { status: 401, body: { code: 'api_key_invalid' } }, 'a revoked key')
  t.match(await list(key, '?limit=none'), { status: 401 }, 'the 401 comes before the 400')

  const other = await org.keyWith('READ')
  for (let call = 0; call < 4; call += 1) t.equal((await list(other)).status, 200)
  const refused = await list(other, '?limit=none')
  t.equal(refused.status, 429, 'a full window')
  t.equal(refused.body.data, undefined)
})

t.test('a key admitted by one operation is refused by another outside its scopes', async (t) => {
  const service = await testApp(t)
  const org = await service.createOrg()
  const key = await org.keyWith('WEBHOOKS')
  for (let call = 0; call < 3; call += 1) {
    t.equal((await service.request('GET', '/projects?limit=none', { key })).status, 403)
    t.equal((await service.request('GET', '/webhooks/subscriptions', { key })).status, 200)
  }
})

t.test('broken connections are replaced', async (t) => {
  const service = await testApp(t, { sharedConnections: 2 })
  const { key } = await service.createOrg()
  const lists = () =>
    Promise.all(Array.from({ length: 10 }, () => service.request('GET', '/projects', { key })))
  for (let round = 0; round < 3; round += 1) {
    for (const { status } of await lists()) t.equal(status, 200)
    await service.store.sql.query(TERMINATE)
    // Only requests using a connection when it broke get a 503.
    for (const { status } of await lists()) t.ok([200, 503].includes(status), `${status}`)
  }
})

async function keyOf(service: Awaited<ReturnType<typeof testApp>>, adminKey: string) {
  const body = { name: 'Reader', scopes: ['READ'] }
  const { body: made } = await service.request('POST', '/api-keys', { key: adminKey, body })
  return { key: made.key as string, apiKeyId: made.id as string }
}
