// docs/contract.md#c12-first-hour: onboarding on an empty board, with a sample job.

import { sharedApp } from '@mediajobs/testing/api/app'
import { browserOf } from '@mediajobs/testing/api/staff-browser'
import t from 'tap'

const api = await sharedApp()
const TITLES = [
  'Add your logo and color',
  'Add a package',
  'Invite your photographers and editors',
  'Let people start their own jobs',
  'Book a first job',
]

async function studio() {
  const org = await api.createOrg()
  const { call } = org
  const home = `/app/${org.organizationId}`
  const browser = await browserOf(api, org)
  const open = async () => (await browser.open(`${home}/board`)).text
  return { org, call, home, browser, open }
}

/** The steps by title, and whether each is checked. */
function stepsIn(text: string): Record<string, boolean> {
  const steps = text.matchAll(/<div class="step( done)?">.*?<b>(.*?)<\/b>/gs)
  return Object.fromEntries([...steps].map(([, done, title = '']) => [title, done !== undefined]))
}

const ticked = (text: string) =>
  Object.entries(stepsIn(text)).flatMap(([title, is]) => (is ? title : []))

t.test(
  'an empty board shows five setup steps, checks them off, then becomes the board [c12-first-hour]',
  async (t) => {
    const { org, call, home, browser, open } = await studio()
    const empty = await open()
    t.strictSame(Object.keys(stepsIn(empty)), TITLES)
    t.strictSame(ticked(empty), [])
    t.match(empty, 'Welcome, Olga. Five steps to the first delivery.')
    t.notMatch(empty, 'CSV', 'packages are not imported')
    await call('PATCH', '/organization', { colour: '#7a1fa2' })
    t.strictSame(ticked(await open()), [], 'a color alone is only half a step')
    await call('PATCH', '/organization', { logoUrl: 'https://logo.test/a.png' })
    await call('POST', '/packages', { name: 'Gold', priceAmount: 1, currency: 'USD' })
    await api.createMember(org, 'TECHNICIAN')
    t.strictSame(ticked(await open()), TITLES.slice(0, 3))
    t.equal((await browser.send(`${home}/start/roles`)).location, `${home}/board`)
    t.match((await call('GET', '/organization')).body, {
      techniciansStart: true,
      editorsStart: true,
    })
    t.strictSame(ticked(await open()), TITLES.slice(0, 4))
    const job = { scheduledTime: '2099-05-01T16:30:00Z', addressLine1: '1 First Street' }
    await call('POST', '/projects/create', job)
    const done = await open()
    t.strictSame(stepsIn(done), {}, 'the steps disappear once all are done')
    t.match(done, '1 First Street')
  },
)

t.test(
  'the remaining steps stay above the board until there are ten jobs [c12-first-hour]',
  async (t) => {
    const { call, home, browser, open } = await studio()
    const book = (day: number) =>
      call('POST', '/projects/create', { scheduledTime: `2099-05-${day}T16:30:00Z` })
    await book(10)
    t.strictSame(ticked(await open()), ['Book a first job'])
    t.match(await open(), 'Setup: 1 of 5 done')
    t.notMatch((await browser.open(`${home}/board?q=street`)).text, 'Setup:')
    for (let day = 11; day < 20; day++) await book(day)
    t.notMatch(await open(), 'Setup:')
  },
)

t.test('the steps are hidden once dismissed, and from roles without setup rights', async (t) => {
  const { org, home, browser, open } = await studio()
  const manager = await browserOf(api, await api.createMember(org, 'MANAGER'))
  t.match((await manager.open(`${home}/board`)).text, 'No jobs yet')
  for (const path of ['roles', 'zone', 'sample', 'sample/remove']) {
    t.equal((await manager.send(`${home}/start/${path}`)).status, 403, path)
  }
  const dismissed = await browser.send(`${home}/start/dismiss`)
  t.match(dismissed.headers.get('set-cookie'), /HttpOnly.*SameSite=Lax/)
  t.strictSame(stepsIn(await open()), {})
  t.match(await open(), 'No jobs yet')
  const other = await browserOf(api, org)
  t.strictSame(Object.keys(stepsIn((await other.open(`${home}/board`)).text)), TITLES)
})

t.test(
  'without JavaScript, a form asks for time zone and language, once [c12-first-hour]',
  async (t) => {
    const { call, home, browser, open } = await studio()
    const text = await open()
    t.match(text, /<div id="zone" data-automatic>/)
    const [, etag = ''] =
      /action="[^"]*\/start\/zone">\s*<input[^>]*name="if-match" value="([^"]*)"/.exec(text) ?? []
    const form = {
      'if-match': etag.replaceAll('&quot;', '"'),
      timeZone: 'Europe/Zurich',
      locale: 'de-CH',
    }
    for (const wrong of [{ timeZone: 'Moon/Base' }, { locale: '!' }]) {
      t.equal((await browser.send(`${home}/start/zone`, { ...form, ...wrong })).status, 400)
    }
    t.equal((await browser.send(`${home}/start/zone`, form)).location, `${home}/board`)
    t.match((await call('GET', '/organization')).body, {
      timeZone: 'Europe/Zurich',
      locale: 'de-CH',
    })
    t.match(
      await open(),
      'Times are in Central European Time, dates and money in German (Switzerland).',
    )
    t.notMatch(await open(), 'id="zone"')
    const today = (await browser.open(`${home}/today`)).text
    t.match(today, 'Times are in Central European Time.', 'in the page’s language')
    for (const late of [form, { ...form, 'if-match': '' }]) {
      await browser.send(`${home}/start/zone`, { ...late, timeZone: 'Asia/Tokyo' })
    }
    t.match(
      (await call('GET', '/organization')).body,
      { timeZone: 'Europe/Zurich' },
      'existing settings are kept',
    )
    const offer = (await browser.open(`${home}/catalogue/packages/new`)).text
    t.match(offer, /name="currency"[^>]* value="CHF"/, 'the currency follows the language')
    await call('POST', '/packages', { name: 'Gold', priceAmount: 1, currency: 'EUR' })
    const next = (await browser.open(`${home}/catalogue/add-ons/new`)).text
    t.match(next, /name="currency"[^>]* value="EUR"/, 'then the newest package')
    const discount = (await browser.open(`${home}/catalogue/discounts/new`)).text
    t.notMatch(discount, /name="currency"[^>]* value="[A-Z]/)
  },
)

t.test('the board names any language that the settings accept [c12-first-hour]', async (t) => {
  const { call, open } = await studio()
  for (const [locale, name] of [
    ['en-US-u-hc-h23', 'English (United States)'],
    ['de-CH-x-alpine', 'German (Switzerland)'],
  ] as const) {
    t.equal((await call('PATCH', '/organization', { locale })).status, 200)
    t.match(await open(), name)
  }
})

t.test(
  "time zone and language aren't taken from the browser once there is a second person or a job",
  async (t) => {
    const { org, call, open } = await studio()
    await api.createMember(org, 'TECHNICIAN')
    t.match(await open(), '<div id="zone">')
    await call('POST', '/projects/create', { scheduledTime: '2099-05-01T16:30:00Z' })
    t.match(await open(), '<div id="zone">')
  },
)

t.test(
  'a sample job is created on request, and removed with everything in it [c12-first-hour]',
  async (t) => {
    const { call, home, browser, open } = await studio()
    const [, key = ''] =
      /action="[^"]*\/start\/sample">\s*<input[^>]*name="idempotency-key" value="([^"]+)"/.exec(
        await open(),
      ) ?? []
    const form = { 'idempotency-key': key }
    const both = await Promise.all([
      browser.send(`${home}/start/sample`, form),
      browser.send(`${home}/start/sample`, form),
    ])
    t.ok(both.some(({ location }) => location === `${home}/board?done=sample`))
    const samples = async () =>
      (await call('GET', '/projects')).body.data as {
        id: string
        externalId: string
        status: string
      }[]
    const [sample] = await samples()
    t.equal((await samples()).length, 1, 'a double click creates one')
    t.match(sample, { externalId: 'sample-job', status: 'IN_REVIEW', packageId: String })
    const { data: customers } = (await call('GET', '/customers')).body
    t.match(customers, [{ email: 'sample@example.com', mailOptOut: true }])
    t.strictSame((await call('GET', '/packages')).body.data, [], "its package isn't for sale")
    const shown = await open()
    t.match(shown, 'The sample job is on the board.')
    t.strictSame(ticked(shown), [], "the sample doesn't count as the first job")
    await call('POST', `/projects/${sample?.id}/deliver`, {})
    t.equal((await browser.send(`${home}/start/sample/remove`)).location, `${home}/board`)
    t.match(await samples(), [{ status: 'CANCELLED', customerId: null }])
    t.strictSame((await call('GET', '/customers')).body.data, [])
    const gone = await open()
    t.match(gone, 'Welcome, Olga.')
    t.notMatch(gone, 'Harbor View')
    await call('POST', '/projects/create', { scheduledTime: '2099-05-01T16:30:00Z' })
    t.notMatch(await open(), 'Harbor View', 'nor is it restored next to a real job')
    t.match(await open(), /<h2 id="h-CANCELLED">.*?<span class="count">0<\/span>/s)
    await browser.send(`${home}/start/sample`, { 'idempotency-key': 'another' })
    t.match(await open(), 'Harbor View')
    t.equal((await samples()).length, 2, "restored, it's the same job")
  },
)
