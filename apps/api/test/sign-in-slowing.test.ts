import t from 'tap'
import { testApp } from './support/app.ts'
import { anyAddress, type Credentials, signIn } from './support/sign-in.ts'
import { statuses } from './support/webhook-studio.ts'

// Contract, section 2: failed sign-ins are slowed per account and per address.

const service = await testApp(t, { trustProxy: true })
const { databaseUrl } = service
const second = await testApp(t, { trustProxy: true, databaseUrl })
const either = (i: number) => (i % 2 ? second : service)
const nobody = (i: number) => ({ email: `nobody-${i}@example.test`, password: 'wrong' })

async function fail(times: number, { email }: Credentials, address?: string) {
  const attempts = Array.from({ length: times }, (_, i) =>
    signIn(either(i), { email, password: 'wrong' }, address),
  )
  return statuses(await Promise.all(attempts))
}

t.test('an account is tried ten times in a quarter of an hour, over all processes', async (t) => {
  const org = await service.createOrg()
  t.strictSame(await fail(25, org), { 401: 10, 429: 15 })
  const { status, headers, body } = await signIn(second, org)
  t.equal(status, 429, 'the right password too')
  t.match(body, { code: 'sign_in_slowed', error: 'Too Many Requests' })
  const wait = Number(headers['retry-after'])
  t.ok(wait > 880 && wait <= 900, `${wait} s`)
  const upper = { ...org, email: org.email.toUpperCase() }
  t.equal((await signIn(service, upper)).status, 429, 'in any case')
})

t.test('an account that nobody has is slowed just the same', async (t) => {
  t.strictSame(await fail(12, { email: 'no-account@example.test', password: '' }), {
    401: 10,
    429: 2,
  })
})

t.test('whoever waits for as long as Retry-After says can try again', async (t) => {
  const org = await service.createOrg()
  await fail(10, org)
  const { headers } = await signIn(service, org)
  await service.store.sql.query(
    `update rate_windows
    set hits = array(select hit - $1::bigint * 1000000 from unnest(hits) as hit order by hit)
    where subject like 'sign-in:account:%'`,
    [Number(headers['retry-after'])],
  )
  t.equal((await signIn(service, org)).status, 201)
})

t.test('the right password forgives what went before it', async (t) => {
  const org = await service.createOrg()
  for (let round = 0; round < 3; round++) {
    t.strictSame(await fail(9, org), { 401: 9 })
    t.equal((await signIn(service, org)).status, 201)
  }
})

t.test('one account’s failures slow no other', async (t) => {
  const [one, other] = [await service.createOrg(), await service.createOrg()]
  await fail(11, one)
  t.equal((await signIn(service, other)).status, 201)
})

t.test('an address tries thirty times in a quarter of an hour, whatever the account', async (t) => {
  const org = await service.createOrg()
  const address = anyAddress()
  const attempts = Array.from({ length: 40 }, (_, i) => signIn(either(i), nobody(i), address))
  t.strictSame(statuses(await Promise.all(attempts)), { 401: 30, 429: 10 })
  t.match(await signIn(service, org, address), { status: 429, body: { code: 'sign_in_slowed' } })
  t.equal((await signIn(service, org)).status, 201, 'others are not slowed')
  for (let i = 0; i < 12; i++) await signIn(service, org, address)
  t.equal((await signIn(service, org)).status, 201, 'what an address is refused counts nowhere')
})

t.test('an account of one’s own does not help to guess others', async (t) => {
  const own = await service.createOrg()
  const address = anyAddress()
  for (let i = 0; i < 29; i++) await signIn(service, nobody(i), address)
  t.equal((await signIn(service, own, address)).status, 201, 'success is no failure')
  t.equal((await signIn(service, nobody(29), address)).status, 401)
  t.equal((await signIn(service, nobody(30), address)).status, 429)
})

t.test('of IPv6, all addresses of one network count as one', async (t) => {
  const inOne = ['2001:db8:0:7::1', '2001:db8::7:a:b:c:d', '2001:DB8:0:7:ffff:0:0:1']
  const attempts = Array.from({ length: 33 }, (_, i) =>
    signIn(service, nobody(i), inOne[i % inOne.length]),
  )
  t.strictSame(statuses(await Promise.all(attempts)), { 401: 30, 429: 3 })
  t.equal((await signIn(service, nobody(1), '2001:db8:0:8::1')).status, 401)
})

t.test('guessing the current password of a session is slowed like a sign-in', async (t) => {
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
