import type { Role, Scope } from '@mediajobs/domain'
import { testApp } from '@mediajobs/testing/api/app'
import { asPerson } from '@mediajobs/testing/api/sign-in'
import t from 'tap'

// docs/contract.md#c2-key-current: a key can read its own record.

const keyWindows = [
  { limit: 500, spanMs: 500 },
  { limit: 1_000, spanMs: 60_000 },
]
const service = await testApp(t, { keyWindows })
const limits = [
  { limit: 500, windowSeconds: 0.5 },
  { limit: 1_000, windowSeconds: 60 },
]

t.test(
  'every key can read its organization, role, scopes, expiry and limits [i5-no-schedule, c2-key-current, c2-access-current, c6-fixed-paths]',
  async (t) => {
    const org = await service.createOrg()
    const organization = { id: org.organizationId, name: 'Test Studio' }
    const scopes: Scope[] = ['READ', 'WRITE', 'ADMIN', 'BULK_IMPORT', 'WEBHOOKS']
    for (const role of ['ADMIN', 'MANAGER', 'TECHNICIAN', 'EDITOR'] satisfies Role[]) {
      const member = await service.createMember(org, role)
      for (const scope of scopes) {
        const key = await member.keyWith(scope)
        const { status, body } = await service.request('GET', '/api-keys/current', { key })
        t.equal(status, 200)
        t.match(body.id, /^[0-9a-f-]{36}$/)
        t.strictSame(body, {
          id: body.id,
          name: `${role} ${scope}`,
          prefix: key.slice(0, 12),
          organization,
          userId: member.userId,
          role,
          scopes: [scope],
          expiresAt: null,
          limits,
        })
      }
    }
  },
)

t.test('a key with an expiry can read it [c2-key-current]', async (t) => {
  const { key } = await service.createOrg()
  const expiresAt = '2199-01-01T00:00:00.000Z'
  const { body } = await service.request('POST', '/api-keys', {
    key,
    body: { name: 'Short', scopes: ['READ'], expiresAt: '2199-01-01T02:00:00+02:00' },
  })
  const response = await service.request('GET', '/api-keys/current', { key: body.key })
  t.match(response.body, { id: body.id, name: 'Short', expiresAt })
})

t.test('a session can read its own record, with null for key fields', async (t) => {
  const org = await service.createOrg()
  const editor = await service.createMember(org, 'EDITOR')
  const call = asPerson(service, await editor.token(), org.organizationId)
  const { status, body } = await call('GET', '/api-keys/current')
  t.equal(status, 200)
  t.strictSame(body, {
    id: null,
    name: null,
    prefix: null,
    organization: { id: org.organizationId, name: 'Test Studio' },
    userId: editor.userId,
    role: 'EDITOR',
    scopes: ['READ', 'WRITE'],
    expiresAt: '2200-01-01T00:00:00.000Z',
    limits: [{ limit: 50, windowSeconds: 1 }],
  })
})

t.test('reading the current credential without one is a 401', async (t) => {
  t.equal((await service.request('GET', '/api-keys/current')).status, 401)
})
