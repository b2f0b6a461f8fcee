// docs/contract.md#c15-wrong-cell-link docs/contract.md#c15-wrong-cell-session
import { MAX_PUBLIC_BODY_BYTES, randomToken } from '@mediajobs/domain'
import { recordSecrets } from '@mediajobs/runtime/testing'
import { staffBrowser } from '@mediajobs/testing/api/staff-browser'
import t from 'tap'
import { credentialsOf, twoCells } from './two-cells.ts'

const { eu1, us1 } = await twoCells(t)
const made = await credentialsOf(eu1)
const EU1 = 'https://eu1.example.test'

const LINKS = [
  `/deliveries/${made.deliveryToken}`,
  `/deliveries/${made.deliveryToken}/archive.zip?size=mls`,
  `/originals/${made.publicId}`,
  `/originals/${made.publicId}/qr.svg`,
  `/calendars/${made.calendarToken}.ics`,
  `/unsubscribe/${secret('')}`,
]

function secret(prefix: string): string {
  const token = randomToken('eu1', prefix)
  recordSecrets(token, 'token')
  return token
}

t.test(
  'a link of another cell redirects a browser to that cell [c15-wrong-cell-link]',
  async (t) => {
    for (const link of LINKS) {
      const { status, headers } = await staffBrowser(us1).open(link)
      t.equal(status, 307, link)
      const location = new URL(headers.get('location') ?? '')
      t.equal(location.searchParams.get('redirected'), '1')
      location.searchParams.delete('redirected')
      t.equal(location.href, EU1 + link)
      t.equal(headers.get('cache-control'), 'no-store', link)
    }
  },
)

t.test('a redirected link works at its cell [c15-wrong-cell-link]', async (t) => {
  for (const link of LINKS.filter((each) => !/archive|unsubscribe/.test(each))) {
    const { headers } = await staffBrowser(us1).open(link)
    const { pathname, search } = new URL(headers.get('location') ?? '')
    t.equal((await staffBrowser(eu1).open(pathname + search)).status, 200, link)
  }
})

t.test(
  'a link is redirected once: two cells never form a loop [c15-wrong-cell-link]',
  async (t) => {
    const unknown = await staffBrowser(us1).open(`/deliveries/${randomToken(null)}`)
    for (const link of LINKS) {
      const again = `${link}${link.includes('?') ? '&' : '?'}redirected=1`
      const { status, text } = await staffBrowser(us1).open(again)
      t.equal(status, 404, link)
      if (link.startsWith('/deliveries/') && !link.includes('archive')) {
        t.equal(text, unknown.text, 'the page for unknown links')
      }
    }
  },
)

t.test(
  'a download form submitted for another cell’s link continues there [c12-download]',
  async (t) => {
    const path = `/deliveries/${made.deliveryToken}`
    const { status, headers } = await staffBrowser(us1).open(`${path}/download?size=mls`)
    t.equal(status, 200)
    t.equal(headers.get('refresh'), `0; url=${EU1}${path}/archive.zip?size=mls&redirected=1`)
  },
)

t.test(
  'a form submitted for another cell’s link shows that the page has moved [c15-wrong-cell-link]',
  async (t) => {
    for (const path of [
      `/deliveries/${made.deliveryToken}/approve`,
      `/unsubscribe/${secret('')}`,
    ]) {
      const { status, text } = await staffBrowser(us1).send(path)
      t.equal(status, 421, path)
      t.match(text, 'This page has moved')
      t.notMatch(text, 'This credential')
    }
    const { body } = await made.studio.call('GET', `/projects/${made.project.id}`)
    t.equal(body.status, 'DELIVERED')
  },
)

t.test('a one-click unsubscribe is never redirected [c15-wrong-cell-link]', async (t) => {
  const form = { 'List-Unsubscribe': 'One-Click' }
  const { status, headers } = await staffBrowser(us1).send(`/unsubscribe/${secret('')}`, form)
  t.equal(status, 421)
  t.equal(headers.get('location'), null)
})

t.test(
  'invitations and password resets of another cell redirect there, with their token [c15-wrong-cell-token]',
  async (t) => {
    for (const [path, prefix] of [
      ['/invitations', 'mji_'],
      ['/password-resets', 'mjp_'],
    ] as const) {
      const token = secret(prefix)
      const fields = { token, password: 'a good long password' }
      const { status, text } = await staffBrowser(us1).send(path, fields)
      t.equal(status, 421, path)
      t.match(text, `<a href="${EU1}${path}#token=${token}">Go to the new address</a>`)
      t.match(text, 'has moved')
    }
  },
)

t.test(
  'a session of another cell is redirected to sign-in, which links to its cell [c15-wrong-cell-session]',
  async (t) => {
    const { organizationId } = made.org
    for (const page of [`/app/${organizationId}/today?day=2026-05-01`, '/app/account']) {
      const browser = staffBrowser(us1)
      browser.cookies.set('__Host-session', made.accessToken)
      const refused = await browser.open(page)
      t.equal(refused.status, 303)
      t.equal(refused.location, `/app/sign-in?next=${encodeURIComponent(page)}`)
      const form = await browser.open(refused.location ?? '')
      t.equal(form.status, 200)
      t.match(form.text, `<a href="${EU1}${page}">Go to the new address</a>`)
      t.match(form.text, 'name="password"', 'a person of this cell can sign in')
      t.ok(browser.cookies.has('__Host-session'), 'a proxy may route the next request there')
    }
  },
)

t.test('a session of an unknown cell has ended [c15-wrong-cell-session]', async (t) => {
  const browser = staffBrowser(us1)
  browser.cookies.set('__Host-session', randomToken('zz9', 'mjs_'))
  t.match((await browser.open('/app/account')).location, /reason=ended/)
  t.notOk(browser.cookies.has('__Host-session'))
})

t.test(
  "a browser module gets the 421, and a long body isn't read [c15-wrong-cell-session]",
  async (t) => {
    const call = (path: string, init: RequestInit = {}) =>
      fetch(`${us1.url}/app/${made.org.organizationId}/call${path}`, {
        ...init,
        headers: {
          cookie: `__Host-session=${made.accessToken}`,
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/json',
        },
      })
    const short = await call('/projects')
    t.equal(short.status, 421)
    t.match(await short.json(), { code: 'wrong_cell', cellUrl: EU1 })
    const body = JSON.stringify({ name: 'x'.repeat(2 * MAX_PUBLIC_BODY_BYTES) })
    t.equal((await call('/customers', { method: 'POST', body })).status, 421)
  },
)
