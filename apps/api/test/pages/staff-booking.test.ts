// docs/contract.md#c12-booking: booking a job on one page, with its price and customer.

import { ADDRESS_FIELDS, PROJECT_FIELDS } from '@mediajobs/domain'
import { countedFields } from '@mediajobs/domain/fields'
import { sharedApp } from '@mediajobs/testing/api/app'
import { browserOf, type StaffBrowser } from '@mediajobs/testing/api/staff-browser'
import t from 'tap'

const api = await sharedApp()
const org = await api.createOrg()
const { call } = org
await call('PATCH', '/organization', { timeZone: 'America/Los_Angeles' })
const path = `/app/${org.organizationId}/projects/new`

const usd = { currency: 'USD' }
const gold = (await call('POST', '/packages', { name: 'Gold', priceAmount: 29_900, ...usd })).body
const drone = (await call('POST', '/add-ons', { name: 'Drone', priceAmount: 9_950, ...usd })).body
await call('POST', '/discounts', { code: 'SPRING', percentBasisPoints: 1_000 })
const ann = { name: 'Ann Agent', company: 'Agents & Co', email: 'ann@agents.test' }
const known = (await call('POST', '/customers', ann)).body
const manager = await api.createMember(org, 'MANAGER')

/** The fields of the form as a browser would send them. */
const FORM = {
  do: 'book',
  addressLine1: '48 Alder Ridge Road',
  city: 'Pasadena',
  when: '2099-05-01T09:30',
  minutes: '90',
  customer: '',
}

async function openForm(query = ''): Promise<{ browser: StaffBrowser; text: string; key: string }> {
  const browser = await browserOf(api, manager)
  const { status, text } = await browser.open(path + query)
  t.equal(status, 200)
  const [, key = ''] = /name="idempotency-key" value="([^"]+)"/.exec(text) ?? []
  return { browser, text, key }
}

const projectOf = async (location: string | undefined) => {
  const id = location?.split('?')[0]?.split('/').at(-1)
  return (await call('GET', `/projects/${id}`)).body
}

t.test(
  'a job is booked with package, add-ons, discount, technician and time [c12-booking]',
  async (t) => {
    const technician = await api.createMember(org, 'TECHNICIAN')
    const { browser, text, key } = await openForm()
    t.match(text, '$299.00')
    t.match(text, 'Times are in Pacific Time.')
    const form = {
      ...FORM,
      'idempotency-key': key,
      packageId: gold.id,
      addOnIds: drone.id,
      discountCode: 'spring',
      technicianId: technician.userId,
      customer: known.id,
      countryCode: 'us',
      notes: 'Ring twice.\nDog.',
    }
    const booked = await browser.send(path, form)
    t.equal(booked.status, 303)
    t.match(await projectOf(booked.location), {
      status: 'BOOKED',
      scheduledTime: '2099-05-01T16:30:00.000Z',
      estimatedDuration: 90,
      addressLine1: '48 Alder Ridge Road',
      addressLine2: null,
      countryCode: 'US',
      packageId: gold.id,
      selectedAddOnIds: [drone.id],
      discountCode: 'SPRING',
      customerId: known.id,
      technicianId: technician.userId,
      notes: 'Ring twice.\nDog.',
    })
    t.match((await browser.open(booked.location ?? '')).text, '>Booked.<')
    const { id } = await projectOf(booked.location)
    await call('PATCH', `/projects/${id}/status`, { status: 'SHOOTING' })
    const again = await browser.send(path, form)
    t.equal(again.location, booked.location, 'sent twice, it books once')
    t.match(await projectOf(booked.location), { status: 'SHOOTING' }, "and isn't reverted")
  },
)

t.test('a job can also be saved as pending [c12-booking]', async (t) => {
  const { browser, key } = await openForm()
  const held = await browser.send(path, { ...FORM, do: 'hold', 'idempotency-key': key })
  t.equal(held.status, 303)
  t.match(await projectOf(held.location), { status: 'PENDING' })
  t.match((await browser.open(held.location ?? '')).text, 'pending until you confirm it')
})

t.test(
  'the form shows who is free at the chosen time, and adjacent shoots [c12-booking]',
  async (t) => {
    const other = await api.createOrg()
    const own = (method: string, at: string, body?: unknown) => other.call(method, at, body)
    await own('PATCH', '/organization', { timeZone: 'America/Los_Angeles' })
    const hire = async (name: string) => {
      const { userId } = await api.createMember(other, 'TECHNICIAN')
      await own('PATCH', `/users/${userId}`, { name })
      return userId
    }
    const [ann, ben, cy] = [await hire('Ann Free'), await hire('Ben Busy'), await hire('Cy Idle')]
    const technicians = [ann, ben, cy]
    const shoot = (technicianId: string, scheduledTime: string, addressLine1: string) =>
      own('POST', '/projects/create', {
        technicianId,
        scheduledTime,
        addressLine1,
        estimatedDuration: 60,
      })
    // Friday, May 1, 2099 in Los Angeles: 9:00, 14:00 and 11:00.
    await shoot(ann, '2099-05-01T16:00:00Z', '1 Early Street')
    await shoot(ann, '2099-05-01T21:00:00Z', '2 Late Street')
    await shoot(ben, '2099-05-01T18:00:00Z', '3 Busy Street')
    const { body: cancelled } = await shoot(cy, '2099-05-01T18:00:00Z', '4 Gone Street')
    await own('PATCH', `/projects/${cancelled.id}/status`, { status: 'CANCELLED' })
    const manager = await api.createMember(other, 'MANAGER')
    const browser = await browserOf(api, manager)
    const at = `/app/${other.organizationId}/projects/new`
    const rowsOf = (text: string) =>
      [
        ...text.matchAll(/name="technicianId" value="([^"]+)".*?<b dir="auto">(.*?)<\/label>/gs),
      ].map(([, id = '', row = '']) => [id, row.replaceAll(/<[^>]*>/g, '').replaceAll(/\s/g, ' ')])
    const free = [
      [ann, 'Ann Free Free · 90 min after 1 Early Street, 60 min before 2 Late Street'],
      [cy, 'Cy Idle Free · no other shoots that day'],
      [ben, 'Ben Busy Busy · 3 Busy Street, 11:00 AM – 12:00 PM'],
    ]
    const chosen = { ...FORM, when: '2099-05-01T11:30', minutes: '90' }
    const whole = await browser.send(at, { ...chosen, do: 'check' })
    const live = await browser.open(`${at}/check?when=2099-05-01T11:30&minutes=90`)
    for (const { text } of [whole, live]) {
      t.strictSame(
        rowsOf(text).filter(([id = '']) => technicians.includes(id)),
        free,
      )
      t.match(text, '4 people are free.', 'with the manager and the owner')
    }
    const late = await browser.open(
      `${at}/check?when=2099-05-01T16:30&minutes=90&technicianId=${ben}`,
    )
    t.match(late.text, 'No one is free then.')
    t.match(late.text, 'outside working hours')
    t.match(late.text, `value="${ben}" checked`, 'the choice is kept')
    const skipped = await browser.open(`${at}/check?when=2099-03-08T02:30&minutes=90`)
    t.match(skipped.text, 'This time doesn&#39;t exist')
    t.notMatch(skipped.text, 'Pick a date and time')
    for (const wrong of ['', 'when=2099-05-01T11:30&minutes=-1', 'when=9999-05-01T11:30']) {
      const { status, text } = await browser.open(`${at}/check?${wrong}`)
      t.equal(status, 200)
      t.match(text, 'Pick a date and time', wrong)
    }
  },
)

t.test(
  'for an address with coordinates, it shows the distance to adjacent shoots [c12-booking]',
  async (t) => {
    const other = await api.createOrg()
    const own = (method: string, at: string, body?: unknown) => other.call(method, at, body)
    const { userId } = await api.createMember(other, 'TECHNICIAN')
    const shoot = (time: string, addressLine1: string, place: object) =>
      own('POST', '/projects/create', {
        ...{ technicianId: userId, scheduledTime: `2099-05-01T${time}:00Z`, addressLine1 },
        ...{ estimatedDuration: 60, ...place },
      })
    // One 16 km to the north, and an address without coordinates.
    await shoot('09:00', '1 Early Street', { lat: 47.5143, lng: 8.5417 })
    await shoot('14:00', '2 Late Street', {})
    const browser = await browserOf(api, await api.createMember(other, 'MANAGER'))
    const at = `/app/${other.organizationId}/projects/new`
    const form = { ...FORM, when: '2099-05-01T11:00', minutes: '60', packageId: '' }
    const noteIn = (text: string) =>
      (text.match(/>Free · (.*?)<\/span>/)?.[1] ?? '').replaceAll(/\s/g, ' ')
    const without = await browser.send(at, { ...form, do: 'check' })
    t.equal(noteIn(without.text), '60 min after 1 Early Street, 120 min before 2 Late Street')
    const coordinates = '47.3704, 8.5417'
    const whole = await browser.send(at, { ...form, coordinates, do: 'check' })
    const feet = '60 min after 1 Early Street (9.9 mi away), 120 min before 2 Late Street'
    t.equal(noteIn(whole.text), feet)
    await own('PATCH', '/organization', { sizeUnit: 'SQM' })
    const query = new URLSearchParams({ when: form.when, minutes: '60', coordinates })
    const live = await browser.open(`${at}/check?${query}`)
    t.equal(noteIn(live.text), feet.replace('9.9 mi', '16 km'))

    const refused = await browser.send(at, { ...form, coordinates: 'north', do: 'book' })
    t.equal(refused.status, 400)
    t.match(refused.text, 'Enter the coordinates as a map shows them')
    const booked = await browser.send(at, { ...form, coordinates, do: 'book' })
    t.equal(booked.status, 303)
    const { body } = await own('GET', '/projects?limit=1&sort=-createdAt')
    t.match(body.data[0], { lat: 47.3704, lng: 8.5417 })
  },
)

t.test('a form with thousands of add-ons is refused like any form with too many', async (t) => {
  const { browser, key } = await openForm()
  const many = Array.from({ length: 2_000 }, (_, i) => `addOnIds=${i}`).join('&')
  const { status, text } = await browser.open(`${path}?${many.slice(0, 8_000)}`)
  t.equal(status, 200)
  t.match(text, /<p class="alarm">[^<]*at most 50/)
  t.ok(key)
})

t.test('every text field in the form is stored and shown', async (t) => {
  const { browser, text, key } = await openForm()
  const asked = countedFields(PROJECT_FIELDS).filter((name) => text.includes(`name="${name}"`))
  t.ok(asked.includes('notes') && asked.includes('city'))
  const written = Object.fromEntries(asked.map((name) => [name, `Text of ${name}`]))
  const booked = await browser.send(path, { ...FORM, ...written, 'idempotency-key': key })
  t.equal(booked.status, 303, booked.text)
  t.match(await projectOf(booked.location), written)
  const shown = (await browser.open(booked.location ?? '')).text
  for (const name of asked.filter((each) => !(each in ADDRESS_FIELDS))) {
    t.match(shown, `Text of ${name}`)
  }
})

t.test(
  'without JavaScript, a button updates the price and keeps the input [c12-booking]',
  async (t) => {
    const { browser, key } = await openForm()
    const form = {
      ...FORM,
      do: 'check',
      packageId: gold.id,
      addOnIds: drone.id,
      'idempotency-key': key,
    }
    const { status, text } = await browser.send(path, {
      ...form,
      discountCode: 'SPRING',
      notes: 'A <b>',
    })
    t.equal(status, 200)
    const prices = /<dl class="prices">.*?<\/dl>/s.exec(text)?.[0] ?? ''
    for (const each of ['Gold', '$299.00', 'Drone', '$99.50', '-$39.85', '$358.65'])
      t.match(prices, each)
    t.match(text, 'value="48 Alder Ridge Road"')
    t.match(text, `value="${gold.id}" checked`)
    t.match(text, `value="${drone.id}" checked`)
    t.match(text, '>A &lt;b&gt;</textarea>')
    const wrong = await browser.send(path, { ...form, discountCode: 'NOPE' })
    t.match(wrong.text, /<p class="alarm">[^<]*discount/i)
    const refused = await browser.send(path, { ...form, discountCode: 'NOPE', do: 'book' })
    t.equal(refused.status, 400)
    t.match(refused.text, /role="alert">[^<]*discount/i)
  },
)

t.test('a job takes as long as its package, as shown in the form [c4-duration]', async (t) => {
  const offer = async (name: string, durationMinutes: number) =>
    (await call('POST', '/packages', { name, priceAmount: 100, ...usd, durationMinutes })).body.id
  const [signature, express] = [await offer('Signature', 150), await offer('Express', 45)]
  const { browser, key } = await openForm()
  const form = { ...FORM, minutes: '', packageId: signature, 'idempotency-key': key }
  const { text } = await browser.send(path, { ...form, do: 'check' })
  t.match(text, /<input id="minutes"[^>]* value="150">/)
  const shown = { ...form, minutes: '150', 'filled-minutes': '150' }
  const changed = await browser.send(path, { ...shown, packageId: express, do: 'check' })
  t.match(changed.text, /<input id="minutes"[^>]* value="45">/, 'the proposal follows the package')
  const kept = await browser.send(path, {
    ...shown,
    minutes: '200',
    packageId: express,
    do: 'check',
  })
  t.match(kept.text, /<input id="minutes"[^>]* value="200">/, 'a manual length is kept')
  const booked = await browser.send(path, { ...shown, packageId: express })
  t.match(await projectOf(booked.location), { estimatedDuration: 45 })
})

t.test('a customer can be searched for and selected [c12-booking]', async (t) => {
  const { browser } = await openForm()
  const { text } = await browser.send(path, { ...FORM, do: 'search', q: 'agents' })
  t.match(text, `value="${known.id}"> <span dir="auto">Ann Agent</span>`)
  t.match(text, 'Agents &amp; Co, ann@agents.test')
  const name = 'Anne Sainte-Anne-de-Bellevue Saint-Jean-sur-Richelieu Notre-Dame'
  await org.call('POST', '/customers', { name, email: 'anne@bellevue.example' })
  const long = await browser.send(path, { ...FORM, do: 'search', q: name })
  t.match(
    long.text,
    `<span dir="auto">${name}</span>`,
    'only the first words of a long search count',
  )
  const none = await browser.send(path, { ...FORM, do: 'search', q: 'zzz' })
  t.match(none.text, 'No customers match.')
  const linked = await openForm(`?customer=${known.id}&when=2099-05-02T10:00`)
  t.match(linked.text, `value="${known.id}" checked`, 'a link can fill the form in')
  t.match(linked.text, 'value="2099-05-02T10:00"')
})

t.test(
  'a new customer is created with the booking, once, and only if it succeeds [c12-booking]',
  async (t) => {
    const { browser, key } = await openForm()
    const customers = async (email: string) =>
      (await call('GET', `/customers?email=${email}`)).body.data
    const form = {
      ...FORM,
      customer: 'new',
      name: 'Ben Broker',
      email: 'ben@brokers.test',
      phone: '',
    }
    for (const wrong of [{ when: '' }, { packageId: gold.id, discountCode: 'NOPE' }]) {
      t.equal((await browser.send(path, { ...form, ...wrong })).status, 400)
    }
    t.strictSame(await customers('ben@brokers.test'), [], 'validated beforehand')
    const sent = { ...form, 'idempotency-key': key }
    const both = await Promise.all([browser.send(path, sent), browser.send(path, sent)])
    t.strictSame(
      both.map(({ status }) => status),
      [303, 303],
    )
    t.equal(both[0]?.location, both[1]?.location, 'a double click creates one job')
    const [ben] = await customers('ben@brokers.test')
    t.equal((await projectOf(both[0]?.location)).customerId, ben.id)

    const taken = await browser.send(path, { ...form, email: 'ANN@agents.test' })
    t.equal(taken.status, 409)
    t.match(taken.text, 'A customer with this email already exists')
    t.match(taken.text, `value="${known.id}" checked`)
    const unclear = await browser.send(path, { ...form, customer: '' })
    t.equal(unclear.status, 400)
    t.match(unclear.text, 'value="new" checked')
    const kept = await browser.send(path, { ...form, email: 'eve@x.test', technicianId: known.id })
    t.equal(kept.status, 404)
    const [eve] = await customers('eve@x.test')
    t.match(kept.text, `value="${eve.id}" checked`, "a created customer isn't created again")
  },
)

t.test('an error in the form is explained above it [c12-booking]', async (t) => {
  const { browser } = await openForm()
  for (const [wrong, sentence] of [
    [{ minutes: 'two' }, 'Enter the minutes as a number.'],
    [{ minutes: '0' }, 'Minutes must be at least 1.'],
    [{ countryCode: 'ZZ' }, 'Enter a two-letter country code, like US.'],
    [{ addressLine1: 'x'.repeat(201) }, 'Street and number must have at most 200 characters.'],
    [{ customer: 'new', name: 'No Mail' }, 'Enter an email address'],
  ] as const) {
    const { status, text } = await browser.send(path, { ...FORM, ...wrong })
    t.equal(status, 400)
    t.match(/role="alert">[^<]*/.exec(text)?.[0], sentence)
    t.match(text, 'value="Pasadena"', 'input is kept')
  }
})

t.test('a time that the clocks skip is refused at its field [c12-booking]', async (t) => {
  const { browser } = await openForm()
  for (const [when, sentence] of [
    ['2099-02-30T10:00', 'Enter a valid date and time.'],
    ['2099-03-08T02:30', 'This time doesn&#39;t exist: clocks skip ahead that day.'],
  ] as const) {
    const { status, text } = await browser.send(path, { ...FORM, when })
    t.equal(status, 400)
    t.match(text, `id="when-problem">${sentence}`)
    t.match(text, `value="${when}"`)
  }
  const both = { when: '2099-03-08T02:30', customer: 'new', name: 'Eve', email: 'eve@x' }
  const { text } = await browser.send(path, { ...FORM, ...both })
  t.match(text, 'id="when-problem">This time', 'together with a wrong email')
  t.match(/role="alert">[^<]*/.exec(text)?.[0], 'Enter an email address')
  const after = await browser.send(path, { ...FORM, when: '2099-03-08T03:00' })
  t.equal(after.status, 303)
})

t.test("people who may not book don't see the form [c12-booking]", async (t) => {
  for (const role of ['TECHNICIAN', 'EDITOR'] as const) {
    const browser = await browserOf(api, await api.createMember(org, role))
    for (const response of [await browser.open(path), await browser.send(path, FORM)]) {
      t.equal(response.status, 403)
      t.match(response.text, 'Your role can')
    }
  }
})
