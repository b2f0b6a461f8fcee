import { sharedApp, testApp } from '@mediajobs/testing/api/app'
import { newEmail, peopleOf } from '@mediajobs/testing/api/people'
import { statuses } from '@mediajobs/testing/api/webhook-studio'
import t from 'tap'

// docs/contract.md#c2-users-last-admin: an organization always has an active ADMIN.

const service = await sharedApp()
const { databaseUrl } = service
const second = await testApp(t, { databaseUrl })
const lastAdmin = { status: 409, body: { code: 'last_admin' } }

t.test(
  'the last active ADMIN can be neither demoted nor deactivated [c2-users-last-admin]',
  async (t) => {
    const org = await service.createOrg()
    const { call } = peopleOf(service, org)
    const path = `/users/${org.userId}`
    t.match(await call('PATCH', path, { role: 'MANAGER' }), lastAdmin)
    t.match(await call('PATCH', path, { active: false }), lastAdmin)
    t.match((await call('GET', path)).body, { role: 'ADMIN', active: true })
    t.equal((await call('PATCH', path, { name: 'Still Here' })).status, 200)
    const other = await service.createMember(org, 'ADMIN')
    await call('PATCH', `/users/${other.userId}`, { active: false })
    t.match(
      await call('PATCH', path, { role: 'EDITOR' }),
      lastAdmin,
      "deactivated ones don't count",
    )
    await call('PATCH', `/users/${other.userId}`, { active: true })
    t.equal((await call('PATCH', path, { role: 'EDITOR' })).status, 200)
  },
)

t.test('an ADMIN who has not accepted the invitation does not count', async (t) => {
  const org = await service.createOrg()
  const { invite, call } = peopleOf(service, org)
  const { body: invited } = await invite(newEmail(), 'ADMIN')
  t.match(await call('PATCH', `/users/${org.userId}`, { active: false }), lastAdmin)
  t.equal((await call('PATCH', `/users/${invited.id}`, { active: false })).status, 200)
})

t.test(
  'of two ADMINs who demote each other concurrently, one stays [c2-users-last-admin]',
  async (t) => {
    for (let round = 0; round < 10; round++) {
      const org = await service.createOrg()
      const other = await service.createMember(org, 'ADMIN')
      const otherKey = await other.keyWith('ADMIN')
      const change = round % 2 ? { role: 'MANAGER' } : { active: false }
      const responses = await Promise.all([
        org.call('PATCH', `/users/${other.userId}`, change),
        second.request('PATCH', `/users/${org.userId}`, { key: otherKey, body: change }),
      ])
      t.equal(responses.filter(({ status }) => status === 200).length, 1)
      const { rows } = await admins(org.organizationId)
      t.equal(rows, 1)
    }
  },
)

t.test('of two ADMINs who demote themselves concurrently, one stays', async (t) => {
  for (let round = 0; round < 10; round++) {
    const org = await service.createOrg()
    const other = await service.createMember(org, 'ADMIN')
    const otherKey = await other.keyWith('ADMIN')
    const responses = await Promise.all([
      org.call('PATCH', `/users/${org.userId}`, { role: 'EDITOR' }),
      second.request('PATCH', `/users/${other.userId}`, {
        key: otherKey,
        body: { role: 'EDITOR' },
      }),
    ])
    t.strictSame(statuses(responses), { 200: 1, 409: 1 })
  }
})

t.test('a demotion by an ADMIN who was demoted concurrently is refused', async (t) => {
  for (let round = 0; round < 5; round++) {
    const org = await service.createOrg()
    const [one, other] = [
      await service.createMember(org, 'ADMIN'),
      await service.createMember(org, 'ADMIN'),
    ]
    const keys = [await one.keyWith('ADMIN'), await other.keyWith('ADMIN')] as const
    const body = { role: 'MANAGER' }
    const responses = await Promise.all([
      service.request('PATCH', `/users/${other.userId}`, { key: keys[0], body }),
      second.request('PATCH', `/users/${one.userId}`, { key: keys[1], body }),
    ])
    t.strictSame(statuses(responses), { 200: 1, 403: 1 })
  }
})

async function admins(organizationId: string): Promise<{ rows: number }> {
  const found = await service.store.sql.query(
    `select 1 from memberships where organization_id = $1 and role = 'ADMIN' and active`,
    [organizationId],
  )
  return { rows: found.length }
}
