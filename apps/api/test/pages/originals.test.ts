// docs/contract.md#c13-originals to #c13-originals-life, as a page, with its QR code.

import { testApp } from '@mediajobs/testing/api/app'
import { deliveringStudio } from '@mediajobs/testing/api/client-delivery'
import { getPage } from '@mediajobs/testing/api/pages'
import { anyAddress } from '@mediajobs/testing/api/request'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import t from 'tap'

const api = await testApp(t, { trustProxy: true })

const open = (path: string) => getPage(api.url, path, { 'x-forwarded-for': anyAddress() })

async function publishedPair(fields: object = {}, alterationNote = 'The sofa is not there') {
  const studio = await deliveringStudio(api)
  const alteration = { alterationKind: 'VIRTUAL_STAGING', alterationNote } as const
  const pair = await studio.deliverPair(fields, alteration)
  return { ...studio, ...pair, path: new URL(pair.url).pathname }
}

t.test(
  "an altered picture's page shows both versions and what was changed [c13-originals]",
  async (t) => {
    const { path, original, altered, url, addPreview, call } = await publishedPair()
    const page = await open(path)
    t.equal(page.status, 200)
    t.match(page.headers.get('content-type'), 'text/html')
    t.match(page.headers.get('vary'), /\bAccept\b/)
    t.match(page.headers.get('content-security-policy'), "img-src 'self' data: https://cdn.test;")
    t.match(page.text, 'Test Studio')
    t.match(page.text, '<b>Virtually staged.</b>')
    t.match(page.text, 'The sofa is not there')
    t.match(page.text, `<img src="https://cdn.test/${original}" alt="Original picture">`)
    t.match(page.text, `<img src="https://cdn.test/${altered}" alt="Altered picture">`)
    t.match(page.text, `<a href="${url}">${url}</a>`, 'the URL is readable, even on paper')
    t.notMatch(page.text, '<script')
    await addPreview(altered)
    const settings = { name: 'Acme Media', colour: '#7a1fa2', logoUrl: 'https://logos.test/a.png' }
    t.equal((await call('PATCH', '/organization', settings)).status, 200)
    const shown = (await open(path)).text
    t.match(
      shown,
      'width="6000" height="4000" alt="Altered picture"',
      'nothing shifts while it loads',
    )
    t.match(shown, 'src="https://logos.test/a.png"')
    t.match(shown, ':root{--brand:#7a1fa2;--on-brand:#fff}')
    const json = await fetch(`${api.url}${path}`)
    t.match(json.headers.get('content-type'), /json/)
    t.match(json.headers.get('vary'), /\bAccept\b/, 'a cache keeps page and JSON apart')
  },
)

t.test(
  "the page shows the property's address only if the organization allows it [c13-originals-address]",
  async (t) => {
    const { call, path } = await publishedPair({ addressLine1: '12 Elm St', city: 'Bern' })
    t.notMatch((await open(path)).text, '12 Elm St')
    await call('PATCH', '/organization', { showAddressOnOriginals: true })
    t.match((await open(path)).text, '12 Elm St, Bern')
  },
)

t.test("an altered picture's page escapes all text", async (t) => {
  const text = `<script>alert(1)</script>"'><img src=x onerror=alert(2)>`
  const { call, path } = await publishedPair({ addressLine1: text }, text)
  await call('PATCH', '/organization', { name: text, showAddressOnOriginals: true })
  const page = (await open(path)).text
  t.notMatch(page, '<script')
  t.notMatch(page, '<img src=x')
  t.match(page, '&lt;script&gt;alert(1)')
})

t.test('if one picture is missing, the page says so and shows the other', async (t) => {
  const { path, altered, org } = await publishedPair()
  // As after restoring a backup: the media item is missing, and its file wasn't kept.
  await api.store.sql.query('delete from media where organization_id = $1 and id = $2', [
    org.organizationId,
    altered,
  ])
  const page = await open(path)
  t.equal(page.status, 200)
  t.match(page.text, 'This picture is no longer available.')
  t.match(page.text, 'alt="Original picture"')
})

t.test("the QR code contains the page's URL, and is cacheable [c13-originals]", async (t) => {
  const { url, path } = await publishedPair()
  t.match((await open(path)).text, `src="${path.split('/').at(-1)}/qr.svg"`)
  const response = await open(`${path}/qr.svg`)
  t.equal(response.status, 200)
  t.match(response.headers.get('content-type'), 'image/svg+xml')
  t.match(response.headers.get('cache-control'), 'public, max-age=')
  t.ok(response.text.length < 6_000, `${response.text.length} bytes`)
  const picture = sharp(Buffer.from(response.text)).resize(400).ensureAlpha().raw()
  const { data, info } = await picture.toBuffer({ resolveWithObject: true })
  t.equal(decodeQR({ width: info.width, height: info.height, data }), url)
})

t.test('an unknown id gets a not-found page, even for its QR code', async (t) => {
  for (const path of ['/originals/nope', `/originals/${'A'.repeat(22)}/qr.svg`]) {
    const { status, text, headers } = await open(path)
    t.equal(status, 404)
    t.match(text, 'Page not found')
    t.notMatch(text, 'photographer')
    t.equal(headers.get('cache-control'), 'no-store')
  }
  t.equal((await open('/originals/nope')).text, (await open(`/originals/${'A'.repeat(22)}`)).text)
})

t.test('page and QR code are counted for the network that opens them [c12-client]', async (t) => {
  const { path } = await publishedPair()
  const headers = { 'x-forwarded-for': '2001:db8:fff0::1' }
  const statuses = []
  for (let i = 0; i < 61; i++) {
    statuses.push((await getPage(api.url, i % 2 ? path : `${path}/qr.svg`, headers)).status)
  }
  t.same(new Set(statuses.slice(0, 60)), new Set([200]))
  t.equal(statuses[60], 429)
})
