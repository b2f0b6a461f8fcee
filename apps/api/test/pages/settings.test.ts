// docs/contract.md#c13-organization docs/contract.md#c13-preview docs/contract.md#c12-one-404
// How a delivery page shows the organization's settings, previews and expired links.

import { clientDeliveries, organizations } from '@mediajobs/db/schema'
import { testApp } from '@mediajobs/testing/api/app'
import { deliveringStudio } from '@mediajobs/testing/api/client-delivery'
import { getPage } from '@mediajobs/testing/api/pages'
import { eq } from 'drizzle-orm'
import t from 'tap'

const api = await testApp(t, { trustProxy: true })

async function studioWith(settings: object) {
  const studio = await deliveringStudio(api)
  const patched = await studio.call('PATCH', '/organization', settings)
  if (patched.status !== 200) throw new Error(JSON.stringify(patched.body))
  const pageOf = async (token: string) => (await getPage(api.url, `/deliveries/${token}`)).text
  return { ...studio, pageOf }
}

t.test("the page has the organization's name, logo and terms", async (t) => {
  const { deliver, pageOf } = await studioWith({
    name: 'Acme <Media>',
    logoUrl: 'https://logos.test/acme.png',
    deliveryTerms: 'For the sale of this house.\nNot for resale.',
  })
  const { token } = await deliver()
  const page = await pageOf(token)
  t.match(page, '<span dir="auto">Acme &lt;Media&gt;</span>')
  t.match(page, '<img class="logo" src="https://logos.test/acme.png" alt="" height="40">')
  t.match(page, 'For the sale of this house.\nNot for resale.')
  const { headers } = await getPage(api.url, `/deliveries/${token}`)
  const policy = headers.get('content-security-policy') ?? ''
  t.match(policy, "img-src 'self' data: https://logos.test;")
  t.equal(
    policy.split('https://logos.test').length,
    2,
    "no other directive contains the logo's host",
  )
})

t.test(
  'the studio’s note and contact are below the files, as text and links [c12-studio]',
  async (t) => {
    const { call, deliver, pageOf } = await studioWith({
      deliveryNote: 'Thank you!\n<b>Ann</b>',
      contactEmail: "o'hara+jobs@acme.test",
      contactPhone: '+41 (0)44 123 45 67 ext. 3',
    })
    const { token } = await deliver()
    const page = await pageOf(token)
    t.match(page, 'Thank you!\n&lt;b&gt;Ann&lt;/b&gt;')
    t.match(page, 'href="mailto:o&#39;hara%2Bjobs@acme.test"')
    t.match(page, 'href="tel:+41441234567"')
    await call('PATCH', '/organization', { contactEmail: null, contactPhone: 'ask <Tess>' })
    const other = await pageOf(token)
    t.match(other, 'ask &lt;Tess&gt;')
    t.notMatch(other, /mailto:|tel:/)
    await call('PATCH', '/organization', { deliveryNote: null, contactPhone: null })
    t.notMatch(await pageOf(token), 'class="studio"')
  },
)

t.test(
  "a logo URL stored without validation can't inject a CSP directive [c12-policy]",
  async (t) => {
    const { org, deliver } = await studioWith({ logoUrl: null })
    const { token } = await deliver()
    const policy = async () => {
      const { headers } = await getPage(api.url, `/deliveries/${token}`)
      return headers.get('content-security-policy')?.replace(/'nonce-[^']+'/, '')
    }
    const before = await policy()
    for (const host of [
      'x.example;sandbox;form-action',
      "a'b;require-trusted-types-for;x",
      '*',
      'a,b',
    ]) {
      await api.store.sql.orm
        .update(organizations)
        .set({ logoUrl: `https://${host}/logo.png` })
        .where(eq(organizations.id, org.organizationId))
      t.equal(await policy(), before, host)
    }
  },
)

t.test('button text is readable with any brand color', async (t) => {
  const cases = { '#ffe600': '#000', '#0b3d91': '#fff', '#777777': '#000', '#767676': '#fff' }
  for (const [colour, text] of Object.entries(cases)) {
    const { deliver, pageOf } = await studioWith({ colour })
    const { token } = await deliver()
    t.match(await pageOf(token), `:root{--brand:${colour};--on-brand:${text}}`)
  }
})

t.test("dates use the organization's time zone and region [c12-language]", async (t) => {
  // 23:30 on the 19th in UTC is 00:30 on the 20th in Zurich.
  const expiresAt = '2099-12-19T23:30:00Z'
  const cases: [settings: object, day: string][] = [
    [{}, 'December 19, 2099'],
    [{ timeZone: 'Europe/Zurich' }, 'December 20, 2099'],
    [{ timeZone: 'Europe/Zurich', locale: 'de-CH' }, '20 December 2099'],
  ]
  for (const [settings, day] of cases) {
    const { deliver, pageOf } = await studioWith({ name: 'Acme', ...settings })
    const { token } = await deliver({}, { expiresAt })
    t.match(await pageOf(token), `until ${day}.`)
  }
})

t.test('a photo is shown as its preview, or as its original if small', async (t) => {
  const { addMedia, addPreview, deliver, pageOf } = await studioWith({ name: 'Acme' })
  const { token } = await deliver({}, {}, async (projectId) => {
    const add = async (filename: string, size: number, preview?: object) => {
      const id = await addMedia(projectId, {
        filename,
        size,
        cdnUrl: `https://cdn.test/${filename}`,
      })
      if (preview) await addPreview(id, preview)
    }
    const unmade = { width: null, height: null, colour: null }
    await add('cover.jpg', 9e6, { state: 'READY' })
    await add('ready.jpg', 9e6, { state: 'READY' })
    await add('pending.jpg', 9e6, { state: 'PENDING', ...unmade })
    await add('refused.jpg', 9e6, { state: 'REFUSED', ...unmade })
    await add('none.jpg', 9e6)
    await add('small.jpg', 5_000)
    await add('small-pending.jpg', 5_000, { state: 'PENDING', ...unmade })
  })
  const page = await pageOf(token)
  const tile = (name: string) =>
    page.split('<li ').find((each) => each.includes(`https://cdn.test/${name}`)) ?? ''
  t.match(tile('ready.jpg'), /<img src="[^"]+" srcset="[^"]+ 480w, [^"]+ 640w, [^"]+ 960w"/)
  t.match(page, /#p\d\{background:#8a7f70\}/, 'its color is shown until the picture loads')
  for (const [name, sentence] of Object.entries({
    'pending.jpg': 'Preview coming soon',
    'refused.jpg': 'No preview',
    'none.jpg': 'No preview',
  })) {
    t.notMatch(tile(name), '<img', `${name}: 9 MB of mobile data for a thumbnail`)
    t.match(tile(name), `<span dir="auto">${name}</span><span class="soft">${sentence}</span>`)
  }
  for (const name of ['small.jpg', 'small-pending.jpg']) {
    t.match(tile(name), `<img src="https://cdn.test/${name}"`)
  }
})

t.test('an expired link shows the same page as an unknown link [c12-one-404]', async (t) => {
  const { deliver, org } = await studioWith({ name: 'Acme' })
  const { token } = await deliver()
  await api.store.sql.orm
    .update(clientDeliveries)
    .set({ expiresAt: '2020-01-01T00:00:00.000Z' })
    .where(eq(clientDeliveries.organizationId, org.organizationId))
  const expired = await getPage(api.url, `/deliveries/${token}`)
  const unknown = await getPage(api.url, '/deliveries/none')
  t.equal(expired.status, 404)
  t.equal(expired.text, unknown.text)
})
