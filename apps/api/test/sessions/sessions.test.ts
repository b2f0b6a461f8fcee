import { testApp } from '@mediajobs/testing/api/app'
import { accept, peopleOf } from '@mediajobs/testing/api/people'
import { asPerson, leastWork, signIn } from '@mediajobs/testing/api/sign-in'
import t from 'tap'

// docs/contract.md#c2-session-start

const service = await testApp(t, { trustProxy: true })
const { databaseUrl } = service
const second = await testApp(t, { trustProxy: true, databaseUrl })
const newPassword = 'a new password'

t.test(
  'a sign-in returns a 12-hour session, the person and their organizations [c2-session-start, c2-session-token]',
  async (t) => {
    const org = await service.createOrg()
    const { status, body } = await signIn(service, org)
    t.equal(status, 201)
    t.strictSame(body, {
      accessToken: body.accessToken,
      expiresAt: body.expiresAt,
      user: { id: org.userId, email: org.email, name: 'Olga Owner' },
      organizations: [
        { id: org.organizationId, name: 'Test Studio', role: 'ADMIN', calendarCreatedAt: null },
      ],
    })
    t.match(body.accessToken, /^mjs_[0-9A-Za-z]{43}$/)
    const hours = (Date.parse(body.expiresAt) - Date.now()) / 3_600_000
    t.ok(hours > 11.9 && hours < 12.1, `${hours} hours`)
    const call = asPerson(second, body.accessToken, org.organizationId)
    t.equal((await call('GET', '/projects')).status, 200, 'every process accepts it')
  },
)

t.test(
  'a session shows who is signed in, and their current organizations [c2-session-current]',
  async (t) => {
    const org = await service.createOrg()
    const other = await service.createOrg()
    const { accessToken, ...signedIn } = (await signIn(service, org)).body
    const current = () => second.request('GET', '/auth/sessions/current', { token: accessToken })
    t.match(await current(), { status: 200, body: signedIn })
    const { body } = await peopleOf(service, other).invite(org.email, 'EDITOR')
    await accept(service, body.invitationToken, org.password)
    const places = async () =>
      (await current()).body.organizations.map(({ id, role }: { id: string; role: string }) => [
        id,
        role,
      ])
    const both = [
      [org.organizationId, 'ADMIN'],
      [other.organizationId, 'EDITOR'],
    ]
    t.strictSame(await places(), both)
    const leave = { active: false }
    const path = `/users/${org.userId}`
    t.equal((await other.call('PATCH', path, leave)).status, 200)
    t.strictSame(await places(), both.slice(0, 1))
    await service.request('DELETE', '/auth/sessions/current', { token: accessToken })
    t.match(await current(), { status: 401, body: { code: 'session_invalid' } })
  },
)

t.test('the email is case-insensitive, and every character of the password counts', async (t) => {
  const { email, password } = await service.createOrg()
  t.equal((await signIn(service, { email: email.toUpperCase(), password })).status, 201)
  for (const wrong of [`${password} `, password.toLowerCase(), password.slice(0, -1)]) {
    t.equal((await signIn(service, { email, password: wrong })).status, 401, wrong)
  }
})

/** A sign-in that fails. */
function guess(email: string) {
  return () => signIn(service, { email, password: 'a guess that fails' })
}

t.test(
  'a failed sign-in reveals no reason, by response or duration [c2-session-unknown-address]',
  async (t) => {
    const known = await service.createOrg()
    const invited = await service.createMember(known, 'EDITOR')
    const attempts = [known.email, invited.email, 'nobody@example.test'].map(guess)
    const responses = await Promise.all(attempts.map((each) => each()))
    for (const { status, body, headers } of responses) {
      t.equal(status, 401)
      t.match(body, { code: 'sign_in_failed', message: 'The email or the password is wrong.' })
      t.strictSame({ ...body, requestId: '' }, { ...responses[0]?.body, requestId: '' })
      t.strictSame(Object.keys(headers), Object.keys(responses[0]?.headers ?? {}))
    }
    const [withPassword = 0, ...others] = await leastWork(9, attempts)
    // A response without hashing would take less than a quarter of the time.
    for (const ms of others) t.ok(ms > withPassword / 2, `${ms} ms and ${withPassword} ms`)
  },
)

t.test('a sign-in costs the same with no account, with one and with six', async (t) => {
  const many = await service.createOrg()
  for (let i = 0; i < 5; i++) {
    const { body } = await peopleOf(service, await service.createOrg()).invite(many.email)
    await accept(service, body.invitationToken, `password number ${i}`)
  }
  const stored = await service.store.sql.query<{ salts: number; accounts: number }>(
    `select count(*) as accounts, count(distinct split_part(password_hash, '$', 5)) as salts
    from users where $1 in (id, person_id)`,
    [many.userId],
  )
  t.match(
    stored,
    [{ accounts: 6, salts: 1 }],
    'one salt: a single hash is checked for all accounts',
  )
  const one = await service.createOrg()
  const attempts = ['no-account@example.test', one.email, many.email].map(guess)
  const work = await leastWork(7, attempts)
  t.ok(Math.max(...work) < 2 * Math.min(...work), `${work} ms of processor time`)
})

t.test(
  'an account has at most 20 live sessions: the twenty-first ends the oldest [c2-session-twenty]',
  async (t) => {
    const org = await service.createOrg()
    const tokens: string[] = []
    for (let i = 0; i < 21; i++) tokens.push((await signIn(service, org)).body.accessToken)
    const statuses = await Promise.all(
      tokens.map(
        async (token) =>
          (await asPerson(second, token, org.organizationId)('GET', '/projects')).status,
      ),
    )
    t.strictSame(statuses, [401, ...Array.from({ length: 20 }, () => 200)])
  },
)

t.test(
  'an account has at most 20 live sessions, even with concurrent sign-ins [c2-session-twenty]',
  async (t) => {
    const org = await service.createOrg()
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, i) => signIn(i % 2 ? second : service, org)),
    )
    t.ok(responses.every(({ status }) => status === 201))
    const live = 'select from sessions where user_id = $1 and expires_at > now()'
    t.equal((await service.store.sql.query(live, [org.userId])).length, 20)
  },
)

t.test("sessions of another account with the same address don't end this account's", async (t) => {
  const [org, other] = [await service.createOrg(), await service.createOrg()]
  const { body: first } = await signIn(service, org)
  const { body: invited } = await peopleOf(service, other).invite(org.email)
  const further = { email: org.email, password: 'another account’s password' }
  await accept(service, invited.invitationToken, further.password)
  await Promise.all(Array.from({ length: 21 }, () => signIn(service, further)))
  const call = asPerson(service, first.accessToken, org.organizationId)
  t.equal((await call('GET', '/projects')).status, 200)
})

t.test('a sign-in needs a valid email and a password', async (t) => {
  const post = (body: unknown) => service.request('POST', '/auth/sessions', { body })
  t.match(await post({}), {
    status: 400,
    body: { message: ['email is required', 'password is required'] },
  })
  t.match(await post({ email: 'x', password: 'p' }), {
    status: 400,
    body: { message: ['email must be an e-mail address'] },
  })
  t.equal((await post({ email: 'a@example.test', password: 'p'.repeat(201) })).status, 400)
  t.equal((await post({ email: 'a@example.test', password: 'a\0b' })).status, 400)
})

t.test('a person without an active membership can sign in, with no organizations', async (t) => {
  const org = await service.createOrg()
  const other = await service.createMember(org, 'ADMIN')
  const key = await other.keyWith('ADMIN')
  const { body: before } = await signIn(service, org)
  const path = `/users/${org.userId}`
  t.equal((await second.request('PATCH', path, { key, body: { active: false } })).status, 200)
  const call = asPerson(service, before.accessToken, org.organizationId)
  t.match(await call('GET', '/projects'), { status: 401, body: { code: 'session_invalid' } })
  const { status, body } = await signIn(service, org)
  t.equal(status, 201)
  t.strictSame(body.organizations, [])
})

t.test(
  'sign-out ends this session on every process, and no other [c2-session-token]',
  async (t) => {
    const org = await service.createOrg()
    const { body: one } = await signIn(service, org)
    const { body: other } = await signIn(service, org)
    const end = () =>
      service.request('DELETE', '/auth/sessions/current', { token: one.accessToken })
    t.match(await end(), { status: 204, body: '' })
    const ended = asPerson(second, one.accessToken, org.organizationId)
    t.equal((await ended('GET', '/projects')).status, 401)
    t.match(await end(), { status: 401, body: { code: 'session_invalid' } })
    const alive = asPerson(second, other.accessToken, org.organizationId)
    t.equal((await alive('GET', '/projects')).status, 200)
  },
)

t.test('an expired session is refused by every operation', async (t) => {
  const org = await service.createOrg()
  const { body } = await signIn(service, org)
  const { accessToken: token } = body
  await service.store.sql.query(
    'update sessions set expires_at = now() where user_id = $1 and expires_at > now()',
    [org.userId],
  )
  const call = asPerson(service, token, org.organizationId)
  for (const [method, path] of [
    ['GET', '/projects'],
    ['DELETE', '/auth/sessions/current'],
    ['POST', '/auth/password'],
  ] as const) {
    t.match(await call(method, path), { status: 401, body: { code: 'session_invalid' } })
  }
})

t.test('sign-out and password change require a session, not another credential', async (t) => {
  const { key } = await service.createOrg()
  for (const [method, path] of [
    ['DELETE', '/auth/sessions/current'],
    ['POST', '/auth/password'],
  ] as const) {
    const missing = { status: 401, body: { code: 'credential_missing' } }
    const bad = { status: 401, body: { code: 'session_invalid' } }
    t.match(await service.request(method, path), missing, `${method} without a credential`)
    t.match(await service.request(method, path, { key }), missing, `${method} with a key`)
    t.match(
      await service.request(method, path, { key, token: 'x' }),
      bad,
      `${method} with a wrong session`,
    )
    const headers = { authorization: 'Basic eDp5' }
    t.match(
      await service.request(method, path, { headers }),
      bad,
      `${method} with another scheme of Authorization`,
    )
  }
})

t.test(
  'a new password ends the other sessions and keeps this one [c2-users-operations]',
  async (t) => {
    const org = await service.createOrg()
    const { body: one } = await signIn(service, org)
    const { body: other } = await signIn(service, org)
    const change = (currentPassword: string, wanted = newPassword) =>
      service.request('POST', '/auth/password', {
        token: one.accessToken,
        body: { currentPassword, newPassword: wanted },
      })
    t.match(await change('a wrong guess of it'), {
      status: 400,
      body: {
        code: 'password_wrong',
        message: ['currentPassword is not the password of this account'],
      },
    })
    t.match(await change(org.password, 'too short'), {
      status: 400,
      body: { message: ['newPassword must have at least 12 characters'] },
    })
    t.match(await change(org.password), { status: 204, body: '' })
    const status = async (token: string) =>
      (await asPerson(second, token, org.organizationId)('GET', '/projects')).status
    t.equal(await status(one.accessToken), 200)
    t.equal(await status(other.accessToken), 401)
    t.equal((await signIn(service, org)).status, 401)
    t.equal((await signIn(service, { ...org, password: newPassword })).status, 201)
  },
)

t.test('one of several concurrent password changes succeeds', async (t) => {
  const org = await service.createOrg()
  const { body } = await signIn(service, org)
  const responses = await Promise.all(
    Array.from({ length: 6 }, (_, i) =>
      [service, second][i % 2]?.request('POST', '/auth/password', {
        token: body.accessToken,
        body: { currentPassword: org.password, newPassword: `${newPassword} ${i}` },
        headers: { 'x-forwarded-for': `10.0.0.${i}` },
      }),
    ),
  )
  t.strictSame(responses.map((response) => response?.status).sort(), [204, 400, 400, 400, 400, 400])
  const winner = responses.findIndex((response) => response?.status === 204)
  const winning = { ...org, password: `${newPassword} ${winner}` }
  t.equal((await signIn(service, winning)).status, 201)
})

t.test('a new password also ends sessions that begin during the change', async (t) => {
  const org = await service.createOrg()
  const { body } = await signIn(service, org)
  const signIns = Array.from({ length: 6 }, () => signIn(second, org))
  const changed = await service.request('POST', '/auth/password', {
    token: body.accessToken,
    body: { currentPassword: org.password, newPassword },
  })
  t.equal(changed.status, 204)
  for (const { status, body } of await Promise.all(signIns)) {
    if (status !== 201) continue
    const call = asPerson(service, body.accessToken, org.organizationId)
    t.equal((await call('GET', '/projects')).status, 401)
  }
})

t.test(
  'tokens and passwords are stored only as hashes [c2-session-token, c2-session-passwords]',
  async (t) => {
    const org = await service.createOrg()
    const { body } = await signIn(service, org)
    const rows = await service.store.sql.query(
      `select row_to_json(u)::text as stored from users as u
    union all select row_to_json(s)::text from sessions as s
    union all select row_to_json(w)::text from rate_windows as w`,
    )
    const stored = JSON.stringify(rows)
    for (const secret of [org.password, body.accessToken]) {
      t.notMatch(stored, secret)
      t.notMatch(stored, Buffer.from(secret).toString('hex'))
    }
    t.match(stored, /\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  },
)
