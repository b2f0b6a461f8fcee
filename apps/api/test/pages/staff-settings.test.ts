// docs/contract.md#c12-settings: an organization's settings, for administrators.

import { logos } from '@mediajobs/db/schema'
import { sharedApp } from '@mediajobs/testing/api/app'
import { fieldsOf } from '@mediajobs/testing/api/page-forms'
import { browserOf } from '@mediajobs/testing/api/staff-browser'
import t from 'tap'

const api = await sharedApp()
const org = await api.createOrg()
const { call } = org
const at = `/app/${org.organizationId}/settings`

t.test(
  'an administrator previews settings, and nothing is saved until they save [c12-settings]',
  async (t) => {
    const browser = await browserOf(api, org)
    const form = fieldsOf(await browser.open(at), '/settings')
    const wanted = {
      ...form,
      name: 'Alder Media',
      colour: '#ffcc00',
      logoUrl: 'https://cdn.test/logo.png',
      timeZone: 'Europe/Zurich',
      locale: 'de-CH',
      deliveryTerms: 'Für eine Wohnung.\n<b>Nicht</b> weitergeben.',
      deliveryNote: 'Merci <i>vielmals</i>',
      contactEmail: 'studio@alder.test',
      contactPhone: '+41 44 123 45 67',
    }
    const before = (await call('GET', '/organization')).body
    const shown = await browser.send(at, { ...wanted, preview: 'yes' })
    t.equal(shown.status, 200)
    t.match(shown.text, '.preview{--brand:#ffcc00;--on-brand:#000}')
    t.match(shown.text, 'src="https://cdn.test/logo.png"')
    t.match(shown.headers.get('content-security-policy'), /img-src [^;]*https:\/\/cdn\.test/)
    t.match(shown.text, '1 May 2026, 18:30')
    const spanish = await browser.send(at, { ...wanted, locale: 'es-MX', preview: 'yes' })
    t.match(
      spanish.text,
      /lang="es">.*24 fotos.*1 de mayo de 2026, .*Aprobar.*Alder Media<\/span> ya le entregó/s,
    )
    t.match(shown.text, '&lt;b&gt;Nicht&lt;/b&gt;')
    t.equal(shown.text.split('Merci &lt;i&gt;vielmals&lt;/i&gt;</p>').length, 3, 'page and mail')
    t.match(
      shown.text,
      /<span data-of="name" dir="auto">Alder Media<\/span> has delivered your files/,
    )
    for (const contact of ['studio@alder.test', '+41 44 123 45 67'])
      t.equal(shown.text.split(`${contact}</span>`).length, 3)
    t.strictSame((await call('GET', '/organization')).body, before)
    const { preview: _, ...again } = fieldsOf(shown, '/settings')
    t.match(again, wanted)
    t.match((await browser.send(at, again)).location, 'done=saved')
    const { name, colour, timeZone, locale, deliveryTerms } = wanted
    const { deliveryNote, contactEmail, contactPhone } = wanted
    const words = { deliveryTerms, deliveryNote, contactEmail, contactPhone }
    const saved = { name, colour, timeZone, locale, ...words }
    t.match((await call('GET', '/organization')).body, saved)
  },
)

t.test(
  "an invalid setting is reported next to its field, and doesn't break the preview [c12-settings]",
  async (t) => {
    const browser = await browserOf(api, org)
    const form = fieldsOf(await browser.open(at), '/settings')
    const wrong = {
      ...form,
      colour: 'red;}',
      logoUrl: 'https://exa mple/a',
      locale: 'not a tag',
      name: '',
      contactEmail: 'nobody',
    }
    const shown = await browser.send(at, { ...wrong, preview: 'yes' })
    t.equal(shown.status, 200)
    t.notMatch(shown.text, '.preview{')
    const { status, text } = await browser.send(at, wrong)
    t.equal(status, 400)
    for (const field of ['colour', 'logoUrl', 'locale', 'name', 'contactEmail'])
      t.match(text, `id="${field}-problem">`)
  },
)

t.test('a travel zone without an area says what it needs [c12-words]', async (t) => {
  const browser = await browserOf(api, org)
  const page = `${at}/travel-zones/new`
  const form = fieldsOf(await browser.open(page), '/travel-zones/new')
  const zone = { 'travelZones[0].name': 'Far', 'travelZones[0].currency': 'USD' }
  const { status, text } = await browser.send(page, { ...form, ...zone })
  t.equal(status, 400)
  t.match(text, 'Enter postal codes, or a center with its latitude, longitude and radius')
})

t.test('concurrent changes by two administrators ask for a decision [c12-settings]', async (t) => {
  const browser = await browserOf(api, org)
  const form = fieldsOf(await browser.open(at), '/settings')
  await call('PATCH', '/organization', { name: 'Theirs', showAddressOnOriginals: true })
  const asked = await browser.send(at, { ...form, name: 'Mine', timeZone: '' })
  t.match(asked, { status: 412, text: 'Name: Mine\nTime zone: UTC' })
  t.match(asked.text, 'Name: Theirs\nTime zone: Europe/Zurich')
  t.equal((await browser.send(at, fieldsOf(asked, 'settings'))).status, 303)
  const { body } = await call('GET', '/organization')
  t.match(body, { name: 'Mine', timeZone: null, showAddressOnOriginals: true })
})

t.test(
  'an uploaded logo replaces the logo URL, and is removed after confirmation [c12-settings, c13-logo-shown]',
  async (t) => {
    const browser = await browserOf(api, org)
    await call('PATCH', '/organization', { logoUrl: 'https://cdn.test/set.png' })
    t.match((await browser.open(at)).text, 'src="https://cdn.test/set.png"')
    const { organizationId } = org
    const key = `${organizationId}/derived/logo.png`
    const row = { organizationId, uploadKey: 'read', state: 'READY', key } as const
    await api.store.sql.orm.insert(logos).values(row)
    const { url } = (await call('GET', '/organization')).body.logo
    const page = await browser.open(at)
    // In the navigation, the settings, and the previews of a page and a mail.
    t.equal(page.text.split(`src="${url}"`).length, 5)
    t.notMatch(page.text, 'src="https://cdn.test/set.png"')
    t.match(
      page.headers.get('content-security-policy'),
      `img-src 'self' data: ${new URL(url).origin}`,
    )
    const sent = await browser.send(`${at}/logo/remove`, {}, {}, at)
    t.match(sent.location, 'settings?done=removed')
    t.match((await browser.open(at)).text, 'src="https://cdn.test/set.png"')
    t.equal((await call('GET', '/organization')).body.logo, null)
  },
)

t.test('only administrators can open the settings [c12-settings]', async (t) => {
  for (const role of ['MANAGER', 'TECHNICIAN', 'EDITOR'] as const) {
    const browser = await browserOf(api, await api.createMember(org, role))
    t.equal((await browser.open(at)).status, 403, role)
    t.equal((await browser.send(at, { name: 'No', 'was-name': '' })).status, 403, role)
    t.equal((await browser.send(at, { name: 'No', preview: 'yes' })).status, 403, role)
    t.equal((await browser.send(`${at}/logo/remove`)).status, 403, role)
    const unread = { 'content-type': 'multipart/form-data; boundary=none' }
    t.equal((await browser.send(`${at}/logo`, {}, unread)).status, 403, 'before the file is read')
  }
})
