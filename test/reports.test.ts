// The reports of 20 random histories, against plain sums over the records. Each is made over HTTP, then spread over
// half a year including both clock changes, since the service writes only the present.
import { sharedApp } from '@mediajobs/testing/api/app'
import { type ReportStudio, type Row, reportStudio } from '@mediajobs/testing/api/report-studio'
import t, { type Test } from 'tap'
import {
  addDays,
  dayIn,
  type Filters,
  type Records,
  recordsOf,
  referenceOf,
} from './support/report-reference.ts'

const service = await sharedApp()
const ZONES = ['UTC', 'America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'America/Havana']
const STATUSES = ['BOOKED', 'SHOOTING', 'UPLOADED', 'EDITING', 'DELIVERED', 'CANCELLED', 'PENDING']
const CURRENCIES = ['USD', 'EUR', 'JPY']
const JOBS = 5
const SPAN_DAYS = 400
const DAY_MS = 86_400_000

/** A seeded generator of numbers below 1 (mulberry32), so failures can be reproduced. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Jobs with their moves, visits and money, each shifted by a random time. */
async function live(studio: ReportStudio, below: Below) {
  const technicians = [await studio.technician('Tess'), await studio.technician('Tom')]
  const editorId = await studio.editor()
  const customers = [await studio.customer('Ann'), await studio.customer('Bob')]
  const one = <Each>(all: readonly Each[]) => all[below(all.length)] as Each
  for (let n = 0; n < JOBS; n++) {
    const customerId = one(customers)
    const id = await studio.book({
      customerId,
      technicianId: one([...technicians, null]),
      editorId: one([editorId, null]),
      estimatedDuration: one([30, 90, null]),
      scheduledTime: new Date(Date.now() - below(100) * 3_600_000 - 60_000).toISOString(),
    })
    if (below(3) === 0) await addVisits(studio, id, technicians, below)
    await work(studio, id, below)
    await shiftProject(studio, id, below(SPAN_DAYS * DAY_MS))
    for (let invoices = below(3); invoices > 0; invoices--) {
      await bill(studio, customerId, below(2) === 0 ? id : null, below)
    }
  }
  await scatterMoney(studio, below)
}

/** Random moves, including back and forth, with deliveries and revisions. */
async function work(studio: ReportStudio, id: string, below: Below) {
  for (let moves = 2 + below(7); moves > 0; moves--) {
    const status = moves % 3 === 0 ? 'DELIVERED' : (STATUSES[below(STATUSES.length)] ?? 'BOOKED')
    await studio.move(id, status)
    if (status === 'DELIVERED' && below(2) === 0) {
      await studio.sendBack(id)
      // Can't be redelivered while it has open items.
      await studio.move(id, 'EDITING')
    }
  }
}

type Below = (limit: number) => number

async function addVisits(
  studio: ReportStudio,
  id: string,
  technicians: readonly string[],
  below: Below,
) {
  for (const [n, status] of ['DONE', 'PLANNED', 'CANCELLED'].entries()) {
    const scheduledTime = new Date(Date.now() + (below(200) - 150) * 3_600_000).toISOString()
    const body = { kind: 'TWILIGHT', scheduledTime, technicianId: technicians[n % 2] }
    const visit = await studio.call('POST', `/projects/${id}/visits`, body)
    if (status !== 'PLANNED') {
      await studio.call('PATCH', `/projects/${id}/visits/${visit.id}`, { status })
    }
  }
}

async function bill(
  studio: ReportStudio,
  customerId: string,
  projectId: string | null,
  below: Below,
) {
  const currency = CURRENCIES[below(3)]
  const invoice = await studio.invoice(customerId, 1_000 + below(9_000), { currency, projectId })
  if (below(5) === 0) await studio.call('POST', `/invoices/${invoice}/void`)
  else if (below(2) === 0) {
    const payment = await studio.pay(invoice, { paymentAmount: 500 + below(500) })
    if (below(2) === 0) await studio.refund(payment, { refundAmount: 100 + below(300) })
  }
}

/** Moves everything about a project into the past. */
async function shiftProject(studio: ReportStudio, id: string, ms: number) {
  const earlier = (column: string) => `${column} = ${column} - $3 * interval '1 millisecond'`
  const shift = (table: string, columns: string[], key = 'project_id') =>
    studio.rows(
      `update ${table} set ${columns.map(earlier).join(', ')} where organization_id = $1 and ${key} = $2`,
      id,
      ms,
    )
  await shift('projects', ['scheduled_time'], 'id')
  await shift('project_visits', ['scheduled_time'])
  await shift('project_status_changes', ['changed_at', 'shoot_ended_at'])
  await shift('client_deliveries', ['created_at'])
}

async function scatterMoney(studio: ReportStudio, below: Below) {
  const times = { invoices: 'sent_at', payments: 'succeeded_at', refunds: 'created_at' }
  for (const [table, column] of Object.entries(times)) {
    for (const { id } of await studio.rows(`select id from ${table} where organization_id = $1`)) {
      await studio.rows(
        `update ${table} set ${column} = ${column} - $3 * interval '1 millisecond'
         where organization_id = $1 and id = $2`,
        id,
        below(SPAN_DAYS * DAY_MS),
      )
    }
  }
}

const AGES = ['days0To30Amount', 'days31To60Amount', 'days61To90Amount', 'over90DaysAmount']

/** Equal except for rounding of hours and shares. */
function expectSums(t: Test, found: Row, wanted: Row) {
  const isClose = Object.entries(wanted).every(([name, value]) =>
    value === null ? found[name] === null : Math.abs(found[name] - value) <= 0.005001,
  )
  t.ok(isClose, JSON.stringify({ found, wanted }))
}

for (let seed = 1; seed <= 20; seed++) {
  t.test(
    `reports match sums over the records of history ${seed} [c25-jobs, c25-turnaround, c25-revisions, c25-revenue, c25-owed, c25-technicians, c25-filters]`,
    async (t) => {
      const random = randomOf(seed)
      const studio = await reportStudio(service)
      const zone = ZONES[seed % ZONES.length] ?? 'UTC'
      await studio.setZone(zone)
      await live(studio, (limit) => Math.floor(random() * limit))
      const all = await recordsOf(studio)
      const today = dayIn(zone, Date.now())
      const by = ['WEEK', 'MONTH', 'DAY', undefined][seed % 4]
      const from = addDays(today, by === 'DAY' ? -390 : -SPAN_DAYS)
      const period = { from, to: addDays(today, 5) }
      for (const filter of filtersOf(all)) {
        const wanted = referenceOf(all, zone, filter)
        await expectBuckets(t, studio, wanted, { ...period, ...(by && { by }), ...filter })
        await expectPeople(t, studio, wanted, { ...period, ...filter })
      }
    },
  )
}

function filtersOf(all: Records): Filters[] {
  const busy = all.projects.find((each) => each.technician_id !== null)
  const edited = all.projects.find((each) => each.editor_id !== null)
  return [
    {},
    ...(busy ? [{ customerId: busy.customer_id }, { technicianId: busy.technician_id }] : []),
    ...(edited ? [{ editorId: edited.editor_id }] : []),
  ]
}

type Reference = ReturnType<typeof referenceOf>

async function expectBuckets(t: Test, studio: ReportStudio, wanted: Reference, query: Row) {
  for (const name of ['jobs', 'turnaround', 'revisions', 'revenue'] as const) {
    const { data } = await studio.report(name, query)
    for (const row of data) expectSums(t, row, wanted[name](row))
    if (name !== 'revenue') t.equal(data.at(-1)?.to, query.to)
    else for (const currency of CURRENCIES) expectAll(t, data, wanted, { ...query, currency })
  }
}

/** No money is missing. */
function expectAll(t: Test, data: Row[], wanted: Reference, period: Row) {
  const rows = data.filter(({ currency }) => currency === period.currency)
  const all = wanted.revenue(period)
  for (const [name, amount] of Object.entries(all)) {
    t.equal(
      rows.reduce((sum, row) => sum + row[name], 0),
      amount,
    )
  }
}

async function expectPeople(t: Test, studio: ReportStudio, wanted: Reference, query: Row) {
  const { from, to, ...filter } = query
  const work = await studio.report('technicians', query)
  const technicians = wanted.technicians({ from, to })
  t.equal(work.data.length, technicians.size)
  for (const row of work.data) expectSums(t, row, technicians.get(row.technicianId) ?? {})
  const owed = await studio.report('owed', filter)
  const balances = wanted.owed()
  t.equal(owed.data.length, balances.size)
  for (const row of owed.data) {
    const { ages, ...sums } = balances.get(`${row.currency} ${row.customerId}`) ?? {}
    t.match(row, sums)
    t.strictSame(
      AGES.map((age) => row[age]),
      ages,
    )
  }
}
