// docs/contract.md#c23-form: staff create a property's website.

import { testApp } from '@mediajobs/testing/api/app'
import { valuesOf } from '@mediajobs/testing/api/page-forms'
import { getPage } from '@mediajobs/testing/api/pages'
import { siteStudio, WEBSITE } from '@mediajobs/testing/api/published-site'
import { browserOf } from '@mediajobs/testing/api/staff-browser'
import t from 'tap'

const api = await testApp(t, { trustProxy: true, deliveryBaseUrl: 'https://pages.test/deliveries' })
const HOSTILE = '<img src=x onerror=alert(1)>'

type Values = Record<string, string[]>

function entries(values: Values, changes: Values = {}): [string, string][] {
  return Object.entries({ ...values, ...changes }).flatMap(([name, all]) =>
    all.map((value): [string, string] => [name, value]),
  )
}

/** A customer's delivered job, and its manager's browser. */
async function openStudio() {
  const studio = await siteStudio(api)
  const { org, call, check, deliver, fill } = studio
  const customer = { name: 'Jane Keys', company: 'Keystone', email: 'jane@keys.example' }
  const { id: customerId } = check(await call('POST', '/customers', customer))
  const fields = { customerId, addressLine1: '859 Orange Grove Blvd', propertySize: 1_850 }
  let media: string[] = []
  const { project } = await deliver(fields, {}, async (id) => {
    media = await fill(id)
  })
  const manager = await api.createMember(org, 'MANAGER')
  const page = `/app/${org.organizationId}/projects/${project.id}`
  const at = `${page}/website`
  const read = async () => (await call('GET', `/projects/${project.id}/website`)).body
  return { ...studio, project, media, page, at, read, browser: await browserOf(api, manager) }
}

t.test('the form is prefilled from the job, and saves [c23-form]', async (t) => {
  const { browser, page, at, read } = await openStudio()
  t.match((await browser.open(page)).text, `/website">`)
  const blank = await browser.open(at)
  t.match(blank.text, 'Not created yet')
  const values = valuesOf(blank, 'website')
  t.match(values, { 'facts.propertySize': ['1850'], allMedia: ['yes'], leadForm: ['yes'] })
  t.equal(values['contacts-name']?.[0], 'Jane Keys')
  const sent = entries(values, {
    headline: ['Light on three sides'],
    description: [HOSTILE],
    'facts.priceAmount': ['895000'],
    'facts.currency': ['usd'],
    'facts.bathrooms': ['2,5'],
    'tours-kind': ['', 'VIMEO', ''],
    'tours-url': [
      'https://my.matterport.com/show/?m=SxQL3iGyoDo',
      'https://vimeo.com/76979871',
      '',
    ],
    'tours-unbrandedUrl': ['https://my.matterport.com/show/?m=SxQL3iGyoDo&brand=0', '', ''],
  })
  const { status, location = '' } = await browser.send(at, sent)
  t.equal(status, 303)
  t.match((await browser.open(location)).text, 'Saved.')
  t.match(await read(), {
    status: 'DRAFT',
    headline: 'Light on three sides',
    description: HOSTILE,
    facts: { priceAmount: 89_500_000, currency: 'USD', bathrooms: 2.5, propertySize: 1_850 },
    contacts: [{ name: 'Jane Keys', title: 'Keystone', email: 'jane@keys.example' }],
    mediaIds: null,
    tours: [{ kind: 'MATTERPORT' }, { kind: 'VIMEO', unbrandedUrl: null }],
    leadForm: true,
  })
  const again = await browser.open(at)
  t.notMatch(again.text, HOSTILE)
  t.match(again.text, 'Draft')
  t.match((await browser.send(at, entries(valuesOf(again, 'website')))).location, 'done=same')
})

t.test('each file shows its kind next to its name [c23-form]', async (t) => {
  const { browser, at } = await openStudio()
  const { text } = await browser.open(at)
  const tiles = text.match(/<bdi>/g)?.length
  const marks = [...text.matchAll(/<span class="mark">([^<]+)<\/span> <bdi>/g)]
  t.equal(tiles, 6)
  t.strictSame(
    marks.map(([, mark]) => mark),
    ['Virtually staged', 'Video', 'Floor plan'],
  )
})

t.test('files are selected, and shown by position [c23-form]', async (t) => {
  const { browser, at, media, read, check, call, project } = await openStudio()
  check(await call('PUT', `/projects/${project.id}/website`, WEBSITE))
  const values = valuesOf(await browser.open(at), 'website')
  const [first = '', second = '', third = ''] = media
  const { allMedia: _, ...chosen } = values
  const changes = {
    mediaIds: [first, second, third],
    [`place-${third}`]: ['1'],
    [`place-${first}`]: ['2'],
    [`place-${second}`]: ['3'],
  }
  t.equal((await browser.send(at, entries(chosen, changes))).status, 303)
  t.strictSame((await read()).mediaIds, [third, first, second])
  const saved = valuesOf(await browser.open(at), 'website')
  t.strictSame(saved.mediaIds, [third, first, second])
  t.equal(saved.allMedia, undefined)
  await browser.send(at, entries({ ...saved, mediaIds: [] }))
  t.strictSame((await read()).mediaIds, [])
  const none = valuesOf(await browser.open(at), 'website')
  await browser.send(at, entries({ ...none, allMedia: ['yes'] }))
  t.equal((await read()).mediaIds, null)
})

t.test('errors are shown next to their fields, and input is kept [c23-form]', async (t) => {
  const { browser, at, read } = await openStudio()
  const values = valuesOf(await browser.open(at), 'website')
  const refused: [Values, RegExp][] = [
    [{ 'facts.bedrooms': ['four'] }, /Enter a whole number\./],
    [{ 'facts.bathrooms': ['x'] }, /Enter a number, like 3 or 2\.5\./],
    [{ 'facts.priceAmount': ['1'], 'facts.currency': [''] }, /Choose a currency\./],
    [{ 'tours-url': ['https://evil.example/tour', '', ''] }, /id="tours-problem"/],
    [{ 'tours-url': ['javascript:alert(1)', '', ''] }, /id="tours-problem"/],
    [{ 'contacts-name': ['', ''], 'contacts-email': ['nobody', ''] }, /id="contacts-problem"/],
    [{ 'contacts-photoUrl': ['http://plain.example/a.jpg'] }, /id="contacts-problem"/],
  ]
  for (const [change, text] of refused) {
    const { status, text: page } = await browser.send(
      at,
      entries(values, { headline: ['Kept words'], ...change }),
    )
    t.equal(status, 400, String(text))
    t.match(page, text)
    t.match(page, 'value="Kept words"')
  }
  t.equal((await read()).code, 'not_found')
})

t.test('a website is published with its URLs, and taken offline [c23-form]', async (t) => {
  const { browser, at, read } = await openStudio()
  const values = valuesOf(await browser.open(at), 'website')
  const { location = '' } = await browser.send(at, entries({ ...values, next: ['publish'] }))
  const page = await browser.open(location)
  t.match(page.text, 'Published. Both pages are open.')
  const { status, brandedUrl, unbrandedUrl } = await read()
  t.equal(status, 'LIVE')
  for (const url of [brandedUrl, unbrandedUrl]) {
    t.match(page.text, `value="${url}"`)
    t.match(page.text, `href="${url}"`)
    t.equal((await getPage(api.url, new URL(url).pathname)).status, 200)
  }
  const form = valuesOf(page, 'unpublish')
  const off = await browser.send(`${at}/unpublish`, entries(form))
  t.match((await browser.open(off.location ?? '')).text, 'Both pages are closed.')
  t.equal((await read()).status, 'OFFLINE')
  t.equal((await getPage(api.url, new URL(brandedUrl).pathname)).status, 404)
  // A repeated submission finds it done.
  t.match((await browser.send(`${at}/unpublish`, entries(form))).location, 'done=unpublished')
})

t.test('a stale form shows both values and asks which to keep [c23-form]', async (t) => {
  const { browser, at, read, check, call, project } = await openStudio()
  const url = `/projects/${project.id}/website`
  check(await call('PUT', url, WEBSITE))
  const values = valuesOf(await browser.open(at), 'website')
  check(await call('PUT', url, { ...WEBSITE, headline: 'Theirs', description: 'Their words' }))
  const asked = await browser.send(at, entries({ ...values, headline: ['Mine'] }))
  t.equal(asked.status, 412)
  t.match(asked.text, 'Mine')
  t.match(asked.text, 'Theirs')
  const sent = await browser.send(at, entries(valuesOf(asked, 'website')))
  t.equal(sent.status, 303)
  t.match(await read(), { headline: 'Mine', description: 'Their words' })
})

t.test(
  "the preview shows the branded page with the form's values, saved or not [c23-form]",
  async (t) => {
    const { browser, at, media, read } = await openStudio()
    const first = await browser.open(`${at}/preview`)
    t.match(first.text, '859 Orange Grove Blvd')
    t.match(first.headers.get('content-security-policy'), "frame-ancestors 'self'")
    const values = valuesOf(await browser.open(at), 'website')
    const { allMedia: _, ...chosen } = values
    const { status, text } = await browser.send(
      `${at}/preview`,
      entries(chosen, {
        headline: [HOSTILE],
        'facts.bedrooms': ['4'],
        'facts.bathrooms': ['half'],
        mediaIds: [media[1] ?? ''],
      }),
    )
    t.equal(status, 200)
    t.notMatch(text, HOSTILE)
    t.match(text, '4 beds · 1,850 sq ft')
    t.match(text, '<main id="main" inert>')
    t.notMatch(text, '<script type="module"')
    t.equal(text.match(/id="p\d+"/g)?.length, 1)
    t.equal((await read()).code, 'not_found', 'nothing is saved')
  },
)

t.test('only people who may change a website see it [c23-form]', async (t) => {
  const { org, project, page, at, call } = await openStudio()
  const [editor, other, technician] = [
    await api.createMember(org, 'EDITOR'),
    await api.createMember(org, 'EDITOR'),
    await api.createMember(org, 'TECHNICIAN'),
  ]
  await call('PATCH', `/projects/${project.id}`, {
    editorId: editor.userId,
    technicianId: technician.userId,
  })
  for (const [person, status] of [
    [editor, 200],
    [other, 403],
    [technician, 403],
  ] as const) {
    const browser = await browserOf(api, person)
    t.equal((await browser.open(at)).status, status)
    t.equal((await browser.open(`${at}/preview`)).status, status)
    if (status !== 200) t.equal((await browser.send(at, {})).status, status)
    t.equal((await browser.open(page)).text.includes('/website">'), status === 200)
  }
})

t.test('messages and views are shown below the form [c23-form]', async (t) => {
  const { browser, at, read, call } = await openStudio()
  // Always a day ahead of noon in UTC.
  const timeZone = 'Pacific/Kiritimati'
  await call('PATCH', '/organization', { timeZone, locale: 'en-US' })
  const today = () => new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium' }).format()
  const before = today()
  const values = valuesOf(await browser.open(at), 'website')
  await browser.send(at, entries({ ...values, next: ['publish'] }))
  const empty = await browser.open(at)
  t.match(empty.text, 'No messages yet.')
  t.match(empty.text, 'No views yet.')
  const { brandedUrl, unbrandedUrl } = await read()
  const [site, tour] = [brandedUrl, unbrandedUrl].map((url) => new URL(url).pathname)
  const lead = { name: HOSTILE, email: 'sam@visitor.example', message: 'On Saturday?' }
  t.ok((await api.request('POST', `${site}/leads`, { body: lead })).status < 300)
  for (const each of [site, tour, site]) {
    t.equal((await api.request('POST', `${each}/views`, {})).status, 204)
  }
  const { text } = await browser.open(at)
  t.match(text, 'On Saturday?')
  t.match(text, 'mailto:sam@visitor.example')
  t.notMatch(text, HOSTILE)
  t.match(text, '3 views in the last 30 days.')
  t.match(text, 'In total: 2 with your brand, 1 without.')
  t.match(text, '<svg class="chart"')
  const [, day = ''] = /<tbody><tr><th scope="row">([^<]*)/.exec(text) ?? []
  t.ok([before, today()].includes(day), `views are counted on their day: ${day}`)
})
