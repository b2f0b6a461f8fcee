import {
  EVENT_NAMES,
  EVENTS,
  MAX_ADD_ONS,
  MAX_BOOKING_ANSWERS_BYTES,
  MAX_BOOKING_TEXT_LENGTH,
  MAX_EVENT_BYTES,
  MAX_INVOICE_BYTES,
  MAX_INVOICE_LINES,
  MAX_NAME_LENGTH,
  MAX_PROJECT_BYTES,
} from '@mediajobs/domain'
import { sharedApp } from '@mediajobs/testing/api/app'
import { importerOf } from '@mediajobs/testing/api/bulk-imports'
import { BY_DISPATCHER } from '@mediajobs/testing/api/every-event'
import { answersOf, jsonBytes } from '@mediajobs/testing/api/large-records'
import { startDispatcher } from '@mediajobs/testing/service/process'
import t from 'tap'

// docs/contract.md#c10-project-size

const service = await sharedApp()
const org = await service.createOrg()
const scheduledTime = '2026-05-01T09:30:00.000Z'
const PICTURE = '🏠'
const TOO_LARGE = /^(notes|bookingAnswers|lineItems) makes the (project|invoice) too large: as JSON/

const { call } = org
const create = (body: object) => call('POST', '/projects/create', { scheduledTime, ...body })

/** The largest number from 0 to `most` for which `isTaken` is true, by bisection. */
async function largest(most: number, isTaken: (n: number) => Promise<boolean>): Promise<number> {
  let [low, high] = [0, most]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (await isTaken(middle)) low = middle
    else high = middle - 1
  }
  return low
}

/** The fields of the largest project, and of one a character larger. */
async function fullProject() {
  const bookingAnswers = answersOf(MAX_BOOKING_ANSWERS_BYTES)
  const fields = (bytes: number) => ({
    bookingAnswers,
    notes: PICTURE.repeat(Math.floor(bytes / 4)),
    // At least 4 characters, so clearing the field never grows the record: `null` has four.
    city: 'x'.repeat(4 + (bytes % 4)),
  })
  const most = await largest(39_999, async (bytes) => (await create(fields(bytes))).status === 201)
  return { at: fields(most), above: fields(most + 1) }
}

t.test(
  'booking answers have at most 2,000 characters each and 32 KiB in total [c4-types, c10-project-size]',
  async (t) => {
    const text = PICTURE.repeat(MAX_BOOKING_TEXT_LENGTH)
    const at = await create({ bookingAnswers: [{ question: text, answer: text }] })
    t.equal(at.status, 201)
    for (const field of ['question', 'answer']) {
      const bookingAnswers = [{ question: 'Q', answer: 'A', [field]: `${text}x` }]
      const { status, body } = await create({ bookingAnswers })
      t.equal(status, 400)
      t.match(body.message, [
        new RegExp(`^bookingAnswers\\[0\\]\\.${field} must have at most 2000`),
      ])
    }
    t.equal((await create({ bookingAnswers: answersOf(MAX_BOOKING_ANSWERS_BYTES) })).status, 201)
    for (const bytes of [MAX_BOOKING_ANSWERS_BYTES + 1, 5 * MAX_BOOKING_ANSWERS_BYTES]) {
      const { status, body } = await create({ bookingAnswers: answersOf(bytes) })
      t.equal(status, 400)
      const sentence = `bookingAnswers is too large: as JSON it may have 32768 bytes, but has ${bytes}`
      t.strictSame(body.message, [sentence])
    }
  },
)

t.test(
  'a project has at most 64 KiB, even after assignments, moves and deliveries [c10-project-size]',
  async (t) => {
    const { at, above } = await fullProject()
    const refused = await create(above)
    t.equal(refused.status, 400)
    t.match(refused.body.message, [TOO_LARGE])
    const { body: made } = await create(at)
    const spare = MAX_PROJECT_BYTES - jsonBytes(made)
    t.ok(spare >= 0 && spare < 1_400, `${spare} bytes are kept for ids and times`)
    const editor = await service.createMember(org, 'EDITOR')
    const { body: customer } = await call('POST', '/customers', { name: 'C', email: 'c@full.test' })
    const path = `/projects/${made.id}`
    const changes: [string, string, object][] = [
      ['PATCH', `${path}/assign-editor`, { userId: editor.userId }],
      ['PATCH', `${path}/assign-technician`, { userId: editor.userId }],
      ['PATCH', `${path}/assign-project-manager`, { userId: editor.userId }],
      ['PATCH', `${path}/assign-customer`, { customerId: customer.id }],
      ['PATCH', path, { lat: -1.2345678901234567e-80, lng: -1.2345678901234567e-80 }],
      ['PATCH', path, { mediaTypes: ['PHOTO', 'VIDEO', 'FLOORPLAN', 'BROCHURE', 'DOCUMENT'] }],
      ['PATCH', `${path}/status`, { status: 'EDITING' }],
      ['POST', `${path}/deliver`, { message: 'x'.repeat(10_000) }],
      ['PATCH', `${path}/status`, { status: 'CANCELLED' }],
    ]
    for (const [method, address, body] of changes) {
      const response = await call(method, address, body)
      t.equal(response.status, 200, `${address}: ${JSON.stringify(response.body.message)}`)
    }
    const { body: whole } = await call('GET', path)
    t.ok(jsonBytes(whole) <= MAX_PROJECT_BYTES, `${jsonBytes(whole)} bytes`)
    const longer = await call('PATCH', path, { city: `${at.city}x` })
    t.equal(longer.status, 400)
    t.match(longer.body.message, [TOO_LARGE])
    t.equal((await call('PATCH', path, { city: null })).status, 200)
    const changed = await call('PATCH', path, { notes: null, bookingAnswers: null, region: 'x' })
    t.equal(changed.status, 200)
  },
)

t.test(
  'an imported row that is too large fails with the same message; other rows are imported [c11-import-messages]',
  async (t) => {
    await startDispatcher(t, service.databaseUrl)
    const { send, ended, rows } = importerOf(service, org)
    const row = (externalId: string, fields: object) => ({ externalId, scheduledTime, ...fields })
    const notes = PICTURE.repeat(9_000)
    const done = await ended(
      await send('projects', [
        row('text', { bookingAnswers: [{ question: 'Q', answer: 'x'.repeat(2_001) }] }),
        row('answers', { bookingAnswers: answersOf(MAX_BOOKING_ANSWERS_BYTES + 1) }),
        row('record', { bookingAnswers: answersOf(MAX_BOOKING_ANSWERS_BYTES), notes }),
        row('small', { notes: 'Ring twice' }),
      ]),
    )
    t.match(done, { succeeded: 1, failed: 3 })
    t.match(await rows(done.id), [
      { status: 'FAILED', messages: [/^bookingAnswers\[0\]\.answer must have at most 2000/] },
      { status: 'FAILED', messages: [/^bookingAnswers is too large/] },
      { status: 'FAILED', messages: [TOO_LARGE] },
      { status: 'SUCCEEDED', messages: [] },
    ])
  },
)

t.test(
  'an invoice has at most 128 KiB: enough for 200 lines of ordinary length [c10-invoice-lines]',
  async (t) => {
    const { body: customer } = await call('POST', '/customers', { name: 'I', email: 'i@full.test' })
    const draft = (description: string, count: number, notes = '') => ({
      customerId: customer.id,
      currency: 'USD',
      lineItems: Array.from({ length: count }, () => ({ description, quantity: 1, unitAmount: 1 })),
      notes,
    })
    const invoice = (body: object) => call('POST', '/invoices', body)
    const ordinary = await invoice(draft('Twilight photographs, 25 pictures. '.repeat(15), 200))
    t.equal(ordinary.status, 201)
    const lines = MAX_INVOICE_LINES
    t.match((await invoice(draft('x', lines + 1))).body.message, [
      /^lineItems must have at most 200/,
    ])
    const length = await largest(
      1_000,
      async (n) => (await invoice(draft('x'.repeat(n), lines))).status === 201,
    )
    const letters = await largest(
      199,
      async (n) => (await invoice(draft('x'.repeat(length), lines, 'x'.repeat(n)))).status === 201,
    )
    const at = draft('x'.repeat(length), lines, 'x'.repeat(letters))
    const above = draft('x'.repeat(length), lines, 'x'.repeat(letters + 1))
    const refused = await invoice(above)
    t.equal(refused.status, 400)
    t.match(refused.body.message, [TOO_LARGE])
    const { body: made } = await invoice(at)
    const patched = await call('PATCH', `/invoices/${made.id}`, { notes: above.notes })
    t.match(patched.body.message, [TOO_LARGE])
    t.equal((await call('PATCH', `/invoices/${made.id}`, { notes: null })).status, 200)
    t.equal((await call('PATCH', `/invoices/${made.id}`, { notes: at.notes })).status, 200)
    t.equal((await call('POST', `/invoices/${made.id}/send`)).status, 200)
    const payment = { method: '"'.repeat(100), reference: '\\'.repeat(200) }
    const paid = await call('POST', `/invoices/${made.id}/pay`, payment)
    t.equal(paid.status, 200)
    t.ok(jsonBytes(paid.body) <= MAX_INVOICE_BYTES, `${jsonBytes(paid.body)} bytes`)
    const { body: ledger } = await call('GET', `/payments?invoiceId=${made.id}`)
    const refund = { reason: '"'.repeat(500) }
    t.equal((await call('POST', `/payments/${ledger.data[0].id}/refunds`, refund)).status, 201)
    const { body: another } = await invoice(at)
    t.equal((await call('POST', `/invoices/${another.id}/void`)).status, 200)
    const far = await invoice(draft(PICTURE.repeat(1_000), lines))
    t.match(far.body.message, [TOO_LARGE])
  },
)

/** An order of as many add-ons as a form may have, with the largest client body. */
async function largestOrder(): Promise<string> {
  const offer = { name: '"'.repeat(MAX_NAME_LENGTH), priceAmount: 1, currency: 'USD' }
  const addOnIds = []
  for (let n = 0; n < MAX_ADD_ONS; n += 1) {
    addOnIds.push((await call('POST', '/add-ons', offer)).body.id)
  }
  const keys = ['one', 'two', 'three']
  const questions = keys.map((key) => ({ key, label: offer.name, type: 'LONG_TEXT' }))
  const { body: form } = await call('POST', '/order-forms', {
    name: 'Form',
    addOnIds,
    questions,
    scheduling: 'NONE',
    confirmation: 'BY_STAFF',
  })
  const path = `/book/${form.publicId}`
  const selection = { addOnIds }
  const held = await call('POST', `${path}/holds`, { selection })
  const answers = Object.fromEntries(keys.map((key) => [key, '"'.repeat(MAX_BOOKING_TEXT_LENGTH)]))
  const placed = await call('POST', `${path}/orders`, {
    holdToken: held.body.holdToken,
    selection,
    address: { addressLine1: offer.name },
    answers,
    customer: { name: offer.name, email: `${form.id}@full.test` },
  })
  if (placed.status !== 201) throw new Error(JSON.stringify(placed.body))
  return (await call('GET', '/orders?limit=1')).body.data[0].id
}

/** Publishes a project's website and submits a lead. */
async function largestWebsite(path: string, text: string): Promise<void> {
  const fields = { headline: 'H', description: text.slice(0, 5_000), leadForm: true }
  t.equal((await call('PUT', `${path}/website`, fields)).status, 200)
  const { status, body } = await call('POST', `${path}/website/publish`)
  t.equal(status, 200)
  const lead = { name: text.slice(0, 200), email: 'lead@full.test', message: text.slice(0, 2_000) }
  const { pathname } = new URL(body.brandedUrl)
  t.equal((await call('POST', `${pathname}/leads`, lead)).status, 204)
}

interface Published {
  readonly data: object
}

t.test('an event whose every field is the largest is within the bound', async (t) => {
  const text = '"'.repeat(10_000)
  const largestCustomer = { name: text.slice(0, 200), company: text.slice(0, 200), notes: text }
  const { body: customer } = await call('POST', '/customers', {
    ...largestCustomer,
    email: 'largest@full.test',
    phone: text.slice(0, 50),
    externalId: text.slice(0, 200),
  })
  const all = {
    name: 'N',
    company: 'C',
    notes: '\u0001'.repeat(10_000),
    phone: '1',
    externalId: 'e',
  }
  t.equal((await call('PATCH', `/customers/${customer.id}`, all)).status, 200)
  const { at } = await fullProject()
  const { body: project } = await create({ ...at, technicianId: org.userId, editorId: org.userId })
  const path = `/projects/${project.id}`
  const moved = { scheduledTime: '2026-07-01T09:30:00Z', reason: '"'.repeat(500) }
  t.equal((await call('POST', `${path}/reschedule`, moved)).status, 200)
  await call('POST', `${path}/deliver`, { message: text })
  await call('POST', `${path}/request-revision`, { comment: text })
  await call('POST', `${path}/deliver`)
  t.equal((await call('POST', `${path}/approve`)).status, 200)
  await call('PATCH', path, { customerId: customer.id })
  const { body: invoice } = await call('POST', '/invoices', {
    customerId: customer.id,
    projectId: project.id,
    currency: 'USD',
    lineItems: [{ description: 'Photos', quantity: 1, unitAmount: 1 }],
  })
  t.equal((await call('POST', `/invoices/${invoice.id}/send`)).status, 200)
  const locked = await call('POST', `${path}/deliver`, { force: true, requirePayment: true })
  t.match(locked, { status: 200, body: { locked: true } })
  t.equal((await call('POST', `${path}/delivery/unlock`, { reason: text })).status, 200)
  await largestWebsite(path, text)
  const orderId = await largestOrder()
  t.equal((await call('POST', `/orders/${orderId}/confirm`, {})).status, 200)
  const largest = new Map<string, number>()
  for (let cursor = ''; ; ) {
    const { body } = await call('GET', `/events?limit=100${cursor}`)
    for (const [field, value] of body.data.flatMap(({ data }: Published) => Object.entries(data))) {
      largest.set(field, Math.max(largest.get(field) ?? 0, jsonBytes({ [field]: value })))
    }
    if (body.nextCursor === null) break
    cursor = `&cursor=${body.nextCursor}`
  }
  // Dispatchers' events have a URL of at most 2,048 characters, or a payment like PAYMENT_REFUNDED.
  for (const name of EVENT_NAMES.filter((each) => !BY_DISPATCHER.includes(each))) {
    const fields = ['event', 'orgId', ...Object.keys(EVENTS[name].data)]
    const bytes = fields.reduce((sum, field) => sum + (largest.get(field) ?? Number.NaN), 0)
    t.ok(bytes <= MAX_EVENT_BYTES, `${name}: ${bytes} bytes`)
  }
})
