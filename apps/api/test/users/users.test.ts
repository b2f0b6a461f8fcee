import { sharedApp } from '@mediajobs/testing/api/app'
import { newEmail, peopleOf } from '@mediajobs/testing/api/people'
import { statuses } from '@mediajobs/testing/api/webhook-studio'
import t from 'tap'

// docs/contract.md#c2-users-roles

const service = await sharedApp()
const SHOWN = 'acceptedAt active createdAt email id name organizationId role updatedAt workingHours'
const FIELDS = SHOWN.split(' ')

t.test(
  'a new user is returned in full, and the invitation’s token only once [c2-users-invite]',
  async (t) => {
    const org = await service.createOrg()
    const { invite, call } = peopleOf(service, org)
    const email = newEmail()
    const { status, body } = await invite(email, 'EDITOR')
    t.equal(status, 201)
    const { invitationToken, invitationExpiresAt, ...user } = body
    t.strictSame(Object.keys(user).sort(), FIELDS)
    const sent = { email, name: 'Nina New', role: 'EDITOR' }
    t.match(user, { ...sent, organizationId: org.organizationId, active: true })
    t.match(invitationToken, /^mji_[0-9A-Za-z]{43}$/)
    t.strictSame((await call('GET', `/users/${user.id}`)).body, user)
    t.strictSame((await call('GET', '/users')).body.data[0], user)
    const stored = await service.store.sql.query(
      'select row_to_json(i)::text from invitations as i',
    )
    t.notMatch(JSON.stringify(stored), invitationToken)
  },
)

t.test('work can be assigned to a user who has not accepted yet', async (t) => {
  const org = await service.createOrg()
  const { invite, call } = peopleOf(service, org)
  const { body: user } = await invite(newEmail(), 'TECHNICIAN')
  const project = { scheduledTime: '2026-05-01T09:30:00Z', technicianId: user.id }
  t.equal((await call('POST', '/projects/create', project)).status, 201)
})

t.test('each invalid field of a user has a separate message [c2-users-roles]', async (t) => {
  const { call } = peopleOf(service, await service.createOrg())
  const right = { email: 'a@example.test', name: 'A', role: 'EDITOR' }
  const cases: [unknown, string[]][] = [
    [{}, ['email is required', 'name is required', 'role is required']],
    [{ ...right, email: 'a@' }, ['email must be an e-mail address']],
    [{ ...right, name: '' }, ['name must not be empty']],
    [{ ...right, name: 'x'.repeat(201) }, ['name must have at most 200 characters']],
    [{ ...right, role: 'OWNER' }, ['role must be one of ADMIN, MANAGER, TECHNICIAN, EDITOR']],
  ]
  for (const [body, message] of cases) {
    t.match(await call('POST', '/users', body), { status: 400, body: { message } })
  }
})

t.test(
  'an email is unique case-insensitively, even with 30 concurrent creates [c2-users-email]',
  async (t) => {
    const org = await service.createOrg()
    const { invite } = peopleOf(service, org)
    const email = newEmail()
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, i) => invite(i % 2 ? email : email.toUpperCase())),
    )
    t.strictSame(statuses(responses), { 201: 1, 409: 29 })
    t.match(responses.find(({ status }) => status === 409)?.body, { code: 'duplicate_email' })
    t.match(await invite(org.email), { status: 409, body: { code: 'duplicate_email' } })
    const other = peopleOf(service, await service.createOrg())
    t.match(
      (await other.invite(email)).body,
      { email },
      'another organization may have the same email',
    )
    t.match((await other.invite('Some.One@Example.test')).body, { email: 'some.one@example.test' })
  },
)

t.test(
  'the list is newest first, in pages, and can be filtered [c2-users-operations]',
  async (t) => {
    const org = await service.createOrg()
    const { invite, call } = peopleOf(service, org)
    const ids = [org.userId]
    for (const role of ['EDITOR', 'TECHNICIAN', 'EDITOR'] as const) {
      ids.unshift((await invite(newEmail(), role)).body.id)
    }
    const listed = async (query: string) => {
      const { body } = await call('GET', `/users?${query}`)
      return body.data.map(({ id }: { id: string }) => id)
    }
    const { body: first } = await call('GET', '/users?limit=3')
    const rest = await listed(`limit=3&cursor=${first.nextCursor}`)
    t.strictSame([...first.data.map(({ id }: { id: string }) => id), ...rest], ids)
    t.strictSame(await listed('role=EDITOR'), [ids[0], ids[2]])
    await call('PATCH', `/users/${ids[0]}`, { active: false })
    t.strictSame(await listed('role=EDITOR&active=true'), [ids[2]])
    t.strictSame(await listed('active=false'), [ids[0]])
    const otherList = await call('GET', `/users?limit=3&role=EDITOR&cursor=${first.nextCursor}`)
    t.match(otherList, { status: 400, body: { message: [/^cursor belongs to other filters/] } })
    t.equal((await call('GET', '/users?role=OWNER')).status, 400)
  },
)

t.test(
  'name, role and active can be changed, only in this organization [c2-users-membership, c2-users-operations]',
  async (t) => {
    const [org, other] = [await service.createOrg(), await service.createOrg()]
    const here = peopleOf(service, org)
    const there = peopleOf(service, other)
    const email = newEmail()
    const { body: user } = await here.invite(email, 'EDITOR')
    await there.invite(email, 'MANAGER')
    const { body: before } = await here.call('GET', `/users/${user.id}`)
    const change = { name: 'Another Name', role: 'TECHNICIAN', active: false }
    const { status, body } = await here.call('PATCH', `/users/${user.id}`, change)
    t.equal(status, 200)
    t.strictSame({ ...body, updatedAt: '' }, { ...before, ...change, updatedAt: '' })
    t.ok(body.updatedAt > before.updatedAt)
    t.strictSame((await here.call('PATCH', `/users/${user.id}`, change)).body, body, 'no change')
    t.match((await there.call('GET', `/users/${user.id}`)).body, {
      name: 'Nina New',
      role: 'MANAGER',
      active: true,
    })
    t.equal((await here.call('PATCH', `/users/${user.id}`, { role: null })).status, 400)
  },
)

t.test(
  "a person can't grant a role above their own, or change a user who has one [c2-users-rank]",
  async (t) => {
    const org = await service.createOrg()
    const { invite, call } = peopleOf(service, org)
    const manager = await service.createMember(org, 'MANAGER')
    const peer = await service.createMember(org, 'MANAGER')
    const editor = await service.createMember(org, 'EDITOR')
    const key = await manager.keyWith('ADMIN')
    const forbidden = { status: 403, body: { code: 'role_forbids' } }
    const change = (id: string, body: object) => call('PATCH', `/users/${id}`, body, key)
    t.match(await invite(newEmail(), 'ADMIN', key), forbidden)
    t.equal((await invite(newEmail(), 'MANAGER', key)).status, 201)
    t.match(await change(org.userId, { name: 'x' }), forbidden)
    t.match(await change(org.userId, { active: false }), forbidden)
    t.match(await change(manager.userId, { role: 'ADMIN' }), forbidden)
    t.match(await change(editor.userId, { role: 'ADMIN' }), forbidden)
    t.equal((await change(editor.userId, { role: 'MANAGER' })).status, 200)
    t.equal((await change(peer.userId, { role: 'EDITOR' })).status, 200)
  },
)
