// docs/contract.md#c23-branded-page to #c23-lead-page: a property's two pages.

import { testApp } from '@mediajobs/testing/api/app'
import { getPage, postForm } from '@mediajobs/testing/api/pages'
import { siteStudio, WEBSITE } from '@mediajobs/testing/api/published-site'
import t from 'tap'

const api = await testApp(t, { trustProxy: true, deliveryBaseUrl: 'https://pages.test/deliveries' })
const open = (path: string, headers: Record<string, string> = {}) => getPage(api.url, path, headers)

t.test('the branded page shows the property and its agent [c23-branded-page]', async (t) => {
  const { call, publish } = await siteStudio(api)
  await call('PATCH', '/organization', {
    name: 'Harbor Light',
    colour: '#7a1fa2',
    logoUrl: 'https://logos.test/a.png',
    locale: 'en-US',
  })
  const { site } = await publish()
  const { status, headers, text } = await open(site)
  t.equal(status, 200)
  t.match(headers.get('content-type'), 'text/html')
  t.match(headers.get('vary'), /\bAccept\b/)
  for (const said of [
    '<title>Light on three sides · Harbor Light</title>',
    '859 Orange Grove Blvd, Altadena, CA 91001',
    '4 beds · 2.5 baths · 1,850 sq ft',
    '$895,000',
    'Five minutes from the lake.',
    'Jane Keys',
    'href="tel:+16265550123"',
    'href="mailto:jane@keys.example"',
    'alt="Harbor Light"',
    ':root{--brand:#7a1fa2;--on-brand:#fff}',
    'Virtually staged',
    'The sofa is not there.',
    '<video controls playsinline preload="metadata"',
    'alt="Floor plan 1"',
  ]) {
    t.match(text, said)
  }
  t.equal(headers.get('x-robots-tag'), null, 'it may be listed')
  t.match(text, `<link rel="canonical" href="https://pages.test${site}">`)
  t.match(text, '<meta property="og:image" content="http')
})

t.test('the branded page has schema.org data [c23-listing]', async (t) => {
  const { publish } = await siteStudio(api)
  const { site } = await publish({ description: 'A </script><b>"house"' })
  const { text } = await open(site)
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? []
  t.match(JSON.parse(json), {
    '@type': 'RealEstateListing',
    name: 'Light on three sides',
    description: 'A </script><b>"house"',
    offers: { price: '895000.00', priceCurrency: 'USD' },
    mainEntity: {
      numberOfBedrooms: 4,
      floorSize: { value: 1_850 },
      address: { streetAddress: '859 Orange Grove Blvd', postalCode: '91001' },
    },
  })
})

t.test(
  'link previews show the branded page; search engines index only that [c23-listing]',
  async (t) => {
    const { publish } = await siteStudio(api)
    const { site, tour } = await publish()
    const preview = await fetch(`${api.url}${site}`, { headers: { 'user-agent': 'WhatsApp/2.23' } })
    t.match(await preview.text(), '<meta property="og:title" content="Light on three sides">')
    t.equal((await open(tour)).headers.get('x-robots-tag'), 'noindex, nofollow')
  },
)

t.test('a tour loads only on request, from its host [c23-tour-frames]', async (t) => {
  const { publish } = await siteStudio(api)
  const { site, tour } = await publish()
  const closed = await open(site)
  t.notMatch(closed.text, '<iframe')
  t.notMatch(closed.headers.get('content-security-policy'), 'frame-src')
  t.match(closed.text, /href="[^"]+\?tour=1#tour-1"/)
  t.match(closed.text, 'Loads from my.matterport.com')
  t.match(
    closed.text,
    /<a class="tour" href="https:\/\/tours\.example\/orange-grove" rel="noopener noreferrer nofollow"/,
  )
  const opened = await open(`${site}?tour=1`)
  t.match(opened.text, '<iframe src="https://my.matterport.com/show/?m=SxQL3iGyoDo"')
  t.match(opened.headers.get('content-security-policy'), 'frame-src https://my.matterport.com;')
  const film = await open(`${site}?tour=2`)
  t.match(film.text, '<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"')
  for (const number of ['3', '4', '-1', 'x', '1.5']) {
    const { text, headers } = await open(`${site}?tour=${number}`)
    t.notMatch(text, '<iframe', number)
    t.notMatch(headers.get('content-security-policy'), 'frame-src')
  }
  const unbranded = await open(`${tour}?tour=1`)
  t.match(unbranded.text, '<iframe src="https://my.matterport.com/show/?m=SxQL3iGyoDo&amp;brand=0"')
  t.notMatch(unbranded.text, 'tour=2')
})

t.test('a cached page is current for every visitor [c23-branded-page]', async (t) => {
  const { call, publish } = await siteStudio(api)
  const { site, tour, path: website } = await publish()
  const seen = new Set<string>()
  const look = async (path: string, headers: Record<string, string> = {}) => {
    const made = await open(path, { ...headers, 'accept-encoding': 'gzip' })
    for (const visit of ['first', 'second']) {
      const { text, headers: sent } = await open(path, headers)
      t.equal(text, made.text, `${path}, ${visit} visit`)
      for (const name of ['content-security-policy', 'referrer-policy', 'x-robots-tag', 'vary']) {
        t.equal(sent.get(name), made.headers.get(name), `${path}: ${name}`)
      }
    }
    seen.add(made.text)
  }
  const paths = [site, tour, `${site}?tour=1`, `${tour}?tour=1`, `${site}?sent=yes`]
  for (const path of paths) {
    await look(path)
    await look(path, { 'accept-language': 'es' })
  }
  await call('PUT', website, { ...WEBSITE, headline: 'Sold' })
  for (const path of paths) await look(path)
  t.equal(seen.size, 3 * paths.length, 'all differ')
})

t.test(
  'a message can be sent without JavaScript; errors are shown next to their fields [c23-lead-page]',
  async (t) => {
    const { call, publish } = await siteStudio(api)
    const { site, project } = await publish()
    const send = (fields: Record<string, string>) => postForm(api.url, `${site}/leads`, fields)
    const messages = async () => (await call('GET', `/projects/${project.id}/leads`)).body.data
    const refused = await send({ name: 'Sam "Doe"', message: 'Hello' })
    t.equal(refused.status, 400)
    t.match(refused.text, 'Check the marked fields.')
    t.match(refused.text, /id="email-problem">Enter an email address or a phone number\./)
    t.match(refused.text, 'value="Sam &quot;Doe&quot;"')
    t.match(refused.text, '>Hello</textarea>')
    t.match(refused.text, `action="../${site.split('/').at(-1)}/leads#lead"`)
    t.equal(refused.headers.get('x-robots-tag'), 'noindex, nofollow')
    const empty = await send({ name: '', email: '', message: '' })
    t.match(empty.text, /id="name-problem">Fill in this field\./)
    t.match(empty.text, /id="email-problem">Enter an email address or a phone number\./)
    t.strictSame(await messages(), [])

    const fields = {
      name: 'Sam Doe',
      email: 'sam@visitor.example',
      phone: '',
      message: 'On Saturday?',
    }
    const sent = await send(fields)
    t.equal(sent.status, 303)
    const next = new URL(sent.headers.get('location') ?? '', `${api.url}${site}/leads`)
    t.equal(`${next.pathname}${next.search}${next.hash}`, `${site}?sent=yes#contact`)
    const thanks = await open(next.pathname + next.search)
    t.match(thanks.text, 'Thank you!')
    t.notMatch(thanks.text, '<form id="lead"')
    const [, id] = site.split('/sites/')
    t.match(thanks.text, `<a class="go" href="${id}#contact">`, 'the form can be opened again')
    t.match(await messages(), [
      { name: 'Sam Doe', email: 'sam@visitor.example', message: 'On Saturday?' },
    ])

    t.equal(
      (await send({ ...fields, website: 'https://spam.example' })).status,
      303,
      'as if it worked',
    )
    t.equal((await messages()).length, 1)
  },
)

t.test('a website without a form accepts no messages [c23-lead-page]', async (t) => {
  const { publish } = await siteStudio(api)
  const { site } = await publish({ leadForm: false, contacts: [] })
  const { text } = await open(site)
  t.notMatch(text, 'id="contact"')
  t.notMatch(text, 'class="bar"')
  const fields = { name: 'Sam', email: 'sam@visitor.example' }
  t.ok((await postForm(api.url, `${site}/leads`, fields)).status >= 400)
})

t.test("both pages are in the visitor's language [c12-language]", async (t) => {
  const { call, publish } = await siteStudio(api)
  await call('PATCH', '/organization', { locale: 'es-MX' })
  const { site, tour } = await publish()
  t.match((await open(site)).text, '4 dormitorios · 2.5 baños')
  t.match((await open(`${tour}?language=es`)).text, 'Fotos modificadas')
  t.match((await open(tour, { 'accept-language': 'en' })).text, 'Altered photos')
})

t.test('an offline website is the same 404 as an unknown one [c23-branded-page]', async (t) => {
  const { call, publish } = await siteStudio(api)
  const { site, tour, path } = await publish()
  t.equal((await call('POST', `${path}/unpublish`, {})).status, 200)
  const [closed, never] = [await open(site), await open('/sites/aaaaaaaaaaaaaaaaaaaaaa')]
  for (const page of [closed, never, await open(tour)]) {
    t.equal(page.status, 404)
    t.match(page.text, 'This page isn&#39;t available')
  }
})

t.test(
  'hostile text is escaped on both pages [c23-branded-page, c23-unbranded-page]',
  async (t) => {
    const { call, publish } = await siteStudio(api)
    const hostile = `<script>alert(1)</script>"'><img src=x onerror=alert(2)>`
    await call('PATCH', '/organization', { name: hostile })
    const { site, tour } = await publish({
      headline: hostile,
      description: hostile,
      facts: { ...WEBSITE.facts, mlsNumber: hostile.slice(0, 40) },
      contacts: [{ name: hostile, title: hostile, licence: hostile.slice(0, 40) }],
    })
    for (const path of [site, tour]) {
      const { status, text } = await open(path)
      t.equal(status, 200)
      t.notMatch(text, '<script>')
      t.notMatch(text, '<img src=x')
    }
  },
)
