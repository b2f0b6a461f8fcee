// docs/contract.md#c22-sign-in: a customer signs in with a mailed link.
import {
  MAX_PORTAL_MAILS_OF_DAY,
  MAX_PORTAL_SIGN_INS_OF_ADDRESS,
  MAX_PORTAL_SIGN_INS_OF_NETWORK,
} from '@mediajobs/domain'
import type { TestOrganization } from '@mediajobs/testing/api/app'
import { newEmail } from '@mediajobs/testing/api/people'
import { anyAddress } from '@mediajobs/testing/api/request'
import { statuses } from '@mediajobs/testing/api/webhook-studio'
import { eventually } from '@mediajobs/testing/eventually'
import t from 'tap'
import { linkOf, mailService } from './support/mail-service.ts'

const { service, smtp, dispatch } = await mailService(t)
await dispatch()
const { sql } = service.store

const request = (email: string, organizationId: string, address = anyAddress()) =>
  service.request('POST', '/portal/sign-ins', {
    body: { email, organizationId },
    headers: { 'x-forwarded-for': address },
  })
const signIn = (token: string) => service.request('POST', '/portal/sessions', { body: { token } })
const readAs = (token: string, path: string) => service.request('GET', path, { token })

async function customerOf(org: TestOrganization, more: object = {}) {
  const { body } = await service.request('POST', '/customers', {
    key: org.key,
    body: { name: 'Ann Agent', email: newEmail(), ...more },
  })
  return body
}

/** The tokens mailed to `email`, oldest first. */
async function mailedTokens(email: string, count = 1): Promise<string[]> {
  const mails = await eventually(`${count} mails to ${email}`, async () => {
    const got = smtp.to(email)
    return got.length >= count && got
  })
  return mails.map((mail) => linkOf(mail, '/my/').split('/').at(-1) ?? '')
}

async function mailedToken(org: TestOrganization, email: string): Promise<string> {
  t.match(await request(email, org.organizationId), { status: 202, body: { sendsMail: true } })
  return (await mailedTokens(email)).at(-1) ?? ''
}

const noRequests = () =>
  eventually('the end of all requests', async () => {
    return (await sql.query('select from portal_sign_in_requests')).length === 0
  })

t.test('the mailed link signs a customer in for 30 days [c22-sign-in]', async (t) => {
  const org = await service.createOrg()
  const customer = await customerOf(org, { mailOptOut: true })
  await request(customer.email.toUpperCase(), org.organizationId)
  const [token = ''] = await mailedTokens(customer.email)
  const [mail] = smtp.to(customer.email)
  t.match(mail?.parsed.subject, /^Sign in to /)
  t.equal(
    linkOf(mail, '/my/'),
    `https://jobs.example.test/my/${org.organizationId}/sign-in/${token}`,
    'even if unsubscribed: they asked for it',
  )
  t.match(await service.request('GET', `/portal/sign-ins/${token}`), {
    status: 200,
    body: { customerName: 'Ann Agent', customerEmail: customer.email },
  })
  const { status, body } = await signIn(token)
  t.equal(status, 201)
  t.match(body.accessToken, /^mjc_[0-9A-Za-z]{43}$/)
  const days = (Date.parse(body.expiresAt) - Date.now()) / 86_400_000
  t.ok(days > 29.9 && days <= 30, `${days} days`)
  t.match((await readAs(body.accessToken, '/portal/sessions/current')).body, {
    customer: { id: customer.id, email: customer.email },
    group: null,
    organization: { id: org.organizationId },
  })
  const { body: mails } = await org.call('GET', '/mails?kind=PORTAL_SIGN_IN')
  t.match(mails.data, [{ customerId: customer.id, status: 'SENT' }])
})

t.test("the mail and the linked page are in the customer's language [c12-language]", async (t) => {
  const org = await service.createOrg()
  const customer = await customerOf(org, { language: 'es' })
  await mailedToken(org, customer.email)
  t.match(smtp.to(customer.email)[0]?.parsed.subject, /^Su acceso a /)
})

t.test(
  "a link works once, even in two concurrent calls, and invalidates the others; viewing it doesn't use it up [c22-sign-in-link]",
  async (t) => {
    const org = await service.createOrg()
    const { email } = await customerOf(org)
    await request(email, org.organizationId)
    await request(email, org.organizationId)
    const [first = '', second = ''] = await mailedTokens(email, 2)
    t.not(first, second)
    for (const method of ['GET', 'HEAD', 'GET']) {
      t.equal((await service.request(method, `/portal/sign-ins/${first}`)).status, 200)
    }
    const both = await Promise.all([signIn(first), signIn(first), signIn(second)])
    t.strictSame(both.map(({ status }) => status).sort(), [201, 401, 401])
    for (const token of [first, second]) {
      t.match(await signIn(token), { status: 401, body: { code: 'sign_in_link_refused' } })
      t.equal((await service.request('GET', `/portal/sign-ins/${token}`)).status, 404)
    }
  },
)

t.test('a link is valid for 15 minutes [c22-sign-in-link]', async (t) => {
  const org = await service.createOrg()
  const customer = await customerOf(org)
  const token = await mailedToken(org, customer.email)
  const [row] = await sql.query<{ minutes: number }>(
    `select extract(epoch from expires_at - now())::float8 / 60 as minutes from portal_sign_ins
    where customer_id = $1`,
    [customer.id],
  )
  t.ok(row && row.minutes > 10 && row.minutes <= 15, `${row?.minutes} minutes`)
  await sql.query('update portal_sign_ins set expires_at = now() where customer_id = $1', [
    customer.id,
  ])
  t.equal((await signIn(token)).status, 401)
  t.equal((await service.request('GET', `/portal/sign-ins/${token}`)).status, 404)
  t.match(await signIn('unknown'), { status: 401, body: { code: 'sign_in_link_refused' } })
})

t.test(
  'unknown and known addresses, of this organization or others, get the same response [c22-sign-in]',
  async (t) => {
    const [org, other] = [await service.createOrg(), await service.createOrg()]
    const [own, foreign] = [await customerOf(org), await customerOf(other)]
    const known = await request(own.email, org.organizationId)
    for (const email of [newEmail(), foreign.email]) {
      const { status, body } = await request(email, org.organizationId)
      t.strictSame({ status, body }, { status: known.status, body: known.body })
    }
    await mailedTokens(own.email)
    await noRequests()
    t.strictSame(smtp.to(foreign.email), [])
    t.equal((await request(own.email, crypto.randomUUID())).status, 404)
  },
)

t.test(
  'requests are limited by address, known or not, and by network [c22-sign-in-limit]',
  async (t) => {
    const org = await service.createOrg()
    const [{ email: known }, unknown] = [await customerOf(org), newEmail()]
    const many = (n: number, email: () => string, address?: string) =>
      Promise.all(Array.from({ length: n }, () => request(email(), org.organizationId, address)))
    const wanted = { 202: MAX_PORTAL_SIGN_INS_OF_ADDRESS, 429: 3 }
    const over = MAX_PORTAL_SIGN_INS_OF_ADDRESS + 3
    t.strictSame(statuses(await many(over, () => known)), wanted)
    t.strictSame(statuses(await many(over, () => unknown)), wanted)
    const network = anyAddress()
    t.strictSame(statuses(await many(MAX_PORTAL_SIGN_INS_OF_NETWORK + 2, newEmail, network)), {
      202: MAX_PORTAL_SIGN_INS_OF_NETWORK,
      429: 2,
    })
  },
)

t.test(
  `a customer gets at most ${MAX_PORTAL_MAILS_OF_DAY} links a day [c22-sign-in-limit]`,
  async (t) => {
    const org = await service.createOrg()
    const { id, email } = await customerOf(org)
    await sql.query(
      `insert into mails (organization_id, id, kind, status, recipient, customer_id, expires_at)
      select $1, gen_random_uuid(), 'PORTAL_SIGN_IN', 'SENT', $3, $2, now()
      from generate_series(1, ${MAX_PORTAL_MAILS_OF_DAY - 2})`,
      [org.organizationId, id, email],
    )
    // All in one batch.
    await sql.query(
      `insert into portal_sign_in_requests (organization_id, id, email)
      select $1, gen_random_uuid(), $2 from generate_series(1, 5)`,
      [org.organizationId, email],
    )
    await noRequests()
    const sent = `select from mails where kind = 'PORTAL_SIGN_IN' and customer_id = $1`
    t.equal((await sql.query(sent, [id])).length, MAX_PORTAL_MAILS_OF_DAY)
  },
)

t.test(
  'changing the email ends sessions and links, as does deletion [c22-session-end]',
  async (t) => {
    const org = await service.createOrg()
    const customer = await customerOf(org)
    const path = `/customers/${customer.id}`
    const change = (body: object) => org.call('PATCH', path, body)
    const session = (await signIn(await mailedToken(org, customer.email))).body.accessToken
    const me = () => readAs(session, '/portal/me')
    await request(customer.email, org.organizationId)
    const [, link = ''] = await mailedTokens(customer.email, 2)
    await change({ name: 'Ann A. Agent', email: customer.email.toUpperCase() })
    t.match(await me(), { status: 200, body: { name: 'Ann A. Agent' } }, 'the same address')
    await change({ email: newEmail() })
    t.match(await me(), { status: 401, body: { code: 'session_invalid' } })
    t.equal((await signIn(link)).status, 401)

    const gone = await customerOf(org)
    const last = (await signIn(await mailedToken(org, gone.email))).body.accessToken
    t.equal((await readAs(last, '/portal/me')).status, 200)
    await org.call('DELETE', `/customers/${gone.id}`)
    t.equal((await readAs(last, '/portal/me')).status, 401)
  },
)

t.test('an address changed before its mail is sent gets none [c22-session-end]', async (t) => {
  const org = await service.createOrg()
  const customer = await customerOf(org)
  await sql.query(
    `insert into mails (organization_id, id, kind, status, recipient, customer_id, expires_at, next_attempt_at)
    values ($1, gen_random_uuid(), 'PORTAL_SIGN_IN', 'WAITING', $3, $2, now() + interval '1 hour', now())`,
    [org.organizationId, customer.id, newEmail()],
  )
  await eventually('the end of the mail', async () => {
    const { body } = await org.call('GET', `/mails?customerId=${customer.id}`)
    return body.data[0]?.status === 'CANCELLED'
  })
  t.strictSame(
    await sql.query('select from portal_sign_ins where customer_id = $1', [customer.id]),
    [],
  )
})

t.test('tokens are stored only as hashes [c22-sign-in-link]', async (t) => {
  const org = await service.createOrg()
  const { email } = await customerOf(org)
  const link = await mailedToken(org, email)
  const stored = async () =>
    JSON.stringify(
      await sql.query(`select row_to_json(r)::text from portal_sign_ins as r
        union all select row_to_json(s)::text from portal_sessions as s
        union all select row_to_json(m)::text from mails as m`),
    )
  t.notMatch(await stored(), link)
  const { body } = await signIn(link)
  t.notMatch(await stored(), body.accessToken.slice(4))
})

t.test('a delivery mail links to the customer portal [c22-links]', async (t) => {
  const org = await service.createOrg()
  const customer = await customerOf(org)
  const call = (path: string, body: object = {}) => org.call('POST', path, body)
  const { body: project } = await call('/projects/create', {
    scheduledTime: '2026-05-01T09:30:00Z',
    customerId: customer.id,
  })
  await sql.query(`update projects set status = 'IN_REVIEW' where id = $1`, [project.id])
  await call(`/projects/${project.id}/deliver`)
  const [mail] = await eventually('the mail', async () => {
    const got = smtp.to(customer.email)
    return got.length > 0 && got
  })
  const url = `https://jobs.example.test/my/${org.organizationId}`
  t.equal(linkOf(mail, '/my/'), url)
  t.match(mail?.parsed.html, `<a href="${url}">`)
})
