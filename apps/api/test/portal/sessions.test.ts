// docs/contract.md#c22-session
import { MAX_PORTAL_SESSIONS } from '@mediajobs/domain'
import { sharedApp } from '@mediajobs/testing/api/app'
import { portalSignInToken, signInToPortal } from '@mediajobs/testing/api/portal'
import { asPerson, signIn } from '@mediajobs/testing/api/sign-in'
import t from 'tap'

const api = await sharedApp()

async function customer() {
  const org = await api.createOrg()
  const { body } = await org.call('POST', '/customers', { name: 'Ann', email: 'ann@clients.test' })
  const enter = () => signInToPortal(api, org.organizationId, body.id)
  return { org, id: body.id, enter, token: await enter() }
}

const STAFF_PATHS = [
  '/projects',
  '/customers',
  '/invoices',
  '/organization',
  '/auth/sessions/current',
]
const PORTAL_PATHS = [
  'me',
  'sessions/current',
  'projects',
  'visits',
  'orders',
  'deliveries',
  'invoices',
  'order-forms',
]

t.test("a customer's session can reach only the portal [c22-session]", async (t) => {
  const { org, token } = await customer()
  for (const path of STAFF_PATHS) {
    const headers = { 'x-org-id': org.organizationId }
    t.match(await api.request('GET', path, { token, headers }), {
      status: 401,
      body: { code: 'session_invalid' },
    })
  }
  t.equal((await api.request('GET', '/projects', { key: token })).status, 401)
})

t.test('neither a key nor a staff session reaches the portal [c22-session]', async (t) => {
  const { org } = await customer()
  const { body } = await signIn(api, org)
  for (const path of PORTAL_PATHS) {
    const staff = asPerson(api, body.accessToken, org.organizationId)
    t.match(await staff('GET', `/portal/${path}`), {
      status: 401,
      body: { code: 'session_invalid' },
    })
    t.match(await api.request('GET', `/portal/${path}`, { key: org.key }), {
      status: 401,
      body: { code: 'credential_missing' },
    })
  }
})

t.test(
  "operations don't accept cookies: pages send the session themselves [c22-session]",
  async (t) => {
    const { token } = await customer()
    const headers = { cookie: `__Host-client=${token}; client=${token}` }
    t.equal((await api.request('GET', '/portal/me', { headers })).status, 401)
    t.equal(
      (await api.request('PATCH', '/portal/me', { headers, body: { name: 'Eve' } })).status,
      401,
    )
  },
)

t.test('signing out ends the session, or all sessions and links [c22-session-end]', async (t) => {
  const { org, id, enter, token: first } = await customer()
  const [second, third] = [await enter(), await enter()]
  const call = (method: string, path: string, token: string) =>
    api.request(method, `/portal/${path}`, { token })
  t.equal((await call('DELETE', 'sessions/current', first)).status, 204)
  t.equal((await call('GET', 'me', first)).status, 401)
  t.equal((await call('GET', 'me', second)).status, 200)
  const link = await portalSignInToken(api, org.organizationId, id)
  t.equal((await call('DELETE', 'sessions', second)).status, 204)
  t.equal((await call('GET', 'me', third)).status, 401)
  t.equal((await api.request('POST', '/portal/sessions', { body: { token: link } })).status, 401)
})

t.test('sessions expire, and the oldest ends beyond the maximum [c22-session-end]', async (t) => {
  const { org, token: oldest, enter } = await customer()
  const me = (token: string) => api.request('GET', '/portal/me', { token })
  const tokens: string[] = []
  for (let i = 0; i < MAX_PORTAL_SESSIONS; i++) tokens.push(await enter())
  t.equal((await me(oldest)).status, 401)
  t.equal((await me(tokens[0] ?? '')).status, 200)
  await api.store.sql.query(
    'update portal_sessions set expires_at = now() where organization_id = $1',
    [org.organizationId],
  )
  t.equal((await me(tokens[0] ?? '')).status, 401)
})

t.test('without mail, the service says so and stores nothing [c22-sign-in]', async (t) => {
  const { org } = await customer()
  const body = { email: 'ann@clients.test', organizationId: org.organizationId }
  t.match(await api.request('POST', '/portal/sign-ins', { body }), {
    status: 202,
    body: { sendsMail: false },
  })
})

t.test("the pages get the organization's branding, and nothing else [c22-pages]", async (t) => {
  const { org } = await customer()
  const { status, body } = await api.request('GET', `/portal/organizations/${org.organizationId}`)
  t.equal(status, 200)
  t.strictSame(Object.keys(body).sort(), [
    'colour',
    'contactEmail',
    'contactPhone',
    'id',
    'locale',
    'logoUrl',
    'name',
    'timeZone',
  ])
  t.equal((await api.request('GET', `/portal/organizations/${crypto.randomUUID()}`)).status, 404)
})
