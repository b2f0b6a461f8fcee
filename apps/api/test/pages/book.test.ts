import { MAX_PUBLIC_BODY_BYTES } from '@mediajobs/domain'
import { openCardApi } from '@mediajobs/testing/api/card-studio'
import { orderingStudio } from '@mediajobs/testing/api/ordering-studio'
import { fieldsOf as formFields } from '@mediajobs/testing/api/page-forms'
import { getPage, pageWeight, postForm } from '@mediajobs/testing/api/pages'
import { signInToPortal } from '@mediajobs/testing/api/portal'
import { staffBrowser } from '@mediajobs/testing/api/staff-browser'
import t from 'tap'

const HOSTILE = '<script>alert(1)</script> "&\' ‮'
const ESCAPED = '&lt;script&gt;alert(1)&lt;/script&gt; &quot;&amp;&#39; ‮'
/** For booking and paying. */
const MAX_BYTES = 30_720

const { api, emulator } = await openCardApi(t)

/** What a browser sends for a step's form. */
const fieldsOf = (text: string) => formFields({ text }, '')

/** An order form and its pages. */
async function openForm(more: object = {}) {
  const studio = await orderingStudio(api, emulator)
  const form = await studio.form(more)
  const path = `/book/${form.publicId}`
  return {
    ...studio,
    form,
    path,
    page: (headers = {}) => getPage(api.url, path, headers),
    send: (fields: Record<string, string>) => postForm(api.url, path, fields),
  }
}

const PROPERTY = { step: 'property', addressLine1: '12 Main Street', city: 'Springfield' }

t.test(
  'the page shares the URL of the JSON, and begins with the property [c20-page]',
  async (t) => {
    const { page, path } = await openForm()
    const { status, headers, text } = await page()
    t.equal(status, 200)
    t.match(headers.get('vary'), /\bAccept\b/)
    t.match(text, 'Where is the property?')
    t.match(text, 'Step 1 of 4')
    t.match(text, 'From $250.00')
    t.match(text, /name="addressLine1"[^>]*autocomplete="section-property shipping address-line1"/)
    t.match(text, /name="propertySize"[^>]*inputmode="numeric"/)
    const json = await api.request('GET', path)
    t.equal(json.status, 200)
    t.equal(json.body.packages.length, 1)
  },
)

t.test("a failure to read times isn't shown as no free times [c20-page]", async (t) => {
  const { page, send, path, plan } = await openForm()
  const offers = { ...PROPERTY, step: 'offers', packageId: plan.id, to: 'time' }
  const none = /No times are free/
  t.notMatch((await send(offers)).text, none)
  const one = { 'x-forwarded-for': '2001:db8:77::1' }
  const last = await page(one)
  const calls = Array.from({ length: 58 }, () => api.request('GET', path, { headers: one }))
  t.strictSame([...new Set((await Promise.all(calls)).map(({ status }) => status))], [200])
  t.equal(last.status, 200)
  const { status, text } = await postForm(api.url, path, offers, one)
  t.equal(status, 200)
  t.match(text, 'Too many attempts')
  t.notMatch(text, none)
})

t.test('each step keeps the input of the others [c20-page]', async (t) => {
  const { send, plan, slots, form } = await openForm({ terms: 'No drones.' })
  const offers = await send({ ...PROPERTY, name: HOSTILE })
  t.equal(offers.status, 200)
  t.match(offers.text, 'What do you need?')
  t.match(offers.text, '12 Main Street')
  const time = await send({ ...fieldsOf(offers.text), packageId: plan.id })
  t.match(time.text, 'When should we come?')
  t.match(time.text, `<input type="hidden" name="name" value="${ESCAPED}">`)
  const [startsAt = ''] = await slots(form)
  const day = startsAt.slice(0, 10)
  const details = await send({ ...fieldsOf(time.text), day, startsAt })
  t.match(details.text, 'Almost done')
  t.match(details.text, `value="${ESCAPED}"`)
  const { holdToken } = fieldsOf(details.text)
  t.ok(holdToken, 'the time is held')
  const fields = { ...fieldsOf(details.text), name: 'Ann', email: 'no address' }
  const refused = await send(fields)
  t.equal(refused.status, 400)
  t.match(refused.text, /id="email-problem">Enter an email address/)
  t.match(refused.text, /id="acceptedTerms-problem">Accept the terms/)
  t.equal(fieldsOf(refused.text).holdToken, holdToken, 'held once')
  const wrong = await send({ ...fields, email: 'ann@clients' })
  t.match(wrong.text, /id="email-problem">Enter an email address/, 'with the other problems')
  t.match(wrong.text, /id="acceptedTerms-problem">/)
  const placed = await send({ ...fields, email: 'ann@clients.test', acceptedTerms: 'yes' })
  t.equal(placed.status, 303)
  t.match(placed.headers.get('location'), emulator.url)
  const again = await send({ ...fields, email: 'ann@clients.test', acceptedTerms: 'yes' })
  t.equal(again.headers.get('location'), placed.headers.get('location'), 'sent twice is one order')
  const right = await send({ ...fields, email: 'right@clients.test', acceptedTerms: 'yes' })
  t.equal(right.headers.get('location'), placed.headers.get('location'), 'so is a corrected one')
  const own = await send({ ...fields, step: 'time', day, startsAt })
  t.match(own.text, 'You already ordered this time', "their own order isn't someone else's")
})

t.test(
  'a visitor who changes the time holds one at a time, and keeps it if the new one is taken [c20-page, c20-exchange]',
  async (t) => {
    const { send, plan, slots, form, org, hold } = await openForm({ payment: 'NONE' })
    const held = async () => {
      const rows = await api.store.sql.query<{ at: Date }>(
        `select starts_at as at from orders where organization_id = $1 and status = 'HELD'`,
        [org.organizationId],
      )
      return rows.map(({ at }) => new Date(at).toISOString())
    }
    const [first = '', , , , fifth = '', ...later] = await slots(form)
    const at = (startsAt: string) => ({ day: startsAt.slice(0, 10), startsAt })
    const choice = { ...PROPERTY, packageId: plan.id as string }
    let page = await send({ ...choice, step: 'time', ...at(first) })
    for (const startsAt of [fifth, first, fifth, first]) {
      const back = await send({ ...fieldsOf(page.text), to: 'time' })
      page = await send({ ...fieldsOf(back.text), ...at(startsAt) })
      t.match(page.text, 'Almost done')
      t.strictSame(await held(), [startsAt])
    }
    const taken = later.at(-1) ?? ''
    await hold(form, taken)
    const times = await send({ ...fieldsOf(page.text), to: 'time' })
    const refused = await send({ ...fieldsOf(times.text), ...at(taken) })
    t.equal(refused.status, 409)
    t.match(refused.text, 'Someone just took that time')
    t.match(refused.text, `value="${first}"`, 'their own is still offered')
    t.strictSame((await held()).sort(), [first, taken].sort())
    const own = await send({ ...fieldsOf(refused.text), ...at(first) })
    t.strictSame((await held()).sort(), [first, taken].sort())

    const customer = { name: 'Ann', email: 'ann@clients.test' }
    const stale = await send({ ...fieldsOf(page.text), ...customer })
    t.equal(stale.status, 404, 'an older page, whose hold was exchanged')
    t.match(stale.text, 'hold your time any longer')
    const again = await send({ ...fieldsOf(stale.text), ...at(fifth) })
    t.match(again.text, 'Almost done', 'and holds another')
    const placed = await send({ ...fieldsOf(own.text), ...customer })
    t.equal(placed.status, 303)
    const another = await send({ ...fieldsOf(own.text), step: 'time', ...at(later[4] ?? '') })
    t.match(another.text, 'Almost done', 'after the order, another time can be held')
  },
)

t.test('errors are shown next to their fields [c20-page]', async (t) => {
  const sizeTiers = [{ upTo: 2_000, priceAmount: 30_000, durationMinutes: null }]
  const { send, call, form } = await openForm()
  const { body: sized } = await call('POST', '/packages', {
    name: 'By size',
    priceAmount: 30_000,
    currency: 'USD',
    sizeTiers,
  })
  await call('PATCH', `/order-forms/${form.id}`, { packageIds: [sized.id] })
  const empty = await send({ step: 'property' })
  t.equal(empty.status, 400)
  t.match(empty.text, /id="addressLine1-problem">Fill this in/)
  t.match(empty.text, /id="propertySize-problem">Enter the size/)
  const long = await send({ ...PROPERTY, city: 'x'.repeat(500), propertySize: '1000' })
  t.equal(long.status, 400)
  t.match(long.text, /id="city-problem">This is too long/)
  for (const propertySize of ['0', '10,000,001']) {
    const outside = await send({ ...PROPERTY, propertySize })
    t.equal(outside.status, 400)
    t.match(outside.text, /id="propertySize-problem">Enter a size from 1 to 10,000,000\./)
  }
  const large = await send({ ...PROPERTY, propertySize: '2,001' })
  t.match(large.text, 'Not for this size')
  const choice = { ...PROPERTY, propertySize: '2,001', step: 'offers', packageId: sized.id }
  const unpriced = await send(choice)
  t.equal(unpriced.status, 400)
  t.match(unpriced.text, 'Where is the property?', 'the step to fix it')
  t.match(unpriced.text, /id="propertySize-problem">We don&#39;t have a price/)
  const none = await send({ ...choice, propertySize: '900', packageId: '' })
  t.match(none.text, 'Choose one.')
})

t.test('unexpected fields break no page [c20-page]', async (t) => {
  const { send, plan } = await openForm()
  const garbage = Object.fromEntries(
    ['startsAt', 'holdExpiresAt', 'day', 'from', 'shownAmount', 'propertySize', 'holdToken'].map(
      (name) => [name, HOSTILE],
    ),
  )
  for (const step of ['property', 'offers', 'time', 'details', HOSTILE]) {
    for (const to of ['same', 'time', 'details', HOSTILE]) {
      const { status, text } = await send({ ...PROPERTY, packageId: plan.id, ...garbage, step, to })
      t.ok(status < 500, `${step} ${to}: ${status}`)
      t.notMatch(text, '<script>alert')
    }
    const { status } = await send({ ...PROPERTY, ...garbage, packageId: HOSTILE, step })
    t.ok(status < 500, `${step}: ${status}`)
  }
  const held = { holdToken: 'x', heldFor: '2100-01-01T00:00:00.000Z' }
  const time = { ...held, startsAt: held.heldFor, holdExpiresAt: '2100-01-01T00:00:00Z' }
  t.ok(
    (await send({ ...PROPERTY, ...time, packageId: plan.id, step: 'time', to: 'same' })).status <
      500,
  )
})

t.test('a changed price is shown, and must be confirmed [c20-page]', async (t) => {
  const { send, call, plan, slots, form } = await openForm()
  const [startsAt = ''] = await slots(form)
  const fields = {
    ...PROPERTY,
    step: 'details',
    packageId: plan.id as string,
    startsAt,
    shownAmount: '25000',
    name: 'Ann',
    email: 'ann@clients.test',
  }
  await call('PATCH', `/packages/${plan.id}`, { priceAmount: 26_000 })
  const changed = await send(fields)
  t.equal(changed.status, 409)
  t.match(changed.text, 'The price has changed to $260.00.')
  t.match(changed.text, 'Pay $260.00')
  const placed = await send({ ...fields, ...fieldsOf(changed.text) })
  t.equal(placed.status, 303)
})

t.test("a refused discount code doesn't hide the price [c20-page]", async (t) => {
  const { send, plan, slots, form } = await openForm()
  const [startsAt = ''] = await slots(form)
  const choice = { ...PROPERTY, packageId: plan.id as string, startsAt, discountCode: 'NOPE' }
  const refused = await send({ ...choice, step: 'details', to: 'same' })
  t.match(refused.text, 'This code isn&#39;t valid.')
  t.match(refused.text, '<button class="go" data-next="Continue">Pay $250.00</button>')
  t.match(refused.text, '<td>$250.00')
  t.notMatch(refused.text, 'You don&#39;t pay anything now')
  const before = await send({ ...choice, step: 'details', to: 'time' })
  t.match(before.text, '<b class="price">$250.00')
  t.notMatch(before.text, 'Check the marked fields', 'no error is marked here')
})

t.test('a time is shown as held only while it is [c20-page]', async (t) => {
  const { send, call, path, plan, slots, form } = await openForm()
  await call('PATCH', '/organization', { locale: 'en-US' })
  const [startsAt = '', other = ''] = await slots(form)
  const choice = {
    ...PROPERTY,
    step: 'details',
    to: 'same',
    packageId: plan.id as string,
    startsAt,
  }
  const hold = { holdToken: 'x', holdExpiresAt: '2100-01-01T00:00:00.000Z', heldFor: startsAt }
  const isHeld = async (fields: object) =>
    (await send({ ...choice, ...hold, ...fields })).text.includes('Held for you until ')
  t.equal(await isHeld({}), true)
  t.match((await send({ ...choice, ...hold })).text, 'Times are in ')
  t.equal(await isHeld({ heldFor: other }), false)
  t.equal(await isHeld({ holdExpiresAt: '2026-01-01T00:00:00.000Z' }), false)
  const spanish = await postForm(api.url, `${path}?language=es`, { ...choice, ...hold })
  t.match(spanish.text, /Apartada para usted hasta las 12:00\sa\.m\.</)
  t.notMatch(spanish.text, '.m..', 'one full stop')
})

t.test('an order of add-ons alone names them next to the price [c20-page]', async (t) => {
  const { send, call, form } = await openForm()
  const offer = { name: 'Twilight', priceAmount: 9_000, currency: 'USD' }
  const { body } = await call('POST', '/add-ons', offer)
  await call('PATCH', `/order-forms/${form.id}`, { packageIds: [], addOnIds: [body.id] })
  const { text } = await send({ ...PROPERTY, step: 'offers', to: 'same', addOnIds: body.id })
  t.match(text, '<span class="soft"><span dir="auto">Twilight</span></span><b class="price">$90.00')
})

t.test("the studio's texts are escaped [c20-page]", async (t) => {
  const { send, call, plan, slots, form } = await openForm({
    terms: HOSTILE,
    questions: [
      { key: 'a', label: HOSTILE, type: 'CHOICE', choices: [HOSTILE] },
      { key: 'b', label: 'Long', type: 'LONG_TEXT' },
    ],
  })
  await call('PATCH', `/packages/${plan.id}`, { name: HOSTILE, description: HOSTILE })
  await call('PATCH', '/organization', { name: HOSTILE, contactPhone: HOSTILE.slice(0, 20) })
  const [startsAt = ''] = await slots(form)
  const all = { ...PROPERTY, packageId: plan.id as string, startsAt, to: 'same' }
  for (const step of ['property', 'offers', 'time', 'details']) {
    const { status, text } = await send({ ...all, step, 'answer-a': HOSTILE, 'answer-b': HOSTILE })
    t.equal(status, 200)
    t.notMatch(text, '<script>alert')
    t.match(text, ESCAPED)
  }
})

t.test('the form can be switched to Spanish without losing input [c20-page]', async (t) => {
  const { page, path } = await openForm()
  t.match((await page({ 'accept-language': 'es' })).text, '¿Dónde está la propiedad?')
  const { text } = await postForm(api.url, `${path}?language=es`, { ...PROPERTY, to: 'same' })
  t.match(text, '<html lang="es">')
  t.match(text, 'value="12 Main Street"')
  t.match(text, `action="../book/${path.split('/')[2]}?language=es"`, 'a frame has no cookie')
})

t.test(
  'a form without scheduling has three steps; an optional time can be skipped [c20-page]',
  async (t) => {
    const none = await openForm({ scheduling: 'NONE', payment: 'NONE' })
    t.match((await none.page()).text, 'Step 1 of 3')
    const choice = { ...PROPERTY, packageId: none.plan.id as string }
    t.match((await none.send({ ...choice, step: 'offers' })).text, 'Almost done')
    const customer = { name: 'Ann', email: 'ann@clients.test' }
    const placed = await none.send({ ...choice, ...customer, step: 'details' })
    t.equal(placed.status, 303)
    t.match(placed.headers.get('location'), /^\.\.\/orders\//)

    const optional = await openForm({ scheduling: 'OPTIONAL', payment: 'NONE' })
    const wish = { ...PROPERTY, packageId: optional.plan.id as string, step: 'time' }
    t.match((await optional.send({ ...wish, to: 'same' })).text, 'No time yet')
    t.match((await optional.send(wish)).text, 'Almost done')
  },
)

t.test('a form whose payment can’t be taken says so immediately [c20-page]', async (t) => {
  const { page, call } = await openForm()
  t.match((await page()).text, '<p id="notice" role="alert"></p>')
  await call('DELETE', '/organization/payment-account')
  t.match((await page()).text, 'can&#39;t take online payments right now')
})

t.test('closed, archived and unknown forms look the same [c20-page]', async (t) => {
  const closed = await openForm({ active: false })
  const archived = await openForm()
  await archived.call('DELETE', `/order-forms/${archived.form.id}`)
  const pages = [
    await closed.page(),
    await archived.page(),
    await getPage(api.url, '/book/nothing'),
  ]
  for (const { status, text } of pages) {
    t.equal(status, 404)
    t.equal(text, pages[0]?.text)
    t.match(text, 'This page isn&#39;t taking orders')
  }
})

t.test('only listed websites may frame the page [c20-embed]', async (t) => {
  const { page } = await openForm({ frameAncestors: ['https://www.example.com'] })
  const policy = (await page()).headers.get('content-security-policy')
  t.match(policy, "frame-ancestors 'self' https://www.example.com;")
  const { headers } = await (await openForm()).page()
  t.match(headers.get('content-security-policy'), "frame-ancestors 'self';")
})

t.test("an oversized body is refused before it's read", async (t) => {
  const { send } = await openForm()
  const { status } = await send({ ...PROPERTY, city: 'x'.repeat(MAX_PUBLIC_BODY_BYTES) })
  t.equal(status, 413)
})

t.test(
  'the first step, with style and module, takes at most half of the 30 kB for booking [c20-page]',
  async (t) => {
    const { path } = await openForm()
    const weights = Object.values(await pageWeight(api.url, path))
    t.equal(weights.length, 3)
    t.ok(weights.reduce((sum, each) => sum + each, 0) < MAX_BYTES / 2, String(weights))
  },
)

const COOKIE = '__Host-client'

/** An order form, and a browser signed in as a customer whose group has other prices and terms. */
async function openAsMember(more: object = {}, terms: object = {}, details: object = {}) {
  const opened = await openForm(more)
  const { call, org, path, plan, form, slots } = opened
  const email = `ann@${org.organizationId}.test`
  const { body: customer } = await call('POST', '/customers', {
    name: 'Ann <Agent>',
    email,
    phone: '+1 555 0100',
    ...details,
  })
  const { body: group } = await call('POST', '/customer-groups', {
    name: 'Acme Realty',
    billing: 'MEMBER',
    paymentTerms: 'NET_DAYS',
    netDays: 30,
    prices: [{ offerId: plan.id, priceAmount: 18_000 }],
    ...terms,
  })
  await call('PUT', `/customer-groups/${group.id}/members/${customer.id}`, { role: 'MEMBER' })
  const browser = staffBrowser(api)
  const token = await signInToPortal(api, org.organizationId, customer.id)
  browser.cookies.set(COOKIE, `${org.organizationId}~${token}`)
  /** Opens the last step, with a free time. */
  async function detailsStep() {
    const [startsAt = ''] = await slots(form)
    const choice = { ...PROPERTY, as: customer.id, packageId: plan.id as string }
    const day = startsAt.slice(0, 10)
    return browser.send(path, { ...choice, step: 'time', day, startsAt })
  }
  return { ...opened, customer, group, browser, token, email, detailsStep }
}

t.test(
  'a signed-in customer orders at their prices and terms, without entering their details again [c22-book-page]',
  async (t) => {
    const { browser, path, plan, customer, detailsStep, newest, call, org } = await openAsMember()
    const first = await browser.open(path)
    t.match(first.text, 'Booking as <b dir="auto">Ann &lt;Agent&gt; · Acme Realty</b>')
    t.match(first.text, 'Invoiced to you, due 30 days after booking.')
    t.match(first.text, 'From $180.00')
    t.match(first.headers.get('cache-control'), 'no-store')
    t.match(first.headers.get('vary'), /\bCookie\b/)
    const offers = await browser.send(path, { ...fieldsOf(first.text), ...PROPERTY })
    t.match(offers.text, '<b class="price">$180.00</b>')
    t.notMatch(offers.text, '$250.00')
    const step = await detailsStep()
    t.match(step.text, 'Almost done')
    t.match(step.text, 'Booking as')
    t.match(step.text, `href="../my/${org.organizationId}/details"`)
    t.match(step.text, '+1 555 0100')
    t.notMatch(step.text, /name="(name|email|phone)"/)
    t.match(step.text, '>Book</button>')
    t.match(step.text, 'You don&#39;t pay anything now.')
    const placed = await browser.send(path, fieldsOf(step.text))
    t.equal(placed.status, 303)
    t.match(placed.location, /^\/orders\//)
    const order = await newest()
    t.match(order, { customerId: customer.id, totalAmount: 18_000, status: 'CONFIRMED' })
    t.match((await call('GET', `/projects/${order.projectId}`)).body, { packageId: plan.id })
  },
)

t.test("the page shows the payment terms in the customer's language [c22-book-page]", async (t) => {
  const cases: [object, object, RegExp | undefined][] = [
    [{ paymentTerms: 'NET_DAYS', netDays: 1 }, {}, /Invoiced to you, due 1 day after booking\./],
    [{}, { confirmation: 'BY_STAFF' }, /Invoiced to you, due 30 days after confirmation\./],
    [{ paymentTerms: 'ON_DELIVERY', netDays: null }, {}, /Invoiced to you, due on delivery\./],
    [{ paymentTerms: 'PREPAY', netDays: null }, {}, undefined],
    [{ discountBasisPoints: 1_000 }, {}, /The total includes your 10% discount\./],
  ]
  for (const [terms, form, words] of cases) {
    const { browser, path } = await openAsMember(form, terms)
    const { text } = await browser.open(path)
    if (words) t.match(text, words)
    else t.notMatch(text, 'Invoiced')
  }
  const { browser, path, call, group } = await openAsMember({}, {}, { language: 'es' })
  t.match(
    (await browser.open(path)).text,
    'Se le factura a usted; vence 30 días después de la reserva.',
  )
  const { body: payer } = await call('POST', '/customers', {
    name: 'Acme & Co',
    email: 'a@acme.test',
  })
  await call('PATCH', `/customer-groups/${group.id}`, {
    billing: 'GROUP',
    billingCustomerId: payer.id,
  })
  t.match((await browser.open(path)).text, 'Se factura a Acme &amp; Co; vence')
})

t.test(
  'a member can continue as a guest, at list prices, and switch back [c22-book-page]',
  async (t) => {
    const { browser, path, customer, detailsStep } = await openAsMember()
    const step = await detailsStep()
    t.match(step.text, 'name="become" value="guest"')
    const guest = await browser.send(path, { ...fieldsOf(step.text), become: 'guest' })
    t.equal(guest.status, 200)
    t.match(guest.text, 'Almost done')
    t.match(guest.text, 'name="email"')
    t.match(guest.text, '$250.00')
    t.notMatch(guest.text, 'Ann')
    t.equal(fieldsOf(guest.text).holdToken, fieldsOf(step.text).holdToken, 'the time is kept')
    t.equal(browser.cookies.size, 1, 'still signed in')
    const back = await browser.send(path, { ...fieldsOf(guest.text), become: '' })
    t.match(back.text, 'Booking as')
    t.equal(fieldsOf(back.text).as, customer.id)
    t.match((await browser.send(path, fieldsOf(guest.text))).text, /id="email-problem"/)
  },
)

t.test(
  'if the visitor signs in or out meanwhile, the page says so before anything is ordered [c22-book-page]',
  async (t) => {
    const { browser, path, detailsStep, token, orders } = await openAsMember()
    const step = await detailsStep()
    const fields = fieldsOf(step.text)
    const asGuest = { ...fields, as: '', name: 'Bo', email: 'bo@guests.test', phone: '' }
    const now = await browser.send(path, asGuest)
    t.equal(now.status, 409)
    t.match(now.text, 'signed in as Ann &lt;Agent&gt; now')
    await api.request('DELETE', '/portal/sessions/current', { token })
    const ended = await browser.send(path, fields)
    t.equal(ended.status, 409)
    t.match(ended.text, 'no longer signed in')
    t.match(ended.text, 'name="email"')
    t.equal(browser.cookies.size, 0, 'the cookie is gone')
    t.same(await orders(), [])
    const placed = await browser.send(path, {
      ...fieldsOf(ended.text),
      name: 'Bo',
      email: 'bo@guests.test',
    })
    t.equal(placed.status, 303)
  },
)

t.test(
  'another site can neither order with the cookie nor read the session [c22-book-page, c22-cookie]',
  async (t) => {
    const { browser, path, detailsStep, orders, org } = await openAsMember()
    const fields = fieldsOf((await detailsStep()).text)
    const cross = await browser.send(path, fields, { 'sec-fetch-site': 'same-site' })
    t.equal(cross.status, 403)
    t.same(await orders(), [])
    const stranger = await openAsMember()
    const foreign = staffBrowser(api)
    foreign.cookies.set(COOKIE, `${org.organizationId}~${stranger.token}`)
    const { status, text } = await foreign.open(path)
    t.equal(status, 200)
    t.notMatch(text, 'Ann')
    t.match(text, 'From $250.00')
    t.notMatch((await staffBrowser(api).open(path)).text, 'Ann')
  },
)

t.test('a new order is prefilled with the offers of the previous one [c22-pages]', async (t) => {
  const { browser, path, plan, form } = await openAsMember()
  const again = await browser.open(`${path}?packageId=${plan.id}&addOnIds=${form.id}&name=Eve`)
  t.match(again.text, `<input type="hidden" name="packageId" value="${plan.id}">`)
  t.notMatch(again.text, /name="(addOnIds|name)"/, 'unavailable offers are left out')
  t.match(again.text, '$180.00')
  t.match(again.text, '<p id="notice" role="alert"></p>')
  const hostile = await browser.open(`${path}?packageId=${encodeURIComponent(HOSTILE)}`)
  t.equal(hostile.status, 200)
  t.notMatch(hostile.text, '<script>alert')
})
