import { testApp } from '@mediajobs/testing/api/app'
import { accept, newEmail, peopleOf } from '@mediajobs/testing/api/people'
import { anyAddress } from '@mediajobs/testing/api/request'
import { asPerson, signIn } from '@mediajobs/testing/api/sign-in'
import { statuses } from '@mediajobs/testing/api/webhook-studio'
import t from 'tap'

// docs/contract.md#c2-users-invite

const service = await testApp(t, { trustProxy: true })
const { databaseUrl } = service
const second = await testApp(t, { trustProxy: true, databaseUrl })
const password = 'correct horse battery'
const refused = { status: 401, body: { code: 'invitation_refused' } }

t.test(
  'an invited person sets a password, is signed in, and can sign in again [c2-users-accept]',
  async (t) => {
    const org = await service.createOrg()
    const email = newEmail()
    const { body: user } = await peopleOf(service, org).invite(email, 'TECHNICIAN')
    const days = (Date.parse(user.invitationExpiresAt) - Date.now()) / 86_400_000
    t.ok(days > 6.9 && days < 7.1, `${days} days`)
    const { status, body } = await accept(service, user.invitationToken, password)
    t.equal(status, 201)
    t.match(body, {
      accessToken: /^mjs_/,
      user: { id: user.id, email, name: 'Nina New' },
      organizations: [
        {
          id: org.organizationId,
          name: 'Test Studio',
          role: 'TECHNICIAN',
          calendarCreatedAt: null,
        },
      ],
    })
    const call = asPerson(service, body.accessToken, org.organizationId)
    t.equal((await call('GET', '/projects')).status, 200)
    t.equal((await signIn(service, { email, password })).status, 201)
  },
)

t.test('a password has 12 to 200 characters', async (t) => {
  const org = await service.createOrg()
  const { body: user } = await peopleOf(service, org).invite(newEmail())
  const attempt = (tried: string) => accept(service, user.invitationToken, tried)
  t.match(await attempt('p'.repeat(11)), {
    status: 400,
    body: { message: ['password must have at least 12 characters'] },
  })
  t.match(await attempt('p'.repeat(201)), {
    status: 400,
    body: { message: ['password must have at most 200 characters'] },
  })
  t.equal((await attempt('🔑'.repeat(200))).status, 201)
})

t.test('a password is the same in each Unicode normal form', async (t) => {
  const org = await service.createOrg()
  const email = newEmail()
  const { body: user } = await peopleOf(service, org).invite(email)
  await accept(service, user.invitationToken, 'schlüsselbund'.normalize('NFD'))
  t.equal((await signIn(service, { email, password: 'schlüsselbund' })).status, 201)
})

t.test('an invitation can be accepted once, even concurrently', async (t) => {
  const org = await service.createOrg()
  const { body: user } = await peopleOf(service, org).invite(newEmail())
  const attempts = Array.from({ length: 6 }, (_, i) =>
    accept(i % 2 ? second : service, user.invitationToken, `${password} ${i}`),
  )
  const responses = await Promise.all(attempts)
  t.strictSame(statuses(responses), { 201: 1, 401: 5 })
  const winner = responses.findIndex(({ status }) => status === 201)
  const { email } = user
  t.equal((await signIn(service, { email, password: `${password} ${winner}` })).status, 201)
  t.match(await accept(service, user.invitationToken, `${password} ${winner}`), refused)
})

t.test(
  'two invitations accepted concurrently with the same password share an account',
  async (t) => {
    for (let round = 0; round < 5; round++) {
      const email = newEmail()
      const orgs = [await service.createOrg(), await service.createOrg()]
      const invited = await Promise.all(orgs.map((org) => peopleOf(service, org).invite(email)))
      const responses = await Promise.all(
        invited.map(({ body }, i) =>
          accept(i % 2 ? second : service, body.invitationToken, password),
        ),
      )
      t.strictSame(statuses(responses), { 201: 2 })
      const { body } = await signIn(service, { email, password })
      t.equal(body.organizations.length, 2)
    }
  },
)

t.test('an invitation accepted during renewal is accepted once', async (t) => {
  const org = await service.createOrg()
  const { invite, call } = peopleOf(service, org)
  for (let round = 0; round < 5; round++) {
    const { body: user } = await invite(newEmail())
    const [accepted, again] = await Promise.all([
      accept(service, user.invitationToken, password),
      call('POST', `/users/${user.id}/invitation`),
    ])
    t.match([accepted.status, again.status].join(), /^(201,409|401,201)$/)
    if (again.status === 201) {
      const { status } = await accept(service, again.body.invitationToken, password)
      t.equal(status, accepted.status === 201 ? 401 : 201)
    }
  }
})

t.test(
  'a person with an account joins another organization with the same password [c2-users-membership, c2-users-accept]',
  async (t) => {
    const [one, other] = [await service.createOrg(), await service.createOrg()]
    const { email } = one
    const { status, body: user } = await peopleOf(service, other).invite(email.toUpperCase())
    t.equal(status, 201)
    t.equal(user.email, email, 'the email is stored in lower case')
    const { body } = await accept(service, user.invitationToken, one.password)
    t.strictSame(
      body.organizations.map(({ id, role }: { id: string; role: string }) => ({ id, role })),
      [
        { id: one.organizationId, role: 'ADMIN' },
        { id: other.organizationId, role: 'EDITOR' },
      ],
    )
    t.equal(body.user.id, user.id, 'the user’s id is the published one')
    const call = asPerson(service, body.accessToken, other.organizationId)
    t.equal((await call('GET', '/projects')).status, 200)
  },
)

t.test('acceptance is throttled like a sign-in from its network', async (t) => {
  const [one, other] = [await service.createOrg(), await service.createOrg()]
  const { body: user } = await peopleOf(service, other).invite(one.email)
  const address = anyAddress()
  const guess = { email: one.email, password: 'a guess that fails' }
  await Promise.all(Array.from({ length: 10 }, () => signIn(service, guess, address)))
  t.match(await accept(service, user.invitationToken, one.password, address), {
    status: 429,
    body: { code: 'sign_in_slowed' },
  })
  t.equal((await accept(service, user.invitationToken, one.password)).status, 201)
})

t.test('an acceptance with a different password counts as a wrong password', async (t) => {
  const [one, other] = [await service.createOrg(), await service.createOrg()]
  const { body: user } = await peopleOf(service, other).invite(one.email)
  const address = anyAddress()
  const guess = { email: one.email, password: 'a guess that fails' }
  t.equal((await accept(service, user.invitationToken, password, address)).status, 201)
  const responses = Array.from({ length: 10 }, () => signIn(service, guess, address))
  t.strictSame(statuses(await Promise.all(responses)), { 401: 9, 429: 1 })
})

t.test(
  "an invitation doesn't reveal whether the address was known [c2-users-no-power]",
  async (t) => {
    const [org, known] = [await service.createOrg(), await service.createOrg()]
    const { invite, call } = peopleOf(service, org)
    const responses = [await invite(known.email), await invite(newEmail())]
    for (const { status, body } of responses) {
      t.equal(status, 201)
      t.strictSame(Object.keys(body), Object.keys(responses[0]?.body))
      t.match(body.id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      const madeAt = Number.parseInt(body.id.replace('-', '').slice(0, 12), 16)
      t.ok(
        Math.abs(madeAt - Date.now()) > 3_600_000,
        "the id doesn't reveal when the person was created",
      )
    }
    const listed = (await call('GET', '/users')).body.data
    t.strictSame(Object.keys(listed[0]), Object.keys(listed[1]))
  },
)

t.test(
  "one invitation's password gives no access to another organization [c2-users-no-power]",
  async (t) => {
    const [good, bad] = [await service.createOrg(), await service.createOrg()]
    const email = newEmail()
    const { body: lure } = await peopleOf(service, bad).invite(email)
    const { body: squatter } = await accept(
      service,
      lure.invitationToken,
      'the squatter’s password',
    )
    const { body: invited } = await peopleOf(service, good).invite(email, 'ADMIN')
    const call = asPerson(service, squatter.accessToken, good.organizationId)
    const foreign = { status: 404, body: { code: 'not_found' } }
    t.match(await call('GET', '/projects'), foreign, 'while the invitation is open')
    const { status, body } = await accept(service, invited.invitationToken, password)
    t.equal(status, 201, 'the invited person can accept')
    t.equal(body.user.id, invited.id)
    t.match(body.organizations, [{ id: good.organizationId, role: 'ADMIN' }])
    t.match(await call('GET', '/projects'), foreign, 'after acceptance too')
    const again = await signIn(service, { email, password: 'the squatter’s password' })
    t.match(again.body.organizations, [{ id: bad.organizationId }])
    t.equal(again.body.organizations.length, 1)
  },
)

t.test(
  "a person with two passwords reaches each one's organizations [c2-users-same-address]",
  async (t) => {
    const [one, other] = [await service.createOrg(), await service.createOrg()]
    const { email } = one
    const { body: user } = await peopleOf(service, other).invite(email)
    const accepted = await accept(service, user.invitationToken, password)
    t.strictSame(ids(accepted.body), [other.organizationId])
    t.strictSame(ids((await signIn(service, one)).body), [one.organizationId])
    t.strictSame(ids((await signIn(service, { email, password })).body), [other.organizationId])
    const change = await service.request('POST', '/auth/password', {
      token: accepted.body.accessToken,
      body: { currentPassword: password, newPassword: one.password },
    })
    t.equal(change.status, 204)
    const both = (await signIn(service, one)).body
    t.strictSame(ids(both), [one.organizationId, other.organizationId], 'one password, one account')
    for (const organizationId of ids(both)) {
      const call = asPerson(service, both.accessToken, organizationId)
      t.equal((await call('GET', '/projects')).status, 200)
    }
    const before = asPerson(service, accepted.body.accessToken, other.organizationId)
    t.equal((await before('GET', '/projects')).status, 200, 'the session still works')
  },
)

t.test(
  "changing one account's password doesn't affect the other account or its sessions",
  async (t) => {
    const [one, other] = [await service.createOrg(), await service.createOrg()]
    const { body: user } = await peopleOf(service, other).invite(one.email)
    const { body: further } = await accept(service, user.invitationToken, password)
    const { body: first } = await signIn(service, one)
    const changed = await service.request('POST', '/auth/password', {
      token: further.accessToken,
      body: { currentPassword: password, newPassword: 'another good password' },
    })
    t.equal(changed.status, 204)
    const call = asPerson(service, first.accessToken, one.organizationId)
    t.equal((await call('GET', '/projects')).status, 200)
    t.equal((await signIn(service, one)).status, 201)
    t.equal((await signIn(service, { email: one.email, password })).status, 401)
    t.match(
      await service.request('POST', '/auth/password', {
        token: further.accessToken,
        body: { currentPassword: one.password, newPassword: password },
      }),
      { status: 400, body: { code: 'password_wrong' } },
      'the other account’s password is refused for this session',
    )
  },
)

t.test(
  'an acceptance has the same response for a known address and a new one [c2-users-accept]',
  async (t) => {
    const [org, known] = [await service.createOrg(), await service.createOrg()]
    const { invite } = peopleOf(service, org)
    const invited = [await invite(known.email), await invite(newEmail())]
    const responses = await Promise.all(
      invited.map(({ body }) => accept(service, body.invitationToken, password)),
    )
    for (const { status, headers, body } of responses) {
      t.equal(status, 201)
      t.strictSame(Object.keys(headers), Object.keys(responses[0]?.headers ?? {}))
      t.strictSame(Object.keys(body), Object.keys(responses[0]?.body))
      t.strictSame(ids(body), [org.organizationId])
    }
  },
)

t.test('a promotion invalidates the open invitation [c2-users-raised]', async (t) => {
  const org = await service.createOrg()
  const manager = await service.createMember(org, 'MANAGER')
  const { invite, call } = peopleOf(service, org)
  const { body: user } = await invite(newEmail(), 'MANAGER', await manager.keyWith('ADMIN'))
  const raised = await call('PATCH', `/users/${user.id}`, { role: 'ADMIN' })
  t.match(raised, { status: 200, body: { id: user.id, role: 'ADMIN' } })
  t.match(await accept(service, user.invitationToken, password), refused)
  const { body: again } = await call('POST', `/users/${user.id}/invitation`)
  t.equal((await accept(service, again.invitationToken, password)).status, 201)
})

t.test('an equal or lower role, or a new name, keeps the invitation open', async (t) => {
  const org = await service.createOrg()
  const { invite, call } = peopleOf(service, org)
  const { body: user } = await invite(newEmail(), 'MANAGER')
  for (const change of [{ name: 'Renamed' }, { role: 'EDITOR' }, { role: 'TECHNICIAN' }]) {
    t.equal((await call('PATCH', `/users/${user.id}`, change)).status, 200)
  }
  t.equal((await accept(service, user.invitationToken, password)).status, 201)
})

t.test('an acceptance concurrent with a promotion never gets the higher role', async (t) => {
  for (let round = 0; round < 8; round++) {
    const org = await service.createOrg()
    const { invite, call } = peopleOf(service, org)
    const { body: user } = await invite(newEmail(), 'EDITOR')
    const [accepted, raised] = await Promise.all([
      accept(second, user.invitationToken, password),
      call('PATCH', `/users/${user.id}`, { role: 'ADMIN' }),
    ])
    t.equal(raised.status, 200)
    // An acceptance before the change gets the invitation's role.
    if (accepted.status === 201) t.match(accepted.body.organizations, [{ role: 'EDITOR' }])
    else t.match(accepted, refused)
  }
})

t.test('unknown and expired tokens get the same refusal [c2-users-invite]', async (t) => {
  const org = await service.createOrg()
  const { body: user } = await peopleOf(service, org).invite(newEmail())
  await service.store.sql.query('update invitations set expires_at = now() where user_id = $1', [
    user.id,
  ])
  const unknown = await accept(service, 'mji_never-issued', password)
  const expired = await accept(service, user.invitationToken, password)
  t.match(unknown, refused)
  t.strictSame({ ...expired.body, requestId: '' }, { ...unknown.body, requestId: '' })
  const call = asPerson(service, await memberToken(user.id), org.organizationId)
  t.equal((await call('GET', '/projects')).status, 404, 'an expired invitation gives no access')
  await service.store.sql.query('delete from invitations where user_id = $1', [user.id])
  t.equal((await call('GET', '/projects')).status, 404, "even after it's purged")
  const again = await peopleOf(service, org).call('POST', `/users/${user.id}/invitation`)
  t.equal((await accept(service, again.body.invitationToken, password)).status, 201)
})

t.test('an invitation can be renewed until it is accepted', async (t) => {
  const org = await service.createOrg()
  const { invite, call } = peopleOf(service, org)
  const { body: user } = await invite(newEmail())
  const path = `/users/${user.id}/invitation`
  const { status, body: again } = await call('POST', path)
  t.equal(status, 201)
  t.strictSame(Object.keys(again), ['invitationToken', 'invitationExpiresAt'])
  t.match(await accept(service, user.invitationToken, password), refused)
  t.equal((await accept(service, again.invitationToken, password)).status, 201)
  t.match(await call('POST', path), { status: 409, body: { code: 'already_accepted' } })
})

t.test("a deactivated person can't accept until reactivated", async (t) => {
  const org = await service.createOrg()
  const { invite, call } = peopleOf(service, org)
  const { body: user } = await invite(newEmail())
  await call('PATCH', `/users/${user.id}`, { active: false })
  t.match(await accept(service, user.invitationToken, password), refused)
  t.match(await call('POST', `/users/${user.id}/invitation`), {
    status: 409,
    body: { code: 'user_inactive' },
  })
  await call('PATCH', `/users/${user.id}`, { active: true })
  t.equal((await accept(service, user.invitationToken, password)).status, 201)
})

t.test('a MANAGER cannot renew the invitation of an ADMIN', async (t) => {
  const org = await service.createOrg()
  const manager = await service.createMember(org, 'MANAGER')
  const { invite, call } = peopleOf(service, org)
  const { body: admin } = await invite(newEmail(), 'ADMIN')
  const key = await manager.keyWith('ADMIN')
  t.match(await call('POST', `/users/${admin.id}/invitation`, undefined, key), {
    status: 403,
    body: { code: 'role_forbids' },
  })
  const other = await service.createOrg()
  t.equal((await call('POST', `/users/${admin.id}/invitation`, undefined, other.key)).status, 404)
})

/** The session of a person who hasn't accepted: reassigned from someone else. */
async function memberToken(userId: string): Promise<string> {
  const org = await service.createOrg()
  const token = await org.token()
  await service.store.sql.query('update sessions set user_id = $2 where user_id = $1', [
    org.userId,
    userId,
  ])
  return token
}

function ids({ organizations }: { organizations: { id: string }[] }): string[] {
  return organizations.map(({ id }) => id)
}
