import { randomUUID } from 'node:crypto'
import { sharedApp } from '@mediajobs/testing/api/app'
import { eventually } from '@mediajobs/testing/eventually'
import t from 'tap'
import { moneyStudio } from '../support/money-studio.ts'

const service = await sharedApp()
const studio = await moneyStudio(service)
const { call, eventsOf } = studio
const customer = await studio.customer()
const shoot = { description: 'Shoot', quantity: 2, unitAmount: 12_500 }

t.test(
  'a new invoice is a draft with totals, and INVOICE_CREATED contains it [i2-customer-invoice-events, i6-invoice-created, c1-money-currency, c5-invoices, c5-invoices-record]',
  async (t) => {
    const { body: project } = await studio.book()
    const sent = {
      customerId: customer.id,
      projectId: project.id,
      currency: 'CHF',
      lineItems: [
        { ...shoot, taxBasisPoints: 810 },
        { description: 'Travel', quantity: 1, unitAmount: 999 },
      ],
      dueDate: '2026-06-30',
      notes: 'Thank you',
    }
    const { status, body } = await call('POST', '/invoices', sent)
    t.equal(status, 201)
    const { id, createdAt, updatedAt, ...rest } = body
    t.strictSame(rest, {
      organizationId: studio.org.organizationId,
      number: null,
      status: 'DRAFT',
      ...sent,
      lineItems: [sent.lineItems[0], { ...sent.lineItems[1], taxBasisPoints: null }],
      subtotalAmount: 25_999,
      discountAmount: 0,
      discountRule: null,
      taxAmount: 2_025,
      totalAmount: 28_024,
      paidAmount: 0,
      refundedAmount: 0,
      balanceAmount: 28_024,
      paymentState: 'UNPAID',
      sentAt: null,
      paidAt: null,
      method: null,
      reference: null,
      projectIds: [],
      voidedAt: null,
    })
    t.equal(createdAt, updatedAt)
    t.strictSame((await call('GET', `/invoices/${id}`)).body, body)
    const [event, ...more] = await eventsOf(id)
    t.strictSame(more, [])
    t.equal(event?.name, 'INVOICE_CREATED')
    t.strictSame(Object.keys(event?.data ?? {}).sort(), [
      'event',
      'invoice',
      'invoiceId',
      'occurredAt',
      'orgId',
    ])
    t.same(event?.data.invoice, body)
  },
)

t.test(
  'a draft can be changed, its totals follow, and null clears a field [c5-invoices]',
  async (t) => {
    const before = await studio.invoice({ customerId: customer.id, dueDate: '2026-06-30' })
    const path = `/invoices/${before.id}`
    const lineItems = [{ ...shoot, taxBasisPoints: 500 }]
    const { status, body } = await call('PATCH', path, { lineItems, dueDate: null, notes: 'N' })
    t.equal(status, 200)
    const sums = {
      subtotalAmount: 25_000,
      taxAmount: 1_250,
      totalAmount: 26_250,
      balanceAmount: 26_250,
    }
    const { updatedAt } = body
    t.strictSame(body, { ...before, lineItems, dueDate: null, notes: 'N', ...sums, updatedAt })
    const same = await call('PATCH', path, { lineItems, currency: 'USD' })
    t.strictSame(same.body, body, 'a no-op change leaves no trace')
    t.equal((await call('PATCH', path, { customerId: null })).status, 400)
    t.equal((await call('PATCH', path, { customerId: randomUUID() })).status, 404)
    t.equal((await call('PATCH', path, { projectId: randomUUID() })).status, 404)
    t.equal((await eventsOf(before.id)).length, 1, 'changing a draft sends no event')
    await call('POST', `${path}/send`)
    const late = await call('PATCH', path, { notes: 'late' })
    t.equal(late.status, 409)
    t.equal(late.body.code, 'invoice_not_draft')
    t.equal((await call('GET', path)).body.notes, 'N')
  },
)

t.test('each invalid field has a separate message [c5-invoices-line]', async (t) => {
  const wrong = {
    customerId: 5,
    currency: 'XX',
    dueDate: '2026-02-30',
    lineItems: [
      { description: '', quantity: 0, unitAmount: 1.5 },
      { description: 'A', quantity: 1, unitAmount: -1, taxBasisPoints: 10_001 },
      {},
    ],
  }
  const { status, body } = await call('POST', '/invoices', wrong)
  t.equal(status, 400)
  t.strictSame(body.message.toSorted(), [
    'currency must be an ISO 4217 currency code, like USD',
    'customerId must be a string',
    'dueDate must be a date that exists',
    'lineItems[0].description must not be empty',
    'lineItems[0].quantity must be at least 1',
    'lineItems[0].unitAmount must be an integer',
    'lineItems[1].taxBasisPoints must be at most 10000',
    'lineItems[1].unitAmount must be at least 0',
    'lineItems[2].description is required',
    'lineItems[2].quantity is required',
    'lineItems[2].unitAmount is required',
  ])
  const days: Record<string, RegExp> = {
    '0000-01-01': /^dueDate must be in the years 1970 to 2200$/,
    '2026-6-1': /^dueDate must be a date, like 2026-05-01$/,
    '2026-06-01T00:00:00Z': /^dueDate must be a date, like 2026-05-01$/,
  }
  for (const [dueDate, message] of Object.entries(days)) {
    const response = await call('POST', '/invoices', {
      customerId: customer.id,
      currency: 'USD',
      lineItems: [shoot],
      dueDate,
    })
    t.equal(response.status, 400)
    t.match(response.body.message, [message])
  }
  t.equal((await call('POST', '/invoices', { ...wrong, lineItems: [] })).status, 400)
})

t.test(
  'totals are exact up to the largest safe integer, and refused above it [c1-money-integer]',
  async (t) => {
    const large = { description: 'Large', quantity: 9_007, unitAmount: 999_999_999_999 }
    const body = { customerId: customer.id, currency: 'USD', lineItems: [large] }
    const { body: invoice } = await call('POST', '/invoices', body)
    t.equal(invoice.totalAmount, 9_006_999_999_990_993)
    const tooLarge = { ...body, lineItems: [{ ...large, quantity: 9_008 }] }
    const refused = await call('POST', '/invoices', tooLarge)
    t.equal(refused.status, 400)
    t.strictSame(refused.body.message, ['lineItems have a total above 9007199254740991'])
    const patched = await call('PATCH', `/invoices/${invoice.id}`, {
      lineItems: tooLarge.lineItems,
    })
    t.equal(patched.status, 400)
  },
)

t.test('the list is newest first, and every filter narrows it [c5-invoices]', async (t) => {
  const own = await moneyStudio(service)
  const [ann, bob] = [await own.customer(), await own.customer()]
  const { body: project } = await own.book()
  const made = []
  for (const [i, { id: customerId }] of [ann, bob, ann, bob, ann].entries()) {
    const projectId = i === 2 ? project.id : null
    made.push(await own.invoice({ customerId, projectId, notes: `${i}`, dueDate: '2026-01-01' }))
  }
  await own.call('POST', `/invoices/${made[0].id}/send`)
  await own.call('POST', `/invoices/${made[1].id}/void`)
  const list = async (query: string) => (await own.call('GET', `/invoices?${query}`)).body
  const notes = async (query: string) =>
    (await list(query)).data.map(({ notes }: { notes: string }) => notes)
  t.strictSame(await notes(''), ['4', '3', '2', '1', '0'])
  t.strictSame(await notes('status=DRAFT'), ['4', '3', '2'])
  t.strictSame(await notes('status=SENT&status=VOIDED'), ['1', '0'])
  t.strictSame(await notes(`customerId=${ann.id}`), ['4', '2', '0'])
  t.strictSame(await notes(`customerId=${ann.id}&status=SENT&status=DRAFT`), ['4', '2', '0'])
  t.strictSame(await notes(`projectId=${project.id}`), ['2'])
  for (const id of [randomUUID(), 'nope', customer.id]) {
    t.strictSame(await notes(`customerId=${id}`), [])
  }
  const seen: string[] = []
  let cursor = ''
  do {
    const page = await list(`limit=2&status=DRAFT&status=SENT${cursor}`)
    seen.push(...page.data.map(({ notes }: { notes: string }) => notes))
    cursor = page.nextCursor && `&cursor=${page.nextCursor}`
  } while (cursor)
  t.strictSame(seen, ['4', '3', '2', '0'])
  const [newest] = (await list('')).data
  t.strictSame(newest, (await own.call('GET', `/invoices/${newest.id}`)).body)
  t.equal((await own.call('GET', '/invoices?status=OPEN')).status, 400)
  t.equal((await own.call('GET', '/invoices?number=1')).status, 400)
})

t.test('a customer with an invoice cannot be deleted [c5-customers-in-use]', async (t) => {
  const { id: customerId } = await studio.customer()
  await studio.invoice({ customerId })
  const { status, body } = await call('DELETE', `/customers/${customerId}`)
  t.equal(status, 409)
  t.equal(body.code, 'customer_in_use')
})

t.test('a customer deleted concurrently is an unknown reference [c4-references]', async (t) => {
  const { id: customerId } = await studio.customer()
  const { answer } = await service.store.transaction(async (tx) => {
    await tx.query('delete from customers where id = $1', [customerId])
    const body = { customerId, currency: 'USD', lineItems: [shoot] }
    const answer = call('POST', '/invoices', body)
    await eventually('it waits for the deletion', async () => {
      const blocked = await tx.query(
        'select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))',
      )
      return blocked.length === 1
    })
    return { answer }
  })
  const { status, body } = await answer
  t.equal(status, 404)
  t.match(body.fields, [{ path: 'customerId', code: 'unknown_reference' }])
})
