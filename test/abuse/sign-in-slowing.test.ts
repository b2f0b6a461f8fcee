import { testApp } from '@mediajobs/testing/api/app'
import { accept, peopleOf } from '@mediajobs/testing/api/people'
import { anyAddress } from '@mediajobs/testing/api/request'
import { type Credentials, signIn } from '@mediajobs/testing/api/sign-in'
import { statuses } from '@mediajobs/testing/api/webhook-studio'
import t from 'tap'

// docs/contract.md#c2-session-slowed: a person can't be locked out by others.

const service = await testApp(t, { trustProxy: true })
const { databaseUrl } = service
const second = await testApp(t, { trustProxy: true, databaseUrl })
const either = (i: number) => (i % 2 ? second : service)
const unknownAccount = (i: number) => ({ email: `nobody-${i}@example.test`, password: 'wrong' })

async function fail(times: number, { email }: Pick<Credentials, 'email'>, address = anyAddress()) {
  const attempts = Array.from({ length: times }, (_, i) =>
    signIn(either(i), { email, password: 'wrong' }, address),
  )
  return statuses(await Promise.all(attempts))
}

/** Sends wrong passwords from many networks until the account refuses sign-ins from unknown ones. */
async function fillWide(email: string) {
  await Promise.all(Array.from({ length: 10 }, () => fail(10, { email })))
  t.strictSame(await fail(1, { email }), { 429: 1 })
}

t.test(
  'a network is limited to ten failures per account in 15 minutes [c2-session-slowed]',
  async (t) => {
    const org = await service.createOrg()
    const address = anyAddress()
    t.strictSame(await fail(25, org, address), { 401: 10, 429: 15 }, 'counted over all processes')
    const { status, headers, body } = await signIn(second, org, address)
    t.equal(status, 429, 'even the right password is refused')
    t.match(body, { code: 'sign_in_slowed', error: 'Too Many Requests' })
    const wait = Number(headers['retry-after'])
    t.ok(wait > 840 && wait <= 900, `${wait} s`)
    const upper = { ...org, email: org.email.toUpperCase() }
    t.equal((await signIn(service, upper, address)).status, 429, 'the email is case-insensitive')
  },
)

t.test('an unknown account is throttled like a known one', async (t) => {
  t.strictSame(await fail(12, { email: 'no-account@example.test' }), {
    401: 10,
    429: 2,
  })
})

t.test('a sign-in is allowed again after Retry-After', async (t) => {
  const org = await service.createOrg()
  const address = anyAddress()
  await fail(10, org, address)
  const { headers } = await signIn(service, org, address)
  await service.store.sql.query(
    `update rate_windows
    set hits = array(select hit - $1::bigint * 1000000 from unnest(hits) as hit order by hit)
    where subject like 'sign-in:account:%'`,
    [Number(headers['retry-after'])],
  )
  t.equal((await signIn(service, org, address)).status, 201)
})

t.test("a success isn't counted as a failure, and doesn't reset the count", async (t) => {
  const org = await service.createOrg()
  const address = anyAddress()
  t.strictSame(await fail(5, org, address), { 401: 5 })
  for (let i = 0; i < 12; i++) t.equal((await signIn(service, org, address)).status, 201)
  t.strictSame(await fail(8, org, address), { 401: 5, 429: 3 })
})

t.test("guesses from one network don't lock out others [c2-session-slowed]", async (t) => {
  const org = await service.createOrg()
  t.strictSame(await fail(12, org, anyAddress()), { 401: 10, 429: 2 })
  t.equal((await signIn(service, org)).status, 201, 'from an unknown network')
})

t.test(
  'after 100 failures across networks, an account accepts only known networks [c2-session-slowed, c2-session-known-network]',
  async (t) => {
    const org = await service.createOrg()
    const home = anyAddress()
    t.equal((await signIn(service, org, home)).status, 201)
    const everywhere = await Promise.all(
      Array.from({ length: 11 }, () => fail(10, org, anyAddress())),
    )
    const counts = everywhere.map((count) => count[401] ?? 0)
    t.equal(
      counts.reduce((sum, count) => sum + count),
      100,
    )
    t.match(await signIn(service, org), { status: 429, body: { code: 'sign_in_slowed' } })
    t.equal((await signIn(second, org, home)).status, 201, 'its known network is accepted')
    t.strictSame(await fail(12, org, home), { 401: 10, 429: 2 }, 'and its failures are counted')
  },
)

t.test(
  "one account's known network is unknown to others with the same address [c2-session-known-network]",
  async (t) => {
    const [good, bad] = [await service.createOrg(), await service.createOrg()]
    const { email } = good
    const { body: lure } = await peopleOf(service, bad).invite(email)
    const address = anyAddress()
    const squatted = { email, password: 'the squatter’s password' }
    await accept(service, lure.invitationToken, squatted.password, address)
    await fillWide(email)
    t.equal((await signIn(service, squatted, address)).status, 201)
    t.match(
      await signIn(service, good, address),
      { status: 401 },
      "the other account's password isn't checked",
    )
    t.match(await signIn(service, good), { status: 429 })
  },
)

t.test('a network is forgotten after 30 days without a sign-in from it', async (t) => {
  const org = await service.createOrg()
  const home = anyAddress()
  await signIn(service, org, home)
  await fillWide(org.email)
  t.equal((await signIn(service, org, home)).status, 201)
  await service.store.sql.query(
    `update sign_in_networks set last_at = now() - interval '30 days' where account_id = $1`,
    [org.userId],
  )
  t.equal((await signIn(service, org, home)).status, 429)
})

t.test('an account keeps its last 20 networks, as hashes', async (t) => {
  const org = await service.createOrg()
  const addresses = Array.from({ length: 23 }, () => anyAddress())
  for (const address of addresses) await signIn(service, org, address)
  const kept = await service.store.sql.query(
    'select row_to_json(n)::text as row from sign_in_networks as n where account_id = $1',
    [org.userId],
  )
  t.equal(kept.length, 20)
  for (const address of addresses) t.notMatch(JSON.stringify(kept), address)
  await fillWide(org.email)
  t.equal((await signIn(service, org, addresses.at(-1))).status, 201)
  t.equal((await signIn(service, org, addresses[0])).status, 429)
})

t.test('forty people can sign in concurrently from one new network', async (t) => {
  const people = await Promise.all(Array.from({ length: 40 }, () => service.createOrg()))
  const address = anyAddress()
  const responses = people.map((person, i) => signIn(either(i), person, address))
  t.strictSame(statuses(await Promise.all(responses)), { 201: 40 })
})

t.test(
  "people who recently signed in from a network still can when it's at its limit",
  async (t) => {
    const [org, newcomer] = [await service.createOrg(), await service.createOrg()]
    const address = anyAddress()
    t.equal((await signIn(service, org, address)).status, 201)
    const guesses = Array.from({ length: 100 }, (_, i) =>
      signIn(either(i), unknownAccount(i), address),
    )
    t.strictSame(statuses(await Promise.all(guesses)), { 401: 100 })
    t.equal((await signIn(second, org, address)).status, 201)
    t.equal((await signIn(second, newcomer, address)).status, 429)
  },
)

t.test('successful sign-ins are also bounded per account and network', async (t) => {
  const org = await service.createOrg()
  const address = anyAddress()
  for (let i = 0; i < 10; i++) {
    const responses = Array.from({ length: 10 }, () => signIn(service, org, address))
    t.strictSame(statuses(await Promise.all(responses)), { 201: 10 })
  }
  const { status, headers } = await signIn(second, org, address)
  t.equal(status, 429)
  const wait = Number(headers['retry-after'])
  t.ok(wait > 3_000 && wait <= 3_600, `${wait} s`)
  t.equal((await signIn(service, org)).status, 201, 'the bound is per network')
})

t.test("one account's failures don't throttle another account", async (t) => {
  const [one, other] = [await service.createOrg(), await service.createOrg()]
  await fail(11, one)
  t.equal((await signIn(service, other)).status, 201)
})

t.test(
  'a network is limited to 100 failures in 15 minutes across accounts [c2-session-slowed]',
  async (t) => {
    const org = await service.createOrg()
    const address = anyAddress()
    const attempts = Array.from({ length: 110 }, (_, i) =>
      signIn(either(i), unknownAccount(i), address),
    )
    t.strictSame(statuses(await Promise.all(attempts)), { 401: 100, 429: 10 })
    t.match(await signIn(service, org, address), { status: 429, body: { code: 'sign_in_slowed' } })
    t.equal((await signIn(service, org)).status, 201, "other networks aren't throttled")
    for (let i = 0; i < 12; i++) await signIn(service, org, address)
    t.equal(
      (await signIn(service, org)).status,
      201,
      "refused attempts don't count for the account",
    )
  },
)

t.test("a success doesn't reset its network's failures for other accounts", async (t) => {
  const own = await service.createOrg()
  const address = anyAddress()
  for (let i = 0; i < 99; i++) await signIn(service, unknownAccount(i), address)
  t.equal((await signIn(service, own, address)).status, 201, "a success isn't a failure")
  t.equal((await signIn(service, unknownAccount(99), address)).status, 401)
  t.equal((await signIn(service, unknownAccount(100), address)).status, 429)
})

t.test('all addresses in an IPv6 network are counted together', async (t) => {
  const inOne = ['2001:db8:0:7::1', '2001:db8::7:a:b:c:d', '2001:DB8:0:7:ffff:0:0:1']
  const attempts = Array.from({ length: 103 }, (_, i) =>
    signIn(either(i), unknownAccount(i), inOne[i % inOne.length]),
  )
  t.strictSame(statuses(await Promise.all(attempts)), { 401: 100, 429: 3 })
  t.equal((await signIn(service, unknownAccount(1), '2001:db8:0:8::1')).status, 401)
})

t.test('guesses of currentPassword are throttled like sign-ins', async (t) => {
  const org = await service.createOrg()
  const { body } = await signIn(service, org)
  const change = (currentPassword: string, i: number) =>
    either(i).request('POST', '/auth/password', {
      token: body.accessToken,
      body: { currentPassword, newPassword: 'a new password' },
      headers: { 'x-forwarded-for': anyAddress() },
    })
  const guesses = Array.from({ length: 15 }, (_, i) => change('a guess', i))
  t.strictSame(statuses(await Promise.all(guesses)), { 400: 10, 429: 5 })
  t.match(await change(org.password, 0), { status: 429, body: { code: 'sign_in_slowed' } })
})
