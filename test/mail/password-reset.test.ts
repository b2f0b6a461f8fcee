// docs/contract.md#c14-password-reset
import {
  MAX_RESET_MAILS_OF_DAY,
  MAX_RESETS_OF_ADDRESS,
  MAX_RESETS_OF_NETWORK,
} from '@mediajobs/domain'
import { testApp } from '@mediajobs/testing/api/app'
import { accept, newEmail, peopleOf } from '@mediajobs/testing/api/people'
import { anyAddress } from '@mediajobs/testing/api/request'
import { asPerson, leastWork, signIn } from '@mediajobs/testing/api/sign-in'
import { statuses } from '@mediajobs/testing/api/webhook-studio'
import { eventually } from '@mediajobs/testing/eventually'
import t from 'tap'
import { linkOf, mailService } from './support/mail-service.ts'

const { service, smtp, dispatch, databaseUrl } = await mailService(t)
await dispatch()
const { sql } = service.store
const NEW = 'a new and better password'

const request = (email: string, address = anyAddress(), api = service) =>
  api.request('POST', '/auth/password-resets', {
    body: { email },
    headers: { 'x-forwarded-for': address },
  })
const reset = (token: string, password = NEW) =>
  service.request('POST', '/auth/password-resets/accept', { body: { token, password } })

async function mailedTokens(email: string, count = 1): Promise<string[]> {
  const mails = await eventually(`${count} mails to ${email}`, async () => {
    const got = smtp.to(email)
    return got.length >= count && got
  })
  return mails.map((mail) => new URL(linkOf(mail, '#token=')).hash.replace('#token=', ''))
}

async function mailedToken(email: string): Promise<string> {
  t.match(await request(email), { status: 202, body: { sendsMail: true } })
  const [token = ''] = (await mailedTokens(email)).slice(-1)
  return token
}

t.test(
  'the mailed link sets a new password, signs in, and ends all sessions [c14-password-reset-all]',
  async (t) => {
    const org = await service.createOrg()
    const { body: before } = await signIn(service, org)
    const token = await mailedToken(org.email)
    const [mail] = smtp.to(org.email)
    t.equal(mail?.parsed.subject, 'Reset your password')
    t.equal(new URL(linkOf(mail, '#')).pathname, '/password-resets')
    const response = await reset(token)
    t.match(response, {
      status: 201,
      body: { user: { email: org.email }, organizations: [{ id: org.organizationId }] },
    })
    const list = (accessToken: string) =>
      asPerson(service, accessToken, org.organizationId)('GET', '/projects')
    t.equal((await list(response.body.accessToken)).status, 200)
    t.equal((await list(before.accessToken)).status, 401)
    t.equal((await signIn(service, org)).status, 401)
    t.equal((await signIn(service, { ...org, password: NEW })).status, 201)
  },
)

t.test(
  'a token works once, even in two concurrent calls, and invalidates the others [c14-password-reset-token]',
  async (t) => {
    const org = await service.createOrg()
    await request(org.email)
    await request(org.email.toUpperCase())
    const [first = '', second = ''] = await mailedTokens(org.email, 2)
    t.not(first, second)
    const both = await Promise.all([reset(first), reset(first, 'another good password')])
    t.strictSame(both.map(({ status }) => status).sort(), [201, 401])
    t.match(await reset(second), { status: 401, body: { code: 'reset_refused' } })
  },
)

t.test('a token is valid for an hour [c14-password-reset-token]', async (t) => {
  const org = await service.createOrg()
  const token = await mailedToken(org.email)
  const [row] = await sql.query<{ minutes: number }>(
    `select extract(epoch from max(expires_at) - now())::float8 / 60 as minutes from password_resets
    where user_id = $1`,
    [org.userId],
  )
  t.ok(row && row.minutes > 55 && row.minutes <= 60, `${row?.minutes} minutes`)
  await sql.query('update password_resets set expires_at = now() where user_id = $1', [org.userId])
  t.match(await reset(token), { status: 401, body: { code: 'reset_refused' } })
  t.match(await reset('mjp_unknown'), { status: 401, body: { code: 'reset_refused' } })
  t.match(await reset(token, 'too short'), { status: 400 })
})

t.test(
  'a reset merges all accounts with the address and sets their password [c14-password-reset-all]',
  async (t) => {
    const org = await service.createOrg()
    const other = await service.createOrg()
    const { body: invited } = await peopleOf(service, other).invite(org.email)
    // Someone else obtained the token and created another account with the address.
    await accept(service, invited.invitationToken, 'the password of another person')
    const { body: taken } = await signIn(service, {
      ...org,
      password: 'the password of another person',
    })
    await request(org.email)
    const token = await eventually('the mail', async () => {
      const mails = smtp.to(org.email).filter(({ parsed }) => /Reset/.test(parsed.subject ?? ''))
      return mails.map((mail) => new URL(linkOf(mail, '#')).hash.replace('#token=', '')).at(0)
    })
    const { status, body } = await reset(token)
    t.equal(status, 201)
    const ids = body.organizations.map(({ id }: { id: string }) => id)
    t.strictSame(ids.sort(), [org.organizationId, other.organizationId].sort())
    const call = asPerson(service, taken.accessToken, other.organizationId)
    t.equal((await call('GET', '/projects')).status, 401)
    const old = { ...org, password: 'the password of another person' }
    t.equal((await signIn(service, old)).status, 401)
  },
)

t.test(
  'an unknown address and one with a pending invitation get the same response [c14-password-reset]',
  async (t) => {
    const org = await service.createOrg()
    const known = await request(org.email)
    const invitedOnly = newEmail()
    await peopleOf(service, org).invite(invitedOnly)
    for (const email of [newEmail(), invitedOnly]) {
      const { status, body } = await request(email)
      t.strictSame({ status, body }, { status: known.status, body: known.body })
    }
    await mailedTokens(org.email)
    await eventually('the end of all requests', async () => {
      return (await sql.query('select from password_reset_requests')).length === 0
    })
    const resets = await sql.query<{ recipient: string }>(
      `select recipient from mails where kind = 'PASSWORD_RESET'`,
    )
    t.notOk(resets.some(({ recipient }) => recipient === invitedOnly))
  },
)

t.test(
  'the api reads nothing about the address, so known and unknown ones take the same time [c14-password-reset]',
  async (t) => {
    // This can only be tested loosely, but the statements are identical.
    const org = await service.createOrg()
    const quiet = await testApp(t, { databaseUrl, sendsMail: true, trustProxy: true })
    const [known = 0, unknown = 0] = await leastWork(4, [
      () => request(org.email, anyAddress(), quiet),
      () => request(newEmail(), anyAddress(), quiet),
    ])
    t.ok(known < unknown * 5 && unknown < known * 5, `${known} and ${unknown} ms`)
  },
)

t.test(
  'requests are limited by address, known or not, and by network [c14-password-reset-limit]',
  async (t) => {
    const [org, unknown] = [await service.createOrg(), newEmail()]
    const many = (n: number, email: () => string, address?: string) =>
      Promise.all(Array.from({ length: n }, () => request(email(), address)))
    const wanted = { 202: MAX_RESETS_OF_ADDRESS, 429: 3 }
    const over = MAX_RESETS_OF_ADDRESS + 3
    t.strictSame(statuses(await many(over, () => org.email)), wanted)
    t.strictSame(statuses(await many(over, () => unknown)), wanted)
    const network = anyAddress()
    t.strictSame(statuses(await many(MAX_RESETS_OF_NETWORK + 2, newEmail, network)), {
      202: MAX_RESETS_OF_NETWORK,
      429: 2,
    })
    const refused = await request(newEmail(), network)
    t.match(refused.body, { code: 'rate_limited' })
    t.ok(Number(refused.headers['retry-after']) > 3_000)
  },
)

t.test(
  `a person gets at most ${MAX_RESET_MAILS_OF_DAY} reset mails a day [c14-password-reset-limit]`,
  async (t) => {
    const org = await service.createOrg()
    await sql.query(
      `insert into mails (organization_id, id, kind, status, recipient, user_id, expires_at)
    select $1, gen_random_uuid(), 'PASSWORD_RESET', 'SENT', $3, $2, now()
    from generate_series(1, ${MAX_RESET_MAILS_OF_DAY - 2})`,
      [org.organizationId, org.userId, org.email],
    )
    // All in one batch.
    await sql.query(
      `insert into password_reset_requests (id, email)
    select gen_random_uuid(), $1 from generate_series(1, 5)`,
      [org.email],
    )
    await eventually('the end of all requests', async () => {
      return (await sql.query('select from password_reset_requests')).length === 0
    })
    const sent = `select from mails where kind = 'PASSWORD_RESET' and user_id = $1`
    t.equal((await sql.query(sent, [org.userId])).length, MAX_RESET_MAILS_OF_DAY)
    t.match(await request(org.email), { status: 202 }, "the response doesn't reveal it")
  },
)

t.test("staff don't see password resets [c14-mail-list]", async (t) => {
  const org = await service.createOrg()
  await mailedToken(org.email)
  const { body } = await org.call('GET', '/mails')
  t.strictSame(body.data, [])
  const { status } = await org.call('GET', '/mails?kind=PASSWORD_RESET')
  t.equal(status, 400)
})

t.test('a token is stored only as a hash [c14-mail-tokens]', async (t) => {
  const org = await service.createOrg()
  const token = await mailedToken(org.email)
  const stored = JSON.stringify(
    await sql.query(`select row_to_json(r)::text from password_resets as r
      union all select row_to_json(m)::text from mails as m`),
  )
  t.notMatch(stored, token.slice(4))
})
