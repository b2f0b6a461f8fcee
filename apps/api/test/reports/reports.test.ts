import { randomUUID } from 'node:crypto'
import { sharedApp } from '@mediajobs/testing/api/app'
import {
  REPORTS,
  type ReportName,
  type Row,
  reportStudio,
} from '@mediajobs/testing/api/report-studio'
import t from 'tap'

const service = await sharedApp()
const WIDE = { from: '2020-01-01', to: '2099-12-31' }
const daysOf = (rows: Row[]) => rows.map(({ from, to }) => `${from} ${to}`)

t.test(
  'buckets are days, weeks starting on Monday, or months, within the period [c25-period]',
  async (t) => {
    const studio = await reportStudio(service)
    const days = async (query: object) => daysOf((await studio.report('jobs', query)).data)
    const period = { from: '2026-01-30', to: '2026-03-02' }
    t.strictSame(await days(period), ['2026-01-30 2026-03-02'], 'without by')
    t.strictSame(await days({ ...period, by: 'MONTH' }), [
      '2026-01-30 2026-01-31',
      '2026-02-01 2026-02-28',
      '2026-03-01 2026-03-02',
    ])
    t.strictSame(await days({ ...period, by: 'WEEK' }), [
      '2026-01-30 2026-02-01',
      '2026-02-02 2026-02-08',
      '2026-02-09 2026-02-15',
      '2026-02-16 2026-02-22',
      '2026-02-23 2026-03-01',
      '2026-03-02 2026-03-02',
    ])
    t.equal((await days({ ...period, by: 'DAY' })).length, 32)
    t.equal((await days({ from: '2026-01-01', to: '2027-02-04', by: 'DAY' })).length, 400)
    t.equal((await days({ from: '1970-01-01', to: '2200-12-31' })).length, 1)
  },
)

t.test('a reversed, overly long or missing period is a 400 [c25-period]', async (t) => {
  const { raw } = await reportStudio(service)
  const refused = async (query: string, path: string, code: string) => {
    for (const name of REPORTS.filter((each) => each !== 'owed')) {
      const { status, body } = await raw(`/reports/${name}?${query}`)
      t.match([status, body.fields], [400, [{ path, code }]], `${name} ${query}`)
    }
  }
  await refused('from=2026-01-02&to=2026-01-01', 'to', 'too_small')
  await refused('from=2026-01-01&to=2027-02-05&by=DAY', 'to', 'too_large')
  await refused('from=1980-01-01&to=2026-01-01&by=MONTH', 'to', 'too_large')
  await refused('to=2026-01-01', 'from', 'required')
  await refused('from=2026-02-30&to=2026-03-01', 'from', 'wrong_format')
  await refused('from=2026-01-01&to=2026-01-31&by=YEAR', 'by', 'not_allowed')
  await refused('from=2026-01-01&to=2026-01-31&limit=5', 'limit', 'unknown_field')
  const owed = await raw('/reports/owed?from=2026-01-01')
  t.match([owed.status, owed.body.fields[0].path], [400, 'from'], 'owed is of now')
  t.equal((await raw('/reports/profit?from=2026-01-01&to=2026-01-31')).status, 404)
})

t.test('a day has 23 or 25 hours when clocks change [c25-days]', async (t) => {
  const studio = await reportStudio(service)
  await studio.setZone('America/New_York')
  const invoice = async (sentAt: string) => {
    const id = await studio.invoice(await studio.customer(), 100)
    await studio.rows(
      'update invoices set sent_at = $3 where organization_id = $1 and id = $2',
      id,
      sentAt,
    )
  }
  // The first and last millisecond of March 8 (23 hours) and November 1 (25 hours), and their neighbors.
  for (const at of [
    '2026-03-08T04:59:59.999Z',
    '2026-03-08T05:00:00.000Z',
    '2026-03-09T03:59:59.999Z',
    '2026-03-09T04:00:00.000Z',
    '2026-11-01T03:59:59.999Z',
    '2026-11-01T04:00:00.000Z',
    '2026-11-02T04:59:59.999Z',
    '2026-11-02T05:00:00.000Z',
  ]) {
    await invoice(at)
  }
  const amounts = async (from: string, to: string) => {
    const { data } = await studio.report('revenue', { from, to, by: 'DAY' })
    return data.map((row) => row.invoicedAmount)
  }
  t.strictSame(await amounts('2026-03-07', '2026-03-09'), [100, 200, 100])
  t.strictSame(await amounts('2026-10-31', '2026-11-02'), [100, 200, 100])
  t.strictSame(await amounts('2026-03-08', '2026-03-08'), [200])
})

t.test('a day whose midnight is skipped begins later [c25-days]', async (t) => {
  const studio = await reportStudio(service)
  await studio.setZone('Africa/Cairo')
  // 2026-04-24 begins at 01:00, which is 22:00 UTC the day before.
  for (const sentAt of ['2026-04-23T21:59:59.999Z', '2026-04-23T22:00:00.000Z']) {
    const id = await studio.invoice(await studio.customer(), 100)
    await studio.rows(
      'update invoices set sent_at = $3 where organization_id = $1 and id = $2',
      id,
      sentAt,
    )
  }
  const { data } = await studio.report('revenue', {
    from: '2026-04-23',
    to: '2026-04-24',
    by: 'DAY',
  })
  t.strictSame(
    data.map((row) => row.invoicedAmount),
    [100, 100],
  )
})

t.test('a job counts once, when it first entered a status [c25-jobs]', async (t) => {
  const studio = await reportStudio(service)
  const id = await studio.book()
  for (const status of ['BOOKED', 'PENDING', 'BOOKED', 'CANCELLED', 'BOOKED', 'DELIVERED']) {
    await studio.move(id, status)
  }
  await studio.sendBack(id)
  await studio.move(id, 'CANCELLED')
  const { data } = await studio.report('jobs', WIDE)
  t.match(data, [{ booked: 1, delivered: 1, cancelled: 1 }])
})

t.test(
  'turnaround starts at the end of the last appointment before the delivery [c25-turnaround]',
  async (t) => {
    const studio = await reportStudio(service)
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
    const deliver = async (scheduledTime: string, visits: object[] = []) => {
      const id = await studio.book({ scheduledTime, estimatedDuration: 120 })
      for (const visit of visits) await studio.call('POST', `/projects/${id}/visits`, visit)
      await studio.move(id, 'DELIVERED')
    }
    const reported = async () => (await studio.report('turnaround', WIDE)).data
    await deliver(hoursAgo(-5))
    t.match(await reported(), [{ jobs: 0, p50Hours: null, p90Hours: null }], 'not shot yet')
    await deliver(hoursAgo(12))
    t.match(await reported(), [{ jobs: 1, p50Hours: 10, p90Hours: 10 }])
    const twilight = { kind: 'TWILIGHT', scheduledTime: hoursAgo(21), durationMinutes: 60 }
    const reshoot = { kind: 'RESHOOT', scheduledTime: hoursAgo(-48), durationMinutes: 60 }
    await deliver(hoursAgo(30), [twilight, reshoot])
    t.match(await reported(), [{ jobs: 2, p50Hours: 15, p90Hours: 19 }], 'interpolated')
    await deliver(hoursAgo(1))
    t.match(await reported(), [{ jobs: 3, p50Hours: 10 }], 'delivered before the end: 0 hours')
  },
)

t.test('amounts in different currencies are never added [c25-currencies]', async (t) => {
  const studio = await reportStudio(service)
  const customer = await studio.customer()
  for (const [currency, amount] of [
    ['USD', 1_000],
    ['EUR', 500],
    ['USD', 30],
    ['JPY', 7],
  ] as const) {
    await studio.invoice(customer, amount, { currency })
  }
  const revenue = await studio.report('revenue', WIDE)
  t.match(revenue.data, [
    { currency: 'EUR', invoicedAmount: 500 },
    { currency: 'JPY', invoicedAmount: 7 },
    { currency: 'USD', invoicedAmount: 1_030 },
  ])
  const owed = await studio.report('owed')
  t.match(owed.data, [
    { currency: 'EUR', invoices: 1, balanceAmount: 500 },
    { currency: 'JPY', invoices: 1, balanceAmount: 7 },
    { currency: 'USD', invoices: 2, balanceAmount: 1_030 },
  ])
})

t.test(
  'tips and refunds count on their day, voided invoices not at all [c25-revenue]',
  async (t) => {
    const studio = await reportStudio(service)
    const customer = await studio.customer()
    const [paid, void_] = [await studio.invoice(customer, 900), await studio.invoice(customer, 70)]
    await studio.call('POST', `/invoices/${void_}/void`)
    const payment = await studio.pay(paid, { paidAt: '2026-02-03T12:00:00Z' })
    await studio.rows(
      'update payments set tip_amount = 50 where organization_id = $1 and id = $2',
      payment,
    )
    await studio.refund(payment, { refundAmount: 200 })
    await studio.rows(
      `update refunds set created_at = '2026-03-04T12:00:00Z' where organization_id = $1 and payment_id = $2`,
      payment,
    )
    const { data } = await studio.report('revenue', {
      from: '2026-02-01',
      to: '2026-03-31',
      by: 'MONTH',
    })
    t.match(data, [
      { invoicedAmount: 0, receivedAmount: 950, refundedAmount: 0 },
      { invoicedAmount: 0, receivedAmount: 0, refundedAmount: 200 },
    ])
    t.match((await studio.report('revenue', WIDE)).data, [{ invoicedAmount: 900 }])
  },
)

t.test('customers beyond the limit share the last row of their currency [c25-owed]', async (t) => {
  const studio = await reportStudio(service)
  const customer = await studio.customer('Zoe')
  await studio.invoice(customer, 1, { currency: 'EUR' })
  await studio.rows(
    `insert into customers (organization_id, id, name, email)
     select $1, uuid_v7(), 'Customer ' || n, n || '@owed.test' from generate_series(1, 1002) as n`,
  )
  await studio.rows(
    `insert into invoices (organization_id, id, status, customer_id, currency, line_items, subtotal_amount,
       discount_amount, tax_amount, total_amount, sent_at)
     select $1, uuid_v7(), 'SENT', id, 'USD', '[]', 0, 0, 0, 1000 + split_part(name, ' ', 2)::int,
       now() - interval '40 days'
     from customers where organization_id = $1 and name like 'Customer %'`,
  )
  const { data } = await studio.report('owed')
  t.equal(data.length, 1_001)
  t.match(data[0], { customerName: 'Zoe', currency: 'EUR', balanceAmount: 1, days0To30Amount: 1 })
  t.match(data[1], { customerName: 'Customer 1002', balanceAmount: 2_002 })
  t.match(data.at(-1), {
    customerId: null,
    customerName: null,
    currency: 'USD',
    invoices: 3,
    days31To60Amount: 1_001 + 1_002 + 1_003,
    balanceAmount: 1_001 + 1_002 + 1_003,
  })
})

t.test(
  'unknown and foreign ids find nothing, and other tenants see nothing [c25-filters]',
  async (t) => {
    const studio = await reportStudio(service)
    const other = await reportStudio(service)
    const technicianId = await studio.technician('Tess')
    const customerId = await studio.customer()
    const id = await studio.book({ technicianId, customerId })
    await studio.move(id, 'BOOKED')
    await studio.move(id, 'DELIVERED')
    await studio.invoice(customerId, 500)
    const emptyOf = async (name: ReportName) => {
      const query = name === 'owed' ? {} : WIDE
      return (await other.report(name, query)).data
    }
    for (const name of REPORTS) {
      const query = name === 'owed' ? {} : WIDE
      const full = (await studio.report(name, query)).data
      const empty = await emptyOf(name)
      t.notSame(full, empty, name)
      for (const unknown of [randomUUID(), 'none', await other.customer()]) {
        t.same((await studio.report(name, { ...query, customerId: unknown })).data, empty)
      }
    }
  },
)

t.test(
  'roles other than ADMIN and MANAGER, and keys without READ, are refused [c25-reports]',
  async (t) => {
    const studio = await reportStudio(service)
    for (const role of ['MANAGER', 'TECHNICIAN', 'EDITOR'] as const) {
      const key = await (await service.createMember(studio.org, role)).keyWith('READ')
      const { status } = await studio.raw('/reports/owed', {}, key)
      t.equal(status, role === 'MANAGER' ? 200 : 403, role)
    }
    const key = await studio.org.keyWith('WEBHOOKS')
    t.match((await studio.raw('/reports/owed', {}, key)).body, { code: 'scope_missing' })
  },
)
