import { generateApiKey } from '@mediajobs/domain'
import { sharedApp } from '@mediajobs/testing/api/app'
import t from 'tap'

// docs/interface.md#i5, docs/contract.md#c2-bearer-wins

const service = await sharedApp()
const org = await service.createOrg()
const token = await (await service.createMember(org, 'MANAGER')).token()
const inOrg = { 'x-org-id': org.organizationId }

t.test(
  'a missing, malformed, mistyped or unknown key gets the same 401 [i1-key, i5-x-api-key, i7-401, c2-key-malformed]',
  async (t) => {
    const key = await org.keyWith('READ')
    const bad = [undefined, '', 'mjk_', key.slice(0, -1), `${key}0`, key.replace('mjk_', 'mjx_')]
    for (const sent of [...bad, generateApiKey(), `${key.slice(0, 9)} ${key.slice(9)}`]) {
      const call = sent === undefined ? {} : { key: sent }
      const { status, body } = await service.request('GET', '/projects', call)
      t.equal(status, 401, String(sent))
      t.match(body, { statusCode: 401, error: 'Unauthorized', message: String, requestId: String })
    }
    t.equal((await service.request('GET', '/projects', { key })).status, 200)
  },
)

t.test(
  'a Bearer token takes precedence over a key, even when the token is invalid [i5-bearer-wins, c2-bearer-wins]',
  async (t) => {
    const call = (headers: Record<string, string>) =>
      service.request('GET', '/projects', { key: org.key, headers })
    t.equal((await call({ authorization: 'Bearer nonsense' })).status, 401)
    t.equal((await call({ authorization: `Bearer ${token}` })).status, 400)
    t.equal((await call({ authorization: `Bearer ${token}`, ...inOrg })).status, 200)
  },
)

t.test(
  "a key's organization overrides x-org-id; a session requires the header [i5-organization, i5-org-id-replaced, c1-order, c2-session-organization, c2-session-org-id-key]",
  async (t) => {
    const other = await service.createOrg()
    const headers = { 'x-org-id': other.organizationId }
    const current = await service.request('GET', '/api-keys/current', { key: org.key, headers })
    t.equal(current.status, 200)
    t.equal(current.body.organization.id, org.organizationId)
    const missing = await service.request('GET', '/projects', { token })
    t.equal(missing.status, 400)
    t.match(missing.body.message[0], /x-org-id/)
    t.equal((await service.request('GET', '/projects', { token, headers })).status, 404)
  },
)

t.test('sessions have separate, higher rate limits than keys [c2-session-limits]', async (t) => {
  const { headers } = await service.request('GET', '/projects', { token, headers: inOrg })
  t.equal(headers['x-ratelimit-limit'], '50')
})
