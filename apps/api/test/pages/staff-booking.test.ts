// docs/contract.md#c12-booking: a job is booked on one page, with its price and its customer.

import { ADDRESS_FIELDS, PROJECT_FIELDS } from '@mediajobs/domain'
import { countedFields } from '@mediajobs/domain/fields'
import { sharedApp } from '@mediajobs/testing/api/app'
import { browserOf, type StaffBrowser } from '@mediajobs/testing/api/staff-browser'
import t from 'tap'

const api = await sharedApp()
const org = await api.createOrg()
const call = (method: string, path: string, body?: unknown) =>
  api.request(method, path, { key: org.key, body })
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
    t.match(text, 'Time zone: America/Los_Angeles')
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
      status: 'PENDING',
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
    t.match((await browser.open(booked.location ?? '')).text, 'Job created.')
    const again = await browser.send(path, form)
    t.equal(again.location, booked.location, 'sent twice, it books once')
  },
)

t.test('every text of a project that the form asks for is stored, and shown', async (t) => {
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
  'without JavaScript a button shows the price, and keeps what was written [c12-booking]',
  async (t) => {
    const { browser, key } = await openForm()
    const form = {
      ...FORM,
      do: 'quote',
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

t.test(
  'a job takes as long as its package, and the form shows how long [c4-duration]',
  async (t) => {
    const offer = async (name: string, durationMinutes: number) =>
      (await call('POST', '/packages', { name, priceAmount: 100, ...usd, durationMinutes })).body.id
    const [signature, express] = [await offer('Signature', 150), await offer('Express', 45)]
    const { browser, key } = await openForm()
    const form = { ...FORM, minutes: '', packageId: signature, 'idempotency-key': key }
    const { text } = await browser.send(path, { ...form, do: 'quote' })
    t.match(text, /<input id="minutes"[^>]* value="150">/)
    const shown = { ...form, minutes: '150', 'filled-minutes': '150' }
    const changed = await browser.send(path, { ...shown, packageId: express, do: 'quote' })
    t.match(
      changed.text,
      /<input id="minutes"[^>]* value="45">/,
      'the proposal follows the package',
    )
    const kept = await browser.send(path, {
      ...shown,
      minutes: '200',
      packageId: express,
      do: 'quote',
    })
    t.match(kept.text, /<input id="minutes"[^>]* value="200">/, 'a length of the person stays')
    const booked = await browser.send(path, { ...shown, packageId: express })
    t.match(await projectOf(booked.location), { estimatedDuration: 45 })
  },
)

t.test('a customer is found by words, and chosen [c12-booking]', async (t) => {
  const { browser } = await openForm()
  const { text } = await browser.send(path, { ...FORM, do: 'search', q: 'agents' })
  t.match(text, `value="${known.id}"> <span dir="auto">Ann Agent</span>`)
  t.match(text, 'Agents &amp; Co, ann@agents.test')
  const none = await browser.send(path, { ...FORM, do: 'search', q: 'zzz' })
  t.match(none.text, 'No customers match.')
  const linked = await openForm(`?customer=${known.id}&when=2099-05-02T10:00`)
  t.match(linked.text, `value="${known.id}" checked`, 'a link can fill the form in')
  t.match(linked.text, 'value="2099-05-02T10:00"')
})

t.test(
  'a new customer is made on the way, once, and only for a booking that can be made [c12-booking]',
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
    t.strictSame(await customers('ben@brokers.test'), [], 'what can be checked is checked before')
    const sent = { ...form, 'idempotency-key': key }
    const both = await Promise.all([browser.send(path, sent), browser.send(path, sent)])
    t.strictSame(
      both.map(({ status }) => status),
      [303, 303],
    )
    t.equal(both[0]?.location, both[1]?.location, 'two clicks make one job')
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
    t.match(kept.text, `value="${eve.id}" checked`, 'a customer who was made is not made again')
  },
)

t.test('a mistake in the form is a sentence above it [c12-booking]', async (t) => {
  const { browser } = await openForm()
  for (const [wrong, sentence] of [
    [{ when: '2099-02-30T10:00' }, 'Enter a valid date and time.'],
    [{ minutes: 'two' }, 'Enter the minutes as a number.'],
    [{ minutes: '0' }, 'Minutes must be at least 1.'],
    [{ countryCode: 'ZZ' }, 'Enter a two-letter country code, like US.'],
    [{ addressLine1: 'x'.repeat(201) }, 'Street and number must have at most 200 characters.'],
    [{ customer: 'new', name: 'No Mail' }, 'Enter an email address'],
  ] as const) {
    const { status, text } = await browser.send(path, { ...FORM, ...wrong })
    t.equal(status, 400)
    t.match(/role="alert">[^<]*/.exec(text)?.[0], sentence)
    t.match(text, 'value="Pasadena"', 'what was written stays')
  }
})

t.test('a person who may not book sees no form [c12-booking]', async (t) => {
  for (const role of ['TECHNICIAN', 'EDITOR'] as const) {
    const browser = await browserOf(api, await api.createMember(org, role))
    for (const response of [await browser.open(path), await browser.send(path, FORM)]) {
      t.equal(response.status, 403)
      t.match(response.text, 'Your role can')
    }
  }
})
