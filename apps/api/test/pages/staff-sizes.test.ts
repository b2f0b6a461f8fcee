// docs/contract.md#c17-pages: prices by size, and tax: in the catalog, booking, project and settings.

import { sharedApp } from '@mediajobs/testing/api/app'
import { fieldsOf, valuesOf } from '@mediajobs/testing/api/page-forms'
import { browserOf } from '@mediajobs/testing/api/staff-browser'
import t from 'tap'

const api = await sharedApp()
const org = await api.createOrg()
const { call } = org
const [manager, technician] = await Promise.all([
  api.createMember(org, 'MANAGER'),
  api.createMember(org, 'TECHNICIAN'),
])
const app = `/app/${org.organizationId}`

const TIERS = [
  { upTo: 200, priceAmount: 30_000, durationMinutes: 60 },
  { upTo: 400, priceAmount: 45_050, durationMinutes: null },
]
const entriesOf = (form: Record<string, string[]>) =>
  Object.entries(form).flatMap(([name, all]) => all.map((value): [string, string] => [name, value]))

t.before(() => call('PATCH', '/organization', { timeZone: 'UTC', sizeUnit: 'SQM' }))

t.test('tiers are entered in rows, in any order, and exact to the cent [c17-pages]', async (t) => {
  const browser = await browserOf(api, manager)
  const page = await browser.open(`${app}/catalogue/packages/new`)
  t.match(page.text, 'Up to (m²)')
  const blank = valuesOf(page, 'packages/new')
  t.equal(blank['sizeTiers-upTo']?.length, 20)
  const rows = (name: string, ...cells: string[]) => ({ [`sizeTiers-${name}`]: cells })
  const sent = {
    ...blank,
    name: ['House'],
    priceAmount: ['300'],
    currency: ['USD'],
    taxBasisPoints: ['8,1'],
    durationMinutes: ['90'],
    ...rows('upTo', '', '400', '200'),
    ...rows('priceAmount', '', '450.5', '300'),
    ...rows('durationMinutes', '', '', '60'),
  }
  const { location = '' } = await browser.send(`${app}/catalogue/packages/new`, entriesOf(sent))
  const path = location.split('?')[0] ?? ''
  const id = path.split('/').at(-1) ?? ''
  const read = async () => (await call('GET', `/packages/${id}`)).body
  t.match(await read(), { sizeTiers: TIERS, taxBasisPoints: 810 })
  t.match((await browser.open(`${app}/catalogue/packages`)).text, 'from $300.00')
  const form = valuesOf(await browser.open(path), id)
  t.strictSame(form['sizeTiers-priceAmount']?.slice(0, 3), ['300.00', '450.50', ''])
  t.match((await browser.send(path, entriesOf(form))).location, 'done=same', 'untouched')
  const refused: [object, string][] = [
    [rows('upTo', '200', ''), 'Enter a size and a price in each row.'],
    [rows('upTo', '200', '12.5'), 'Enter a whole number.'],
    [rows('upTo', '200', '200'), 'Enter each size once'],
    [rows('priceAmount', '300.00', '4.505'), 'at most 2 decimals'],
  ]
  for (const [changed, text] of refused) {
    const answer = await browser.send(path, entriesOf({ ...form, ...changed }))
    t.match(answer, { status: 400, text: 'id="sizeTiers-problem"' }, text)
    t.match(answer.text, text)
    t.match(answer.text, 'value="300.00"', 'input is kept')
  }
  const grouped = { ...form, ...rows('upTo', '200', '1,500') }
  await browser.send(path, entriesOf(grouped))
  t.equal((await read()).sizeTiers[1].upTo, 1_500)
  const yen = valuesOf(await browser.open(path), id)
  const wanted = { ...yen, currency: ['JPY'], priceAmount: ['300'] }
  const inYen = rows('priceAmount', '30000', '45050')
  t.equal((await browser.send(path, entriesOf({ ...wanted, ...inYen }))).status, 303)
  t.match(await read(), { sizeTiers: [{ priceAmount: 30_000 }, { priceAmount: 45_050 }] })
  const emptied = {
    ...valuesOf(await browser.open(path), id),
    ...rows('upTo'),
    ...rows('priceAmount'),
  }
  await browser.send(path, entriesOf({ ...emptied, ...rows('durationMinutes') }))
  t.equal((await read()).sizeTiers, null)
})

t.test('roles that may not change the catalog see the tiers [c17-pages]', async (t) => {
  const offer = { name: 'Read', priceAmount: 1, currency: 'USD', sizeTiers: TIERS }
  const { body } = await call('POST', '/packages', offer)
  const browser = await browserOf(api, technician)
  const { text } = await browser.open(`${app}/catalogue/packages/${body.id}`)
  t.match(text, /up to 200 m²: \$300\.00 · 60 minutes<.*up to 400 m²: \$450\.50</s)
})

t.test('a booking has the price, tax and duration for its size [c17-pages]', async (t) => {
  const sizeTiers = TIERS
  const offer = { priceAmount: 1, currency: 'USD', sizeTiers, taxBasisPoints: 1_000 }
  const sized = (await call('POST', '/packages', { ...offer, name: 'Sized' })).body
  const at = `${app}/projects/new`
  const browser = await browserOf(api, manager)
  const { text } = await browser.open(at)
  t.match(text, 'Property size (m²)')
  t.match(text, `id="terms-${sized.id}">from $300.00<`)
  const form = {
    ...fieldsOf({ text }, 'projects/new'),
    addressLine1: '1 Size Street',
    when: '2099-05-01T09:30',
    customer: '',
    packageId: sized.id,
  }
  const check = (propertySize: string) => browser.send(at, { ...form, propertySize, do: 'check' })
  const shown = (await check('150')).text
  t.match(shown, new RegExp(`id="terms-${sized.id}">60\\smin · \\$300\\.00<`))
  t.match(shown, /Tax \(10%\)<\/dt><dd>\$30\.00<.*\$330\.00/s)
  t.match(shown, /name="minutes"[^>]*value="60"/)
  t.match((await check('')).text, 'Property size is required')
  t.match((await check('401')).text, /no price for this size.*There&#39;s no price for a property/s)
  const live = await browser.open(`${at}/check?packageId=${sized.id}&propertySize=300&terms=yes`)
  t.match(live.text, '$495.55')
  t.match(live.text, `id="terms-${sized.id}">$450.50<`)
  const refused = await browser.send(at, { ...form, propertySize: '401', do: 'book' })
  t.equal(refused.status, 400)
  const booked = await browser.send(at, { ...form, propertySize: '150', do: 'book' })
  const id = booked.location?.split('?')[0]?.split('/').at(-1)
  t.match((await call('GET', `/projects/${id}`)).body, { propertySize: 150, estimatedDuration: 60 })
  const page = await browser.open(`${app}/projects/${id}`)
  t.match(page.text, '150 m²')
  t.match(page.text, '$330.00')
  const size = fieldsOf(await browser.open(`${app}/projects/${id}?edit=size`), 'facts/size')
  const saved = await browser.send(`${app}/projects/${id}/facts/size`, {
    ...size,
    propertySize: '300',
  })
  t.equal(saved.status, 303)
  t.match((await call('GET', `/projects/${id}`)).body, { propertySize: 300 })
  const none = fieldsOf(await browser.open(`${app}/projects/${id}?edit=size`), 'facts/size')
  const taken = await browser.send(`${app}/projects/${id}/facts/size`, {
    ...none,
    propertySize: '',
  })
  t.match(taken, { status: 400, text: 'id="propertySize-problem"' })
  const offers = fieldsOf(await browser.open(`${app}/projects/${id}?edit=package`), 'facts/package')
  t.equal(offers.propertySize, '300', 'a package and its size are chosen together')
})

t.test('an administrator sets the tax and the size unit [c17-pages]', async (t) => {
  const other = await api.createOrg()
  const at = `/app/${other.organizationId}/settings`
  const browser = await browserOf(api, other)
  const form = fieldsOf(await browser.open(at), '/settings')
  t.match(form, { taxBasisPoints: '', sizeUnit: 'SQFT' })
  const offer = `/app/${other.organizationId}/catalogue/packages/new`
  t.match(
    (await browser.open(offer)).text,
    'Leave empty for the rate in the settings. 0 for no tax.',
  )
  const wanted = { ...form, taxBasisPoints: '8.1', sizeUnit: 'SQM' }
  t.match((await browser.send(at, wanted)).location, 'done=saved')
  const { body } = await other.call('GET', '/organization')
  t.match(body, { taxBasisPoints: 810, sizeUnit: 'SQM' })
  t.match((await browser.open(offer)).text, 'Leave empty for the rate in the settings, 8.1%.')
})
