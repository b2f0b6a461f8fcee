// docs/contract.md#c22-pages docs/contract.md#c22-cookie: the customer portal over HTTP, without JavaScript.
import { sharedApp, testApp } from '@mediajobs/testing/api/app'
import { portalSignInToken, signInToPortal } from '@mediajobs/testing/api/portal'
import { browserOf, type StaffBrowser, staffBrowser } from '@mediajobs/testing/api/staff-browser'
import t from 'tap'
import { moneyStudio } from '../support/money-studio.ts'

const api = await sharedApp()
const COOKIE = '__Host-client'

async function clientStudio(on = api) {
  const studio = await moneyStudio(on)
  const { organizationId } = studio.org
  const customer = await studio.customer()
  const my = `/my/${organizationId}`
  const link = async () =>
    `${my}/sign-in/${await portalSignInToken(on, organizationId, customer.id)}`
  async function signedIn(browser = staffBrowser(on)) {
    await browser.send(await link())
    return browser
  }
  return { ...studio, another: studio.customer, organizationId, customer, my, link, signedIn }
}

t.test('the form requests a link, and responds the same for any address [c22-pages]', async (t) => {
  const on = await testApp(t, { sendsMail: true, trustProxy: true })
  const { my, customer, call } = await clientStudio(on)
  await call('PATCH', '/organization', { name: 'Keys <b>', colour: '#112233' })
  const browser = staffBrowser(on)
  const page = await browser.open(my)
  t.equal(page.status, 200)
  t.match(page.text, 'Keys &lt;b&gt;')
  t.match(page.text, '--brand:#112233')
  t.match(page.text, `action="../my/${my.slice(4)}/sign-in"`)
  for (const email of [customer.email, 'nobody@clients.test']) {
    const sent = await browser.send(`${my}/sign-in`, { email })
    t.match(sent, { status: 303, location: `${my}/sign-in?sent` })
    t.match((await browser.open(`${my}/sign-in?sent`)).text, 'Check your email')
  }
  const wrong = await browser.send(`${my}/sign-in`, { email: 'no <address>' })
  t.match(wrong, { status: 400, text: /Enter an email address/ })
  t.match(wrong.text, 'value="no &lt;address&gt;"')
  t.equal((await browser.open(`/my/${crypto.randomUUID()}`)).status, 404)
  t.equal((await browser.open('/my/none')).status, 404)
})

t.test('without mail, the page says so [c22-sign-in]', async (t) => {
  const { my, customer } = await clientStudio()
  const browser = staffBrowser(api)
  const { location } = await browser.send(`${my}/sign-in`, { email: customer.email })
  t.equal(location, `${my}/sign-in?off`)
  t.match((await browser.open(`${my}/sign-in?off`)).text, 'doesn&#39;t send email')
})

t.test(
  "opening the link doesn't sign in: its button does, once, in any browser [c22-sign-in-link]",
  async (t) => {
    const { my, link, customer } = await clientStudio()
    const path = await link()
    const scanner = staffBrowser(api)
    for (let i = 0; i < 3; i++) {
      const seen = await scanner.open(path)
      t.equal(seen.status, 200)
      t.match(seen.text, `As ${customer.email}`)
      t.equal(seen.headers.get('set-cookie'), null)
      t.equal(seen.text.match(/<button/g)?.length, 1)
    }
    const browser = staffBrowser(api)
    const pressed = await browser.send(path)
    t.match(pressed, { status: 303, location: my })
    const [cookie = ''] = pressed.headers.getSetCookie()
    t.match(cookie, /^__Host-client=[0-9a-f-]{36}~mjc_\w{43};/)
    for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/', 'Max-Age=2592000']) {
      t.match(cookie, attribute)
    }
    t.match((await browser.open(my)).text, 'Hi Ann')
    t.match(await browser.send(path), { status: 303, location: my }, 'pressed twice')
    const late = await scanner.send(path)
    t.match(late, { status: 404, text: /This link was used or has expired/ })
    t.equal(scanner.cookies.size, 0)
    t.equal((await staffBrowser(api).open(path)).status, 404)
  },
)

t.test('a link works only for its organization [c22-pages]', async (t) => {
  const [one, two] = [await clientStudio(), await clientStudio()]
  const foreign = (await one.link()).replace(one.organizationId, two.organizationId)
  t.equal((await staffBrowser(api).open(foreign)).status, 404)
})

t.test('a browser has a separate session for each organization [c22-cookie]', async (t) => {
  const [one, two] = [await clientStudio(), await clientStudio()]
  const browser = await two.signedIn(await one.signedIn())
  t.equal(browser.cookies.get(COOKIE)?.split('.').length, 2)
  for (const { my } of [one, two]) t.match((await browser.open(my)).text, 'Hi Ann')
  t.match(await browser.send(`${one.my}/sign-out`), {
    status: 303,
    location: `${one.my}?done=signed-out`,
  })
  t.match((await browser.open(one.my)).text, 'Email me a link')
  t.match((await browser.open(two.my)).text, 'Hi Ann')
  const [, token = ''] = browser.cookies.get(COOKIE)?.split('~') ?? []
  browser.cookies.set(COOKIE, `${one.organizationId}~${token}`)
  const { text } = await browser.open(one.my)
  t.notMatch(text, 'Hi Ann', 'a session of another organization')
})

t.test(
  "signing in ends the browser's previous session, which prevents session fixation [c22-cookie]",
  async (t) => {
    const { organizationId, customer, my, signedIn } = await clientStudio()
    const fixed = await signInToPortal(api, organizationId, customer.id)
    const browser = staffBrowser(api)
    browser.cookies.set(COOKIE, `${organizationId}~${fixed}`)
    await signedIn(browser)
    t.not(browser.cookies.get(COOKIE), `${organizationId}~${fixed}`)
    t.equal((await api.request('GET', '/portal/me', { token: fixed })).status, 401)
    t.match((await browser.open(my)).text, 'Hi Ann')
  },
)

t.test('staff and customer cookies each open only their pages [c22-session]', async (t) => {
  const { org, my, signedIn } = await clientStudio()
  const client = await signedIn()
  const token = client.cookies.get(COOKIE)?.split('~')[1] ?? ''
  client.cookies.set('__Host-session', token)
  t.match(await client.open(`/app/${org.organizationId}/board`), { status: 303 })
  const staff = await browserOf(api, org)
  t.match((await staff.open(my)).text, 'Email me a link')
  staff.cookies.set(COOKIE, `${org.organizationId}~${await org.token()}`)
  t.notMatch((await staff.open(my)).text, 'Hi ')
})

t.test("forms on other sites can't change anything [c22-cookie]", async (t) => {
  const { my, signedIn, link, customer, call } = await clientStudio()
  const browser = await signedIn()
  const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }
  const forms: Record<string, Record<string, string>> = {
    [await link()]: {},
    [`${my}/sign-in`]: { email: customer.email },
    [`${my}/sign-out`]: { everywhere: '1' },
    [`${my}/details`]: { name: 'Eve' },
  }
  for (const [path, fields] of Object.entries(forms)) {
    t.equal((await browser.send(path, fields, foreign)).status, 403, path)
  }
  t.match((await browser.open(my)).text, 'Hi Ann')
  t.equal((await call('GET', `/customers/${customer.id}`)).body.name, 'Ann')
})

t.test("an invoice links to its pay page; another customer's is a 404 [c22-records]", async (t) => {
  const studio = await clientStudio()
  const browser = await studio.signedIn()
  const invoice = await studio.sent({ customerId: studio.customer.id, dueDate: '2026-05-31' })
  const { id: other } = await studio.another()
  const foreign = await studio.sent({ customerId: other })
  const { text } = await browser.open(studio.my)
  t.match(text, 'Pay $250.00')
  t.match(text, 'Due May 31, 2026')
  t.notMatch(text, foreign.id)
  const pay = (id: string) => browser.send(`${studio.my}/invoices/${id}/pay`)
  const { status, location = '' } = await pay(invoice.id)
  t.match({ status, location }, { status: 303, location: /^\/pay\/\w+$/ })
  t.match((await browser.open(location)).text, `Invoice ${invoice.number}`)
  for (const id of [foreign.id, crypto.randomUUID(), 'none']) t.equal((await pay(id)).status, 404)
  await studio.call('POST', `/invoices/${invoice.id}/void`)
  const { text: listed } = await browser.open(`${studio.my}/invoices`)
  t.match(listed, 'Canceled')
  t.notMatch(listed, 'Receipt', 'nothing was paid')
})

t.test('an unpaid invoice is shown, however many came after it [c22-pages]', async (t) => {
  const studio = await clientStudio()
  const browser = await studio.signedIn()
  const { my, organizationId, customer } = studio
  const unpaid = []
  for (let i = 0; i < 2; i++) unpaid.push(await studio.sent({ customerId: customer.id }))
  const [invoice] = unpaid
  await studio.call('POST', `/invoices/${unpaid[1].id}/void`)
  const copy = (count: number, status: string) =>
    api.store.sql.query(
      `insert into invoices (organization_id, id, status, customer_id, currency, line_items,
         subtotal_amount, discount_amount, tax_amount, total_amount, sent_at)
       select organization_id, gen_random_uuid(), $3, customer_id, currency, line_items,
         subtotal_amount, discount_amount, tax_amount, total_amount, sent_at
       from invoices cross join generate_series(1, ${count}) where organization_id = $1 and id = $2`,
      [organizationId, invoice.id, status],
    )
  await copy(101, 'VOIDED')
  const home = (await browser.open(my)).text
  t.match(home, `invoices/${invoice.id}/pay`)
  t.notMatch(home, 'All unpaid invoices')
  await copy(44, 'SENT')
  t.match((await browser.open(my)).text, `href="../my/${my.slice(4)}/invoices?unpaid=true"`)
  const { text } = await browser.open(`${my}/invoices?unpaid=true`)
  t.match(text, /<h1[^>]*>To pay</)
  const [, inSpanish = ''] = /<a href="([^"]+)" lang="es"/.exec(text) ?? []
  const spanish = await browser.open(`${my}/invoices${inSpanish.replace('&amp;', '&')}`)
  t.match(spanish.text, /<h1[^>]*>Por pagar</, 'the filter stays')
  await browser.open(`${my}?language=en`)
  t.notMatch(text, 'Canceled')
  const [, next = ''] = /href="(\?unpaid=true&amp;cursor=[^"]+)"/.exec(text) ?? []
  const last = (await browser.open(`${my}/invoices${next.replace('&amp;', '&')}`)).text
  t.match(last, `invoices/${invoice.id}/pay`)
  t.notMatch(last, 'Canceled')
})

t.test('every portal page requires a session [c22-session]', async (t) => {
  const { my } = await clientStudio()
  const stranger = staffBrowser(api)
  for (const path of ['details', 'deliveries', 'orders', 'invoices', 'projects']) {
    t.match(await stranger.open(`${my}/${path}`), { status: 303, location: my }, path)
  }
  for (const path of ['details', `invoices/${crypto.randomUUID()}/pay`]) {
    t.match(await stranger.send(`${my}/${path}`), { status: 303, location: my }, path)
  }
})

t.test('changing the email ends the session of an open page [c22-session-end]', async (t) => {
  const { my, signedIn, customer, call } = await clientStudio()
  const browser = await signedIn()
  await call('PATCH', `/customers/${customer.id}`, { email: `new-${customer.email}` })
  t.match((await browser.open(my)).text, 'Your session has ended.')
  t.equal(browser.cookies.has(COOKIE), false)
})

t.test('details are saved, and errors are shown next to their fields [c22-me]', async (t) => {
  const { my, signedIn, customer, call } = await clientStudio()
  const browser = await signedIn()
  const save = (fields: Record<string, string>) => browser.send(`${my}/details`, fields)
  const fields = { name: 'Ann <A.>', phone: '+1 555 0100', company: '', language: 'es' }
  t.match(await save(fields), { status: 303, location: `${my}?done=saved` })
  t.match((await call('GET', `/customers/${customer.id}`)).body, {
    name: 'Ann <A.>',
    phone: '+1 555 0100',
    company: null,
    language: 'es',
  })
  const home = await browser.open(`${my}?done=saved`)
  t.match(home.text, 'Hola, Ann &lt;A.&gt;')
  t.match(home.text, 'Datos guardados')
  const refused = await save({ ...fields, name: '' })
  t.match(refused, { status: 400, text: /Escriba su nombre\./ })
  t.match(
    refused.text,
    /name="name"[^>]* aria-invalid="true"[^>]* autofocus/,
    'the field is focused',
  )
})

t.test('untrusted text is escaped [c22-pages]', async (t) => {
  const studio = await clientStudio()
  const evil = '"><img src=x onerror=alert(1)>'
  await studio.call('PATCH', `/customers/${studio.customer.id}`, { name: evil, company: evil })
  await studio.call('PATCH', '/organization', { name: evil, contactPhone: '+1 <b>' })
  await studio.book({
    customerId: studio.customer.id,
    addressLine1: evil,
    scheduledTime: new Date(Date.now() + 86_400_000).toISOString(),
  })
  const browser: StaffBrowser = await studio.signedIn()
  for (const path of ['', '/details', '/projects', '/invoices', '/deliveries', '/sign-in?sent']) {
    const { text, status } = await browser.open(studio.my + path)
    t.equal(status, 200, path)
    t.notMatch(text, '<img src=x', path)
  }
})

t.test('a delivery page links to the customer portal, if mail is sent [c22-links]', async (t) => {
  for (const sendsMail of [true, false]) {
    const on = await testApp(t, { sendsMail, trustProxy: true })
    const { org, call } = await clientStudio(on)
    const { body: project } = await call('POST', '/projects/create', {
      scheduledTime: '2026-05-01T09:30:00Z',
    })
    await on.store.sql.query(`update projects set status = 'IN_REVIEW' where id = $1`, [project.id])
    const { body } = await call('POST', `/projects/${project.id}/deliver`)
    const path = `/deliveries/${body.deliveryToken}`
    const portalUrl = sendsMail ? `http://deliveries.test/my/${org.organizationId}` : null
    t.equal((await on.request('GET', path)).body.portalUrl, portalUrl)
    const { text } = await staffBrowser(on).open(path)
    t.equal(text.includes('>Your deliveries</a>'), sendsMail)
  }
})
