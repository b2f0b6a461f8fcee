// The reports' rules as plain sums over stored records: without SQL, and with Intl's calendar instead of Temporal's.
import type { ReportStudio, Row } from '@mediajobs/testing/api/report-studio'

const TABLES = {
  projects: 'projects',
  visits: 'project_visits',
  changes: 'project_status_changes',
  deliveries: 'client_deliveries',
  invoices: 'invoices',
  payments: 'payments',
  refunds: 'refunds',
} as const

export type Records = Record<keyof typeof TABLES, Row[]>
export type Filters = { technicianId?: string; editorId?: string; customerId?: string }

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
const USUAL_MINUTES = 60

/** All records, as they are stored. */
export async function recordsOf(studio: ReportStudio): Promise<Records> {
  const all = await Promise.all(
    Object.entries(TABLES).map(async ([name, table]) => [
      name,
      await studio.rows(`select * from ${table} where organization_id = $1`),
    ]),
  )
  return Object.fromEntries(all)
}

/** `2026-05-01` in a time zone. */
export function dayIn(zone: string, at: Date | string | number): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(
    new Date(at),
  )
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

function sumOf(rows: readonly Row[], amount: (row: Row) => number | string): number {
  return rows.reduce((total, row) => total + Number(amount(row)), 0)
}

interface Appointment {
  project: Row
  starts: string
  minutes: number
  technician: string | null
  status: string
}

/** What the reports must say of `all`, with these filters. */
export function referenceOf(all: Records, zone: string, filters: Filters) {
  const { technicianId, editorId, customerId } = filters
  const projects = new Map(all.projects.map((each) => [each.id, each]))
  const payments = new Map(all.payments.map((each) => [each.id, each]))
  const invoices = new Map(all.invoices.map((each) => [each.id, each]))
  const mirrored = new Map(
    all.visits.filter((each) => each.is_mirrored).map((each) => [each.project_id, each]),
  )

  const isIn = (at: string | null, { from, to }: Row) =>
    at !== null && dayIn(zone, at) >= from && dayIn(zone, at) <= to

  const appointments: Appointment[] = [
    ...all.projects.map((project) => ({
      project,
      starts: project.scheduled_time,
      minutes: project.estimated_duration ?? USUAL_MINUTES,
      technician: project.technician_id,
      status: mirrored.get(project.id)?.status ?? 'PLANNED',
    })),
    ...all.visits
      .filter((each) => !each.is_mirrored)
      .map((each) => ({
        project: projects.get(each.project_id) as Row,
        starts: each.scheduled_time,
        minutes: each.duration_minutes ?? USUAL_MINUTES,
        technician: each.technician_id,
        status: each.status,
      })),
  ]

  const hasTechnician = (id: string | null) =>
    technicianId === undefined ||
    appointments.some(
      ({ project, status, technician }) =>
        project.id === id && status !== 'CANCELLED' && technician === technicianId,
    )
  const hasEditor = (id: string | null) =>
    editorId === undefined || projects.get(id)?.editor_id === editorId
  const isChosen = (id: string) =>
    hasTechnician(id) &&
    hasEditor(id) &&
    (customerId === undefined || projects.get(id)?.customer_id === customerId)
  const isBilled = (invoice: Row | undefined) =>
    (customerId === undefined || invoice?.customer_id === customerId) &&
    hasTechnician(invoice?.project_id ?? null) &&
    hasEditor(invoice?.project_id ?? null)

  function firsts(status: string, row: Row): Row[] {
    const first = new Map<string, Row>()
    const inOrder = [...all.changes].sort(
      (a, b) => Date.parse(a.changed_at) - Date.parse(b.changed_at),
    )
    for (const each of inOrder) {
      if (each.to_status === status && !first.has(each.project_id)) first.set(each.project_id, each)
    }
    return [...first.values()].filter(
      (each) => isChosen(each.project_id) && isIn(each.changed_at, row),
    )
  }

  function hoursOf({ project_id, changed_at }: Row): number[] {
    const at = Date.parse(changed_at)
    const ends = appointments
      .filter(({ project, status }) => project.id === project_id && status !== 'CANCELLED')
      .filter(({ starts }) => Date.parse(starts) < at)
      .map(({ starts, minutes }) => Date.parse(starts) + minutes * 60_000)
    return ends.length === 0 ? [] : [Math.max(0, at - Math.max(...ends)) / HOUR_MS]
  }

  const inPeriod = (rows: readonly Row[], time: string, row: Row) =>
    rows.filter((each) => isIn(each[time], row))

  return {
    jobs: (row: Row) => ({
      booked: firsts('BOOKED', row).length,
      delivered: firsts('DELIVERED', row).length,
      cancelled: firsts('CANCELLED', row).length,
    }),
    turnaround(row: Row) {
      const hours = firsts('DELIVERED', row)
        .flatMap(hoursOf)
        .sort((a, b) => a - b)
      const percentile = (share: number) => {
        const place = (hours.length - 1) * share
        const [low = 0, high = 0] = [hours[Math.floor(place)], hours[Math.ceil(place)]]
        return hours.length === 0 ? null : low + (high - low) * (place - Math.floor(place))
      }
      return { jobs: hours.length, p50Hours: percentile(0.5), p90Hours: percentile(0.9) }
    },
    revisions(row: Row) {
      const made = all.deliveries.filter(
        (each) => isIn(each.created_at, row) && isChosen(each.project_id),
      )
      const deliveries = made.length
      const returned = made.filter((each) => each.revision_requested_at !== null).length
      const jobs = new Set(made.map((each) => each.project_id)).size
      return {
        deliveries,
        returned,
        returnedShare: deliveries === 0 ? null : returned / deliveries,
        jobs,
        roundsPerJob: jobs === 0 ? null : returned / jobs,
      }
    },
    revenue(row: Row) {
      const sent = all.invoices.filter(
        (each) => ['SENT', 'PAID'].includes(each.status) && isBilled(each),
      )
      const received = all.payments.filter(
        (each) => each.status === 'SUCCEEDED' && isBilled(invoices.get(each.invoice_id)),
      )
      const back = all.refunds
        .filter((each) => each.status === 'SUCCEEDED')
        .map((each): Row => ({ ...each, ...pick(payments.get(each.payment_id)) }))
        .filter((each) => isBilled(invoices.get(each.invoice_id)))
      const inCurrency = (each: Row) => each.currency === row.currency
      return {
        invoicedAmount: sumOf(
          inPeriod(sent.filter(inCurrency), 'sent_at', row),
          (each) => each.total_amount,
        ),
        receivedAmount: sumOf(
          inPeriod(received.filter(inCurrency), 'succeeded_at', row),
          (each) => Number(each.payment_amount) + Number(each.tip_amount),
        ),
        refundedAmount: sumOf(
          inPeriod(back.filter(inCurrency), 'created_at', row),
          (each) => each.refund_amount,
        ),
      }
    },
    owed(): Map<string, Row> {
      const today = dayIn(zone, Date.now())
      const rows = new Map<string, Row>()
      for (const each of all.invoices.filter((one) => one.status === 'SENT' && isBilled(one))) {
        const balance = balanceOf(each)
        if (balance === 0) continue
        const days = (Date.parse(today) - Date.parse(dayIn(zone, each.sent_at))) / DAY_MS
        const key = `${each.currency} ${each.customer_id}`
        const row = rows.get(key) ?? { invoices: 0, balanceAmount: 0, ages: [0, 0, 0, 0] }
        row.ages[ageOf(days)] += balance
        row.invoices += 1
        row.balanceAmount += balance
        rows.set(key, row)
      }
      return rows
    },
    technicians(period: Row): Map<string | null, Row> {
      const rows = new Map<string | null, Row>()
      const counted = appointments.filter(
        ({ project, technician, starts }) =>
          isIn(starts, period) &&
          (technicianId === undefined || technician === technicianId) &&
          hasEditor(project.id) &&
          (customerId === undefined || project.customer_id === customerId),
      )
      for (const { project, minutes, technician, status } of counted) {
        const row = rows.get(technician) ?? { shoots: 0, hours: 0, cancelled: 0 }
        const isOff =
          status === 'CANCELLED' || (project.status === 'CANCELLED' && status !== 'DONE')
        row.cancelled += isOff ? 1 : 0
        row.shoots += isOff ? 0 : 1
        row.hours += isOff ? 0 : minutes / 60
        rows.set(technician, row)
      }
      return rows
    },
  }
}

function pick(payment: Row | undefined) {
  return { currency: payment?.currency, invoice_id: payment?.invoice_id }
}

function balanceOf({ total_amount, paid_amount, refunded_amount }: Row): number {
  return Number(total_amount) - Number(paid_amount) + Number(refunded_amount)
}

function ageOf(days: number): number {
  return [30, 60, 90].filter((age) => days > age).length
}
