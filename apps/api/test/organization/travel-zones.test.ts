// docs/contract.md#c17-travel-zones
import { randomUUID } from 'node:crypto'
import { sharedApp } from '@mediajobs/testing/api/app'
import { fieldsOf } from '@mediajobs/testing/api/page-forms'
import { browserOf } from '@mediajobs/testing/api/staff-browser'
import t from 'tap'

const service = await sharedApp()
const CITY = { name: 'City', postalCodes: ['80'], feeAmount: 1_000, currency: 'CHF' }
// Zermatt, 6 km from Täsch and 162 km from Zürich.
const ZERMATT = {
  name: 'Zermatt',
  lat: 46.0207,
  lng: 7.7491,
  radiusKm: 10,
  feeAmount: 9_000,
  currency: 'CHF',
}
const TAESCH = { lat: '46.0682', lng: '7.7770' }

async function studio() {
  const org = await service.createOrg()
  const { call } = org
  const set = (travelZones: unknown) => call('PATCH', '/organization', { travelZones })
  const [ann, tom] = [
    await service.createMember(org, 'TECHNICIAN'),
    await service.createMember(org, 'TECHNICIAN'),
  ]
  /** Who is available at a place on a Monday. */
  const serving = async (place: Record<string, string>) => {
    const day = { from: '2026-06-01T00:00:00Z', to: '2026-06-02T00:00:00Z' }
    const { body } = await call('GET', `/availability?${new URLSearchParams({ ...day, ...place })}`)
    return body.data.map(({ technicianId }: { technicianId: string }) => technicianId).sort()
  }
  return { org, call, set, ann, tom, serving, both: [ann.userId, tom.userId].sort() }
}

t.test('zones are stored as sent, and null clears them [c17-travel-zones]', async (t) => {
  const { set, call, ann } = await studio()
  const saved = await set([CITY, { ...ZERMATT, technicianIds: [ann.userId] }])
  t.equal(saved.status, 200)
  const zones = [
    { ...CITY, lat: null, lng: null, radiusKm: null, technicianIds: null },
    { ...ZERMATT, postalCodes: null, technicianIds: [ann.userId] },
  ]
  t.strictSame(saved.body.travelZones, zones)
  const read = await call('GET', '/organization')
  t.strictSame(read.body.travelZones, zones)
  t.equal((await set(zones)).headers.etag, read.headers.etag, 'the same zones change nothing')
  t.equal((await set(null)).body.travelZones, null)
})

t.test(
  'a zone has one kind of area, within bounds [c17-travel-zones, c17-travel-bounds]',
  async (t) => {
    const { set } = await studio()
    const money = { feeAmount: 1, currency: 'CHF' }
    for (const [zone, path, code] of [
      [{ name: 'N', ...money }, 'travelZones[0]', 'required'],
      [{ name: 'N', ...money, lat: 1, lng: 1 }, 'travelZones[0]', 'required'],
      [{ ...CITY, radiusKm: 5 }, 'travelZones[0]', 'not_allowed'],
      [{ ...CITY, postalCodes: ['80', ' - '] }, 'travelZones[0].postalCodes[1]', 'too_short'],
      [{ ...CITY, postalCodes: [] }, 'travelZones[0].postalCodes', 'too_few_items'],
      [{ ...CITY, postalCodes: ['8'.repeat(21)] }, 'travelZones[0].postalCodes[0]', 'too_long'],
      [{ ...CITY, feeAmount: -1 }, 'travelZones[0].feeAmount', 'too_small'],
      [{ ...CITY, feeAmount: 0.5 }, 'travelZones[0].feeAmount', 'wrong_type'],
      [{ ...ZERMATT, radiusKm: 0 }, 'travelZones[0].radiusKm', 'too_small'],
      [{ ...ZERMATT, radiusKm: 1_001 }, 'travelZones[0].radiusKm', 'too_large'],
      [{ ...ZERMATT, lat: 91 }, 'travelZones[0].lat', 'too_large'],
      [{ ...CITY, technicianIds: [] }, 'travelZones[0].technicianIds', 'too_few_items'],
    ] as const) {
      const { status, body } = await set([zone])
      t.equal(status, 400, path)
      t.match(body.fields, [{ path, code }])
    }
    const many = Array.from({ length: 51 }, () => CITY)
    t.match((await set(many)).body.fields, [{ path: 'travelZones', code: 'too_many_items' }])
    t.equal((await set(many.slice(1))).status, 200)
    const codes = Array.from({ length: 200 }, (_, i) => `${i}`.padStart(20, '0'))
    const large = Array.from({ length: 10 }, () => ({ ...CITY, postalCodes: codes }))
    t.match((await set(large)).body.fields, [{ path: 'travelZones', code: 'too_large' }])
  },
)

t.test('an unknown technician is a 404 at its path [c17-travel-bounds]', async (t) => {
  const { set, call } = await studio()
  const other = await studio()
  for (const id of [randomUUID(), other.ann.userId, 'nope']) {
    const { status, body } = await set([CITY, { ...ZERMATT, technicianIds: [id] }])
    t.equal(status, 404)
    t.match(body.fields, [{ path: 'travelZones[1].technicianIds' }])
  }
  t.equal((await call('GET', '/organization')).body.travelZones, null)
})

t.test(
  'the first zone containing the address decides who is available [c17-travel-match, c17-travel-availability]',
  async (t) => {
    const { set, ann, tom, serving, both } = await studio()
    await set([
      { ...CITY, postalCodes: ['80-01 a'], technicianIds: [tom.userId] },
      { ...CITY, technicianIds: [ann.userId] },
      { ...ZERMATT, technicianIds: [tom.userId] },
      { ...ZERMATT, radiusKm: 1_000, technicianIds: [ann.userId] },
    ])
    t.strictSame(await serving({}), both, 'no address')
    t.strictSame(await serving({ postalCode: '3000' }), both, 'no zone')
    t.strictSame(await serving({ postalCode: '8005' }), [ann.userId])
    t.strictSame(await serving({ postalCode: '80 01AB' }), [tom.userId])
    t.strictSame(await serving(TAESCH), [tom.userId])
    t.strictSame(await serving({ lat: '47.3769', lng: '8.5417' }), [ann.userId], 'Zürich')
    t.strictSame(await serving({ lat: '46.0682' }), both, 'half a position is ignored')
    t.strictSame(await serving({ ...TAESCH, technicianId: ann.userId }), [])
    t.strictSame(await serving({ ...TAESCH, technicianId: tom.userId }), [tom.userId])
  },
)

t.test('staff may assign someone from outside the zone [c17-travel-availability]', async (t) => {
  const { set, call, ann, tom } = await studio()
  await set([{ ...CITY, technicianIds: [ann.userId] }])
  const booked = await call('POST', '/projects/create', {
    scheduledTime: '2026-06-01T10:00:00Z',
    postalCode: '8001',
    technicianId: tom.userId,
  })
  t.match(booked, { status: 201, body: { technicianId: tom.userId } })
})

t.test("a zone's fee is a line in the quote and the invoice [c17-travel-fee]", async (t) => {
  const { set, call } = await studio()
  await call('PATCH', '/organization', { taxBasisPoints: 810 })
  await set([{ ...CITY, name: 'Free', postalCodes: ['8001'], feeAmount: 0 }, CITY, ZERMATT])
  const photos = { name: 'Photos', priceAmount: 20_000, currency: 'CHF', taxBasisPoints: 0 }
  const packageId = (await call('POST', '/packages', photos)).body.id
  const quote = async (place: object) => {
    const { body } = await call('POST', '/pricing/quote', { packageId, ...place })
    return body
  }
  const line = { quantity: 1, description: 'Photos', unitAmount: 20_000, taxBasisPoints: 0 }
  const fee = { quantity: 1, description: 'City', unitAmount: 1_000, taxBasisPoints: 810 }
  for (const place of [{}, { postalCode: null }, { postalCode: '3000' }, { postalCode: '8001' }]) {
    t.match(await quote(place), { totalAmount: 20_000, lineItems: { length: 1 } })
  }
  const city = await quote({ postalCode: '8005' })
  t.match(city, { subtotalAmount: 21_000, taxAmount: 81, totalAmount: 21_081 })
  t.match(city.lineItems, [line, fee])
  const place = { lat: Number(TAESCH.lat), lng: Number(TAESCH.lng) }
  t.match((await quote(place)).lineItems, [line, { unitAmount: 9_000 }])

  const customer = await call('POST', '/customers', { name: 'C', email: 'c@zones.test' })
  const project = await call('POST', '/projects/create', {
    scheduledTime: '2026-06-01T10:00:00Z',
    postalCode: '8005',
    customerId: customer.body.id,
    packageId,
  })
  const invoice = await call('POST', `/projects/${project.body.id}/invoice`)
  t.match(invoice, { status: 201, body: { totalAmount: 21_081 } })
  t.match(invoice.body.lineItems, [line, fee])
  const nothing = await call('POST', '/pricing/quote', { postalCode: '8005' })
  t.match(nothing, { status: 400, body: { fields: [{ path: 'packageId' }] } })
})

t.test(
  'a fee in another currency is a 400 that names the zone [c17-travel-currency]',
  async (t) => {
    const { set, call } = await studio()
    await set([CITY, ZERMATT])
    const photos = { name: 'Photos', priceAmount: 20_000, currency: 'EUR' }
    const packageId = (await call('POST', '/packages', photos)).body.id
    const place = { lat: Number(TAESCH.lat), lng: Number(TAESCH.lng) }
    for (const [fields, path, name] of [
      [{ postalCode: '8005' }, 'postalCode', 'City'],
      [place, 'lat', 'Zermatt'],
    ] as const) {
      const { status, body } = await call('POST', '/pricing/quote', { packageId, ...fields })
      t.equal(status, 400)
      t.match(body.fields, [{ path, code: 'not_allowed' }])
      t.match(body.message[0], name)
    }
    const customer = await call('POST', '/customers', { name: 'C', email: 'c@zones.test' })
    const project = await call('POST', '/projects/create', {
      scheduledTime: '2026-06-01T10:00:00Z',
      postalCode: '8005',
      customerId: customer.body.id,
      packageId,
    })
    const invoice = await call('POST', `/projects/${project.body.id}/invoice`)
    t.match(invoice, { status: 400, body: { fields: [{ path: 'postalCode' }] } })
  },
)

t.test(
  'the settings page has a form for zones that works without JavaScript [c17-travel-page]',
  async (t) => {
    const { org, call, ann } = await studio()
    const browser = await browserOf(service, org)
    const page = `/app/${org.organizationId}/settings/travel-zones`
    t.match((await browser.open(page)).text, 'No travel zones yet.')
    const add = async (fields: Record<string, string>, n: number) => {
      const form = fieldsOf(await browser.open(`${page}/new`), '/new')
      const own = Object.entries(fields).map(([name, value]) => [
        `travelZones[${n}].${name}`,
        value,
      ])
      return browser.send(`${page}/new`, { ...form, ...Object.fromEntries(own) })
    }
    const city = { name: 'City', postalCodes: '80, 81', feeAmount: '12.50', currency: 'chf' }
    t.match((await add({ ...city, technicianIds: ann.userId }, 0)).location, 'done=saved')
    const hills = {
      name: 'Hills',
      lat: '46,5',
      lng: '-7.5',
      radiusKm: '20',
      feeAmount: '40',
      currency: 'CHF',
    }
    const unfinished = await add({ ...hills, radiusKm: '' }, 1)
    t.equal(unfinished.status, 400)
    t.match(unfinished.text, 'value="Hills"')
    t.match((await add(hills, 1)).location, 'done=saved')
    const zonesNow = async () => (await call('GET', '/organization')).body.travelZones
    t.match(await zonesNow(), [
      { postalCodes: ['80', '81'], feeAmount: 1_250, currency: 'CHF', technicianIds: [ann.userId] },
      { lat: 46.5, lng: -7.5, radiusKm: 20, feeAmount: 4_000, technicianIds: null },
    ])

    const up = await browser.send(`${page}/1/up`, fieldsOf(await browser.open(page), '/1/up'))
    t.match(up.location, 'done=moved')
    const stale = fieldsOf(await browser.open(`${page}/0`), '/0')
    await call('PATCH', '/organization', { name: 'Renamed' })
    const asked = await browser.send(`${page}/0`, { ...stale, 'travelZones[0].feeAmount': '45' })
    t.match(asked, { status: 412, text: 'Fee: 45' })
    t.match((await browser.send(`${page}/0`, fieldsOf(asked, '0'))).location, 'done=saved')
    t.match(await zonesNow(), [{ name: 'Hills', feeAmount: 4_500 }, { name: 'City' }])

    const gone = fieldsOf(await browser.open(page), '/0/remove')
    t.match((await browser.send(`${page}/0/remove`, gone)).location, 'done=removed')
    t.match(await zonesNow(), [{ name: 'City' }])
    t.equal((await browser.open(`${page}/1`)).status, 404)
    const manager = await browserOf(service, await service.createMember(org, 'MANAGER'))
    t.equal((await manager.open(page)).status, 403)
  },
)
