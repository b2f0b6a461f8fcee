// docs/contract.md#c12-staff docs/contract.md#c12-session-cookie docs/contract.md#c12-sign-in

import { sharedApp, testApp } from '@mediajobs/testing/api/app'
import { accept, newEmail, peopleOf } from '@mediajobs/testing/api/people'
import { browserOf, staffBrowser } from '@mediajobs/testing/api/staff-browser'
import t from 'tap'

const api = await sharedApp()
const COOKIE = '__Host-session'

t.test(
  'a person signs in with a form, and reaches the requested page [c12-staff, c12-sign-in]',
  async (t) => {
    const org = await api.createOrg()
    const browser = staffBrowser(api)
    const wanted = `/app/${org.organizationId}/today?day=2026-05-01`
    const refused = await browser.open(wanted)
    t.equal(refused.status, 303)
    t.equal(refused.location, `/app/sign-in?next=${encodeURIComponent(wanted)}`)
    const form = await browser.open(refused.location ?? '')
    t.equal(form.status, 200)
    t.match(form.text, '<h1 dir="auto">Sign in</h1>')
    t.match(form.text, `name="next" value="${wanted}"`)
    const answer = await browser.signIn(org, { next: wanted })
    t.equal(answer.status, 303)
    t.equal(answer.location, wanted)
    const page = await browser.open(wanted)
    t.equal(page.status, 200)
    t.match(page.text, 'Test Studio')
    t.match(page.headers.get('vary'), 'Cookie')
    t.equal(
      page.headers.get('cache-control'),
      'no-store',
      "the back button doesn't reveal it to someone else",
    )
    t.equal((await browser.open('/app/sign-in')).location, '/app', 'a signed-in person continues')
  },
)

t.test('the cookie is HttpOnly and host-only [c12-session-cookie]', async (t) => {
  const { headers } = await staffBrowser(api).signIn(await api.createOrg())
  const [line = '', ...more] = headers.getSetCookie()
  t.equal(more.length, 0)
  t.match(line, /^__Host-session=mjs_[0-9A-Za-z]{43}; /)
  for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']) {
    t.ok(line.split('; ').includes(attribute), attribute)
  }
  const maxAge = Number(/Max-Age=(\d+)/.exec(line)?.[1])
  t.ok(maxAge > 12 * 3_600 - 60 && maxAge <= 12 * 3_600, `${maxAge} seconds`)
  t.notMatch(line, 'Domain')
})

t.test(
  'only on plain HTTP on localhost, the cookie has neither prefix nor Secure [c12-session-cookie]',
  async (t) => {
    const { databaseUrl } = api
    const person = await api.createOrg()
    for (const [deliveryBaseUrl, isPlain] of [
      ['http://127.0.0.1:3000/deliveries', true],
      ['http://localhost/deliveries', true],
      ['https://localhost/deliveries', false],
      ['http://jobs.internal/deliveries', false],
      ['https://jobs.test/deliveries', false],
    ] as const) {
      const other = await testApp(t, { trustProxy: true, databaseUrl, deliveryBaseUrl })
      const { headers } = await staffBrowser(other).signIn(person)
      const [line = ''] = headers.getSetCookie()
      t.match(line, isPlain ? /^session=/ : /^__Host-session=/, deliveryBaseUrl)
      t.equal(/; Secure/.test(line), !isPlain, deliveryBaseUrl)
    }
  },
)

t.test(
  'a wrong password shows one message, and the form keeps the email [c12-sign-in]',
  async (t) => {
    const { email } = await api.createOrg()
    const answers = [
      await staffBrowser(api).signIn({ email, password: 'wrong' }),
      await staffBrowser(api).signIn({ email: 'nobody@example.test', password: 'wrong' }),
    ]
    for (const { status, text, headers } of answers) {
      t.equal(status, 401)
      t.match(text, '<p class="notice problem" role="alert">Wrong email or password.</p>')
      t.strictSame(headers.getSetCookie(), [])
    }
    t.match(answers[0]?.text, `value="${email}"`)
    const empty = await staffBrowser(api).signIn({ email: '', password: '' })
    t.equal(empty.status, 400)
    t.match(empty.text, 'Enter your email and password.')
  },
)

t.test('after too many wrong passwords the page says how long to wait [c12-sign-in]', async (t) => {
  const org = await api.createOrg()
  const browser = staffBrowser(api)
  for (let i = 0; i < 10; i++) await browser.signIn({ ...org, password: `wrong ${i}` })
  const { status, text, headers } = await browser.signIn(org)
  t.equal(status, 429)
  t.match(text, /Too many attempts\. Try again in 1\d minutes\./)
  t.ok(Number(headers.get('retry-after')) > 600)
})

t.test('signing out ends the session everywhere [c12-sign-in]', async (t) => {
  const org = await api.createOrg()
  const browser = staffBrowser(api)
  await browser.signIn(org)
  const token = browser.cookies.get(COOKIE) ?? ''
  const out = await browser.send('/app/sign-out')
  t.equal(out.location, '/app/sign-in?reason=signed-out')
  t.equal(browser.cookies.size, 0)
  t.match((await browser.open(out.location ?? '')).text, 'You&#39;re signed out.')
  t.equal((await api.request('GET', '/auth/sessions/current', { token })).status, 401)
  browser.cookies.set(COOKIE, token)
  t.match(
    (await browser.open('/app')).location,
    '/app/sign-in?reason=ended',
    'a copy of the cookie is useless',
  )
})

t.test('a GET of the sign-out changes nothing', async (t) => {
  const browser = await browserOf(api, await api.createOrg())
  t.equal((await browser.open('/app/sign-out')).status, 404)
  t.not((await browser.open('/app')).location, '/app/sign-in')
})

t.test(
  'after a session ends, sign-in says that nothing was saved, and returns to the page [c12-ended]',
  async (t) => {
    const org = await api.createOrg()
    const browser = staffBrowser(api)
    browser.cookies.set(COOKIE, 'mjs_ended')
    const path = `/app/${org.organizationId}/today`
    const query = new URLSearchParams({ reason: 'ended', next: path })
    t.equal((await browser.open(path)).location, `/app/sign-in?${query}`)
    t.equal(browser.cookies.size, 0, 'the cookie is removed')
    browser.cookies.set(COOKIE, 'mjs_ended')
    const sent = await browser.send(`${path}/anything`, {}, {}, path)
    const unsaved = new URLSearchParams({ reason: 'unsaved', next: path })
    t.equal(sent.location, `/app/sign-in?${unsaved}`)
    t.match((await browser.open(sent.location ?? '')).text, 'your changes weren&#39;t saved')
  },
)

t.test('a deactivated person is signed out on the next request [c12-ended]', async (t) => {
  const org = await api.createOrg()
  const member = await api.createMember(org, 'TECHNICIAN')
  const browser = await browserOf(api, member)
  const path = `/app/${org.organizationId}/today`
  t.equal((await browser.open(path)).status, 200)
  const left = await org.call('PATCH', `/users/${member.userId}`, { active: false })
  t.equal(left.status, 200)
  const page = await browser.open(path)
  t.equal(page.status, 403)
  t.match(page.text, 'You aren&#39;t a member here')
  t.notMatch(page.text, 'Test Studio')
  t.notMatch(page.text, 'access token', "the API's message isn't for people")
  t.match((await browser.open('/app')).text, 'You aren&#39;t a member of any organization')
})

t.test('another organization and an unknown one look the same [c12-staff]', async (t) => {
  const [own, other] = [await api.createOrg(), await api.createOrg()]
  const browser = await browserOf(api, own)
  const foreign = await browser.open(`/app/${other.organizationId}/today`)
  const unknown = await browser.open('/app/0198c3a4-6b1e-7c52-9d0f-3a5b7c9e1f20/today')
  const malformed = await browser.open('/app/nope/today')
  t.equal(foreign.status, 404)
  t.equal(foreign.text, unknown.text)
  t.equal(foreign.text, malformed.text)
})

t.test(
  'a person with several organizations chooses one; with one they go straight to it [c12-account]',
  async (t) => {
    const [first, second] = [await api.createOrg(), await api.createOrg()]
    const browser = staffBrowser(api)
    t.equal((await browser.signIn(first)).location, '/app')
    t.equal((await browser.open('/app')).location, `/app/${first.organizationId}`)
    t.equal(
      (await browser.open(`/app/${first.organizationId}`)).location,
      `/app/${first.organizationId}/board`,
    )
    const { body } = await peopleOf(api, second).invite(first.email, 'EDITOR')
    await accept(api, body.invitationToken, first.password)
    const { text } = await browser.open('/app')
    t.match(text, `href="./app/${first.organizationId}"`)
    t.match(text, `href="./app/${second.organizationId}"`)
    t.match(text, 'Editor')
    const account = await browser.open('/app/account')
    for (const { organizationId } of [first, second])
      t.match(account.text, `href="../app/${organizationId}"`, 'in the sidebar')
  },
)

t.test(
  'an invitation is accepted with a form, which signs in [c12-invitation, c12-without-javascript]',
  async (t) => {
    const org = await api.createOrg()
    const { body } = await peopleOf(api, org).invite(newEmail(), 'TECHNICIAN')
    const browser = staffBrowser(api)
    t.match((await browser.open('/invitations')).text, 'name="token"')
    const token = body.invitationToken
    const short = await browser.send('/invitations', { token, password: 'short' })
    t.equal(short.status, 400)
    t.match(short.text, 'a password of at least 12 characters')
    t.match(short.text, `value="${token}"`, "it needn't be pasted again")
    const password = 'a password of my own'
    const answer = await browser.send('/invitations', { token: ` ${token} `, password })
    t.equal(answer.location, '/app')
    t.ok(browser.cookies.has(COOKIE))
    t.match((await browser.open('/app')).location, org.organizationId)
    const again = await staffBrowser(api).send('/invitations', { token, password })
    t.equal(again.status, 401)
    t.match(again.text, 'already accepted')
  },
)

t.test(
  'a person changes their password, which ends their other sessions [c12-account]',
  async (t) => {
    const org = await api.createOrg()
    const [here, elsewhere, thief] = [staffBrowser(api), staffBrowser(api), staffBrowser(api)]
    await here.signIn(org)
    await elsewhere.signIn(org)
    const { text } = await here.open('/app/account')
    t.match(text, org.email)
    t.match(text, 'You stay signed in for 11 hours.')
    const change = (current: string, next: string, repeat = next) =>
      here.send('/app/account/password', { current, new: next, repeat })
    t.match(await change('wrong', 'another good password'), {
      status: 400,
      text: 'your current password',
    })
    t.match(await change(org.password, 'short'), { status: 400, text: 'at least 12 characters' })
    t.match(await change(org.password, 'another good one', 'an other good one'), {
      status: 400,
      text: 'The new passwords don&#39;t match.',
    })
    thief.cookies.set(COOKIE, here.cookies.get(COOKIE) ?? '')
    t.equal((await thief.open('/app/account')).status, 200)
    const done = await change(org.password, 'another good password')
    t.equal(done.location, '/app/account?done=password')
    t.match((await here.open(done.location ?? '')).text, 'Password changed')
    t.match((await elsewhere.open('/app/account')).location, '/app/sign-in')
    t.match((await thief.open('/app/account')).location, '/app/sign-in', 'nor a copy of the cookie')
    const again = staffBrowser(api)
    t.equal((await again.signIn({ ...org, password: 'another good password' })).status, 303)
  },
)

t.test(
  'the root redirects people to sign-in, and links programs to the document [c12-home]',
  async (t) => {
    const browser = staffBrowser(api)
    const root = await browser.open('/')
    t.equal(root.status, 303)
    t.equal(root.location, '/app')
    t.match((await browser.open('/app')).location, /^\/app\/sign-in/)
    for (const accept of ['*/*', 'application/json', 'application/json, text/html']) {
      const response = await fetch(`${api.url}/`, { headers: { accept } })
      t.match(await response.json(), { name: String, version: String })
      t.match(response.headers.get('vary'), 'Accept')
      const [, document = ''] =
        /<([^>]+)>; rel="service-desc"/.exec(response.headers.get('link') ?? '') ?? []
      const described = await fetch(new URL(document, `${api.url}/`))
      t.match(await described.json(), { openapi: /^3\.1/ })
    }
  },
)

t.test('PAGES=off disables staff pages', async (t) => {
  const without = await testApp(t, { databaseUrl: api.databaseUrl, hasPages: false })
  const browser = staffBrowser(without)
  for (const path of ['/app', '/app/sign-in', '/invitations']) {
    t.equal((await browser.open(path)).status, 404, path)
  }
})
