// docs/contract.md#c12-same-origin docs/contract.md#c12-session-cookie docs/contract.md#c12-policy
// Attacks through a user's browser: cross-site forms, fixed and stolen cookies, frames, open redirects.

import { once } from 'node:events'
import { request } from 'node:http'
import { MAX_FORM_BYTES, MAX_FORM_FIELDS, MAX_PUBLIC_BODY_BYTES } from '@mediajobs/domain'
import { sharedApp } from '@mediajobs/testing/api/app'
import { anyAddress } from '@mediajobs/testing/api/request'
import { browserOf, type StaffBrowser, staffBrowser } from '@mediajobs/testing/api/staff-browser'
import t from 'tap'
import { threadMs } from '../support/thread-ms.ts'

const api = await sharedApp()
const { host } = new URL(api.url)
const COOKIE = '__Host-session'

/** Headers that a browser sends with a cross-site form. */
const FOREIGN: Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' },
  { 'sec-fetch-site': 'same-site', origin: `https://evil.${host}` },
  { 'sec-fetch-site': 'none' },
  { 'sec-fetch-site': 'cross-site', origin: `https://${host}` },
  { 'sec-fetch-site': '' },
]

/** The same for a browser without `Sec-Fetch-Site`. */
const FOREIGN_ORIGINS = [
  'https://evil.test',
  'null',
  `http://${host}`,
  `https://${host}.evil.test`,
  '',
]

async function sendOld(path: string, headers: Record<string, string>, body = '') {
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const init = {
    method: 'POST',
    headers: { ...type, ...headers },
    body,
    redirect: 'manual',
  } as const
  const response = await fetch(`${api.url}${path}`, init)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

t.test("forms on other sites can't change anything [c12-same-origin]", async (t) => {
  const org = await api.createOrg()
  const { body: project } = await org.call('POST', '/projects/create', {
    scheduledTime: '2026-05-01T16:30:00Z',
  })
  const browser = staffBrowser(api)
  await browser.signIn(org)
  const forms: Record<string, Record<string, string>> = {
    '/app/sign-out': {},
    '/app/account/password': {
      current: org.password,
      new: 'evil password',
      repeat: 'evil password',
    },
    [`/app/${org.organizationId}/today/${project.id}/move`]: { to: 'CANCELLED' },
    '/app/sign-in': { email: org.email, password: org.password },
    '/invitations': { token: 'mji_x', password: 'a password of evil' },
  }
  for (const [path, fields] of Object.entries(forms)) {
    for (const headers of FOREIGN) {
      const { status, text, headers: sent } = await browser.send(path, fields, headers)
      t.equal(status, 403, `${path} ${JSON.stringify(headers)}`)
      t.match(text, 'This came from another site')
      t.strictSame(sent.getSetCookie(), [], 'no session starts: login CSRF')
    }
    for (const origin of FOREIGN_ORIGINS) {
      const cookie = `${COOKIE}=${browser.cookies.get(COOKIE)}`
      const headers: Record<string, string> = { cookie, ...(origin && { origin }) }
      const body = new URLSearchParams(fields).toString()
      t.equal((await sendOld(path, headers, body)).status, 403, `${path} ${origin}`)
    }
  }
  t.equal((await browser.open('/app/account')).status, 200, 'the session is live')
  const read = await org.call('GET', `/projects/${project.id}`)
  t.equal(read.body.status, 'PENDING')
  t.equal((await staffBrowser(api).signIn(org)).status, 303, 'the password is the same')
})

t.test('without Sec-Fetch-Site, the Origin is checked [c12-same-origin]', async (t) => {
  const person = await api.createOrg()
  const body = new URLSearchParams({ email: person.email, password: person.password }).toString()
  for (const origin of [`https://${host}`, 'http://deliveries.test']) {
    const { status, headers } = await sendOld('/app/sign-in', { origin }, body)
    t.equal(status, origin.startsWith('https:') ? 303 : 403, origin)
    t.equal(headers.getSetCookie().length, origin.startsWith('https:') ? 1 : 0)
  }
  const unsafe = await sendOld('/app/sign-in', { origin: 'http://deliveries.test' }, body)
  t.match(unsafe.text, 'open this page over https', 'the browser would not keep the cookie')
})

t.test('a cookie planted before sign-in is useless [c12-session-cookie]', async (t) => {
  const [victim, attacker] = [await api.createOrg(), await api.createOrg()]
  for (const fixed of ['mjs_fixed', await attacker.token()]) {
    const browser = staffBrowser(api)
    browser.cookies.set(COOKIE, fixed)
    await browser.signIn(victim)
    t.not(browser.cookies.get(COOKIE), fixed)
    const { status } = await api.request('GET', '/auth/sessions/current', { token: fixed })
    t.equal(status, 401, "the previous cookie's session has ended")
  }
})

t.test(
  'a stolen cookie is refused after sign-out, or a password change in another session',
  async (t) => {
    const org = await api.createOrg()
    const current = org.password
    const next = 'a new password of mine'
    const endings: ((own: StaffBrowser) => Promise<unknown>)[] = [
      (own) => own.send('/app/sign-out'),
      async () => {
        const other = await browserOf(api, org)
        return other.send('/app/account/password', { current, new: next, repeat: next })
      },
    ]
    for (const end of endings) {
      const [own, thief] = [await browserOf(api, org), staffBrowser(api)]
      thief.cookies.set(COOKIE, own.cookies.get(COOKIE) ?? '')
      t.equal((await thief.open('/app/account')).status, 200)
      await end(own)
      t.equal((await thief.open('/app/account')).status, 303)
      t.equal(thief.cookies.size, 0)
    }
  },
)

t.test("a malformed cookie is ignored, and isn't copied into any header", async (t) => {
  const { organizationId } = await api.createOrg()
  for (const value of ['', '%0d%0ax-api-key:%20x', 'a b', '"mjs_x"', 'x'.repeat(300), 'é']) {
    const cookie = `${COOKIE}=${encodeURI(value)}`
    const response = await fetch(`${api.url}/app/${organizationId}/today`, {
      headers: { cookie },
      redirect: 'manual',
    })
    t.equal(response.status, 303, value)
    t.match(response.headers.get('location'), 'sign-in')
    t.notMatch(response.headers.get('location'), 'reason', "it isn't passed to any operation")
  }
  const browser = await browserOf(api, await api.createOrg())
  const token = browser.cookies.get(COOKIE) ?? ''
  const plain = { cookie: `session=${token}` }
  t.equal((await fetch(`${api.url}/app`, { headers: plain, redirect: 'manual' })).status, 303)
})

t.test("pages can't be framed, and can't load from or send to other origins", async (t) => {
  const org = await api.createOrg()
  const browser = await browserOf(api, org)
  const signedOut = staffBrowser(api)
  for (const [each, path] of [
    [signedOut, '/app/sign-in'],
    [signedOut, '/invitations'],
    [browser, '/app/account'],
    [browser, `/app/${org.organizationId}/today`],
    [browser, '/app/nope/today'],
  ] as const) {
    const { headers } = await each.open(path)
    const policy = headers.get('content-security-policy') ?? ''
    t.match(policy, "default-src 'none'", path)
    t.match(policy, "frame-ancestors 'none'")
    t.match(policy, "form-action 'self'")
    t.match(policy, "require-trusted-types-for 'script'; trusted-types 'none'")
    t.notMatch(policy, 'unsafe-')
    t.equal(headers.get('referrer-policy'), 'same-origin')
    t.equal(headers.get('cache-control'), 'no-store')
  }
})

t.test('sign-in never redirects to another site [c12-sign-in]', async (t) => {
  const person = await api.createOrg()
  const browser = staffBrowser(api)
  for (const next of [
    'https://evil.test/app/',
    '//evil.test/app/',
    '/\\evil.test/app/',
    '\\\\evil.test/app/',
    'javascript:alert(1)',
    '/app/../../evil',
    '/app/%2e%2e/deliveries/x',
    '/deliveries/x',
    '',
  ]) {
    const page = await browser.open(`/app/sign-in?next=${encodeURIComponent(next)}`)
    t.notMatch(page.text, 'name="next"', next)
  }
  // A path with leading slashes stays on this host.
  const odd = await browser.signIn(person, { next: '/app//evil.test/x' })
  t.equal(odd.headers.get('location'), '../app//evil.test/x')
  const away = await staffBrowser(api).signIn(person, { next: 'https://evil.test/' })
  t.equal(away.headers.get('location'), '../app')
})

t.test('text from the URL is escaped', async (t) => {
  const evil = `"><script>alert(1)</script>`
  const browser = staffBrowser(api)
  const query = new URLSearchParams({ next: `/app/x?${evil}`, reason: evil })
  t.notMatch((await browser.open(`/app/sign-in?${query}`)).text, '<script')
  const answer = await browser.signIn({ email: evil, password: evil })
  t.equal(answer.status, 400)
  t.notMatch(answer.text, '<script')
  const twice = await browser.open('/app/sign-in?reason=__proto__&next=a&next=b')
  t.equal(twice.status, 200)
})

t.test('forms are bounded, and more tightly without a session', async (t) => {
  const org = await api.createOrg()
  const browser = staffBrowser(api)
  const large = 'x'.repeat(MAX_PUBLIC_BODY_BYTES)
  const refused = await browser.send('/app/sign-in', { email: large, password: 'x' })
  t.equal(refused.status, 413)
  t.match(refused.text, 'That is too long')
  const path = `/app/${org.organizationId}/today/x/move`
  const unread = await browser.send(path, { to: 'x'.repeat(MAX_FORM_BYTES * 2) })
  t.equal(unread.status, 303, 'signed-out callers are refused before the body is read')
  await browser.signIn(org)
  t.equal((await browser.send(path, { to: 'x'.repeat(MAX_FORM_BYTES) })).status, 413)
  const json = await fetch(`${api.url}/app/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: '{}',
  })
  t.equal(json.status, 415)
})

// Some of these forms once took seconds.
const MAX_THREAD_MS = 2_000

t.test('no form blocks other requests', async (t) => {
  const org = await api.createOrg()
  const browser = await browserOf(api, org)
  const { body: project } = await org.call('POST', '/projects/create', {
    scheduledTime: '2026-05-01T16:30:00Z',
  })
  const at = `/app/${org.organizationId}`
  const files = MAX_FORM_FIELDS / 2
  // 7,919 is prime, so this is a permutation.
  const places = Array.from({ length: files }, (_, n) => (n * 7_919) % files)
  const forms: [path: string, fields: [string, string][]][] = [
    [`${at}/developers/webhooks/x/recover`, [['since', 'T'.repeat(MAX_FORM_BYTES / 4)]]],
    [`${at}/customers`, Array.from({ length: MAX_FORM_BYTES / 3 }, () => ['a', ''])],
    [
      `${at}/projects/${project.id}/website`,
      places.flatMap((place, n): [string, string][] => [
        ['mediaIds', `${n}`],
        [`place-${n}`, `${place}`],
      ]),
    ],
  ]
  for (const [path, fields] of forms) {
    await browser.send(path)
    const spent = await threadMs(async () => {
      const sent = await Promise.all([1, 2, 3].map(() => browser.send(path, fields)))
      for (const { status } of sent) t.equal(status, 400, path)
    })
    t.ok(spent < MAX_THREAD_MS, `${path}: ${spent} ms`)
  }
})

t.test("dot segments in a page's path can't reach another operation [c12-client]", async (t) => {
  const org = await api.createOrg()
  const { cookies } = await browserOf(api, org)
  const cookie = [...cookies].map((each) => each.join('=')).join('; ')
  const at = `/app/${org.organizationId}`
  for (const path of [
    '/pay/%2e%2e',
    '/book/%2e%2e',
    '/originals/.%2E',
    '/originals/%2e%2e/qr.svg',
    `${at}/customers/%2e%2e`,
    `${at}/projects/%2e%2e/invoices/%2e%2e`,
  ]) {
    // `fetch` would resolve the dots itself.
    const headers = { accept: 'text/html', 'x-forwarded-for': anyAddress(), cookie }
    const sent = request(api.url, { path, headers })
    sent.end()
    const [response] = await once(sent, 'response')
    response.resume()
    t.equal(response.statusCode, 404, path)
  }
})
