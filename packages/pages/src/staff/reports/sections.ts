import { type Html, html } from '../../html.ts'
import { withQuery } from '../own-address.ts'
import type { Reports, Rows } from './read.ts'
import {
  barPlot,
  type Line,
  legend,
  linePlot,
  nothingYet,
  reportSection,
  type Shown,
  type Sums,
  sentenceOf,
  sumsOf,
  tableOf,
} from './section.ts'
import { TEXTS } from './texts.ts'

const BASIS_POINTS = 10_000

/** A report's column: its format, and whether it is plotted. */
interface Figure<Row> {
  name: string
  value: (row: Row) => number | null
  write: (value: number) => string
  isDrawn: boolean
}

interface Bucketed<Row> {
  id: string
  title: string
  rows: readonly Row[]
  sums: Sums
  figures: readonly Figure<Row>[]
  isWhole?: boolean
}

/** Figures, plot and table of one report. */
function drawn<Row extends { from: string }>(
  { labelOf }: Shown,
  { id, title, rows, sums, figures, isWhole }: Bucketed<Row>,
): Html {
  const isEmpty = rows.every((row) => figures.every(({ value }) => !value(row)))
  if (isEmpty) return nothingYet()
  const shown = figures.filter(({ isDrawn }) => isDrawn)
  const series = shown.map(({ name, value }) => ({ name, values: rows.map(value) }))
  const [first] = shown
  const labels = rows.map(({ from }) => labelOf(from))
  const write = (value: number | null, figure: Figure<Row>) =>
    value === null ? '–' : figure.write(value)
  return html`${sumsOf(sums)}
${barPlot({ id: `${id}-plot`, title: sentenceOf(title, sums), labels, series, format: first?.write ?? String, isWhole })}
${tableOf(title, rows, [
  { name: TEXTS.period, cell: ({ from }) => labelOf(from) },
  ...figures.map((figure) => ({
    name: figure.name,
    cell: (row: Row) => write(figure.value(row), figure),
  })),
])}`
}

export function jobsSection(shown: Shown, rows: Rows['jobs'][]): Html {
  const { number } = shown.visit.staff.format
  const { title, columns } = TEXTS.jobs
  const names = ['booked', 'delivered', 'cancelled'] as const
  const sums = names.map((name) => {
    const sum = rows.reduce((total, row) => total + row[name], 0)
    return [columns[name], number(sum)] as const
  })
  const figures = names.map((name) => ({
    name: columns[name],
    value: (row: Rows['jobs']) => row[name],
    write: number,
    isDrawn: true,
  }))
  const content = drawn(shown, { id: 'jobs', title, rows, sums, figures, isWhole: true })
  return reportSection('jobs', shown, content)
}

export function turnaroundSection(
  shown: Shown,
  rows: Rows['turnaround'][],
  total: Reports['turnaroundTotal'],
): Html {
  const { number } = shown.visit.staff.format
  const { title, columns } = TEXTS.turnaround
  const hours = (value: number | null | undefined) =>
    value == null ? '–' : TEXTS.technicians.hoursOf(number(Math.round(value * 10) / 10))
  const sums: Sums = [
    [columns.p50Hours, hours(total?.p50Hours)],
    [columns.p90Hours, hours(total?.p90Hours)],
  ]
  const figures = [
    { name: columns.p50Hours, value: (row: Rows['turnaround']) => row.p50Hours, write: hours },
    { name: columns.p90Hours, value: (row: Rows['turnaround']) => row.p90Hours, write: hours },
    { name: columns.jobs, value: (row: Rows['turnaround']) => row.jobs, write: number },
  ].map((each, n) => ({ ...each, isDrawn: n < 2 }))
  const content = drawn(shown, { id: 'turnaround', title, rows, sums, figures })
  return reportSection('turnaround', shown, content)
}

export function revisionsSection(
  shown: Shown,
  rows: Rows['revisions'][],
  total: Reports['revisionsTotal'],
): Html {
  const { number, percent } = shown.visit.staff.format
  const { title, columns } = TEXTS.revisions
  const share = (value: number) => percent(Math.round(value * BASIS_POINTS))
  const sums: Sums = [
    [columns.returnedShare, total?.returnedShare == null ? '–' : share(total.returnedShare)],
    [columns.roundsPerJob, total?.roundsPerJob == null ? '–' : number(total.roundsPerJob)],
    [columns.deliveries, number(total?.deliveries ?? 0)],
  ]
  type Row = Rows['revisions']
  const figures = [
    { name: columns.returnedShare, value: (row: Row) => row.returnedShare, write: share },
    { name: columns.deliveries, value: (row: Row) => row.deliveries, write: number },
    { name: columns.returned, value: (row: Row) => row.returned, write: number },
    { name: columns.roundsPerJob, value: (row: Row) => row.roundsPerJob, write: number },
  ].map((each, n) => ({ ...each, isDrawn: n === 0 }))
  const content = drawn(shown, { id: 'revisions', title, rows, sums, figures })
  return reportSection('revisions', shown, content)
}

/** One plot per currency, since amounts can't be added. */
export function revenueSection(shown: Shown, all: Rows['revenue'][]): Html {
  const { format } = shown.visit.staff
  const { columns, titleIn } = TEXTS.revenue
  const names = ['invoicedAmount', 'receivedAmount', 'refundedAmount'] as const
  const currencies = [...new Set(all.map(({ currency }) => currency))]
  const plots = currencies.map((currency) => {
    const rows = all.filter((row) => row.currency === currency)
    const money = (amount: number) => format.money(amount, currency)
    const sums = names.map((name) => {
      const sum = rows.reduce((total, row) => total + row[name], 0)
      return [columns[name], money(sum)] as const
    })
    const figures = names.map((name) => ({
      name: columns[name],
      value: (row: Rows['revenue']) => row[name],
      write: money,
      isDrawn: true,
    }))
    const id = `revenue-${currency.toLowerCase()}`
    return html`<h3>${currency}</h3>${drawn(shown, { id, title: titleIn(currency), rows, sums, figures })}`
  })
  return reportSection('revenue', shown, plots.length === 0 ? nothingYet() : html`${plots}`)
}

/** Lines plotted; the rest is in the table. */
const DRAWN_LINES = 10

const AGES = [
  'days0To30Amount',
  'days31To60Amount',
  'days61To90Amount',
  'over90DaysAmount',
] as const

/** What customers owe per currency, highest balances first. */
export function owedSection(shown: Shown, all: Rows['owed'][]): Html {
  const { format } = shown.visit.staff
  const { title, columns, invoices, nothing } = TEXTS.owed
  if (all.length === 0) return reportSection('owed', shown, nothingYet(nothing))
  const currencies = [...new Set(all.map(({ currency }) => currency))]
  const plots = currencies.map((currency) => {
    const rows = all.filter((row) => row.currency === currency)
    const money = (amount: number) => format.money(amount, currency)
    const lines = rows.slice(0, DRAWN_LINES).map((row): Line => {
      const ages = AGES.filter((age) => row[age] > 0)
      const said = ages.map((age) => [columns[age], money(row[age])] as const)
      return {
        label: customerOf(shown, row),
        values: AGES.map((age) => row[age]),
        title: sentenceOf(row.customerName ?? TEXTS.others, said),
        text: money(row.balanceAmount),
      }
    })
    const id = `owed-${currency.toLowerCase()}`
    return html`<h3>${currency}</h3>${linePlot(id, lines, 'a')}
${tableOf(`${title}, ${currency}`, rows, [
  { name: TEXTS.customer, cell: (row) => customerOf(shown, row) },
  { name: invoices, cell: (row) => format.number(row.invoices) },
  ...[...AGES, 'balanceAmount' as const].map((name) => ({
    name: columns[name],
    cell: (row: Rows['owed']) => money(row[name]),
  })),
])}`
  })
  return reportSection(
    'owed',
    shown,
    html`${legend(
      AGES.map((age) => columns[age]),
      'a',
    )}${plots}`,
  )
}

/** Links to the customer's reports. */
function customerOf({ visit }: Shown, { customerId, customerName }: Rows['owed']): Html {
  if (customerId === null) return html`${TEXTS.others}`
  const address = withQuery(visit.at, [['customerId', customerId]])
  return html`<a href="${address}" dir="auto">${customerName}</a>`
}

/** Hours per technician, most first. */
export function techniciansSection(shown: Shown, rows: Rows['technicians'][]): Html {
  const { number } = shown.visit.staff.format
  const { title, columns, hoursOf } = TEXTS.technicians
  if (rows.length === 0) return reportSection('technicians', shown, nothingYet())
  const nameOf = ({ technicianId, technicianName }: Rows['technicians']) =>
    technicianId === null ? TEXTS.unassigned : (technicianName ?? '')
  const sorted = [...rows].sort((a, b) => b.hours - a.hours)
  const lines = sorted.slice(0, DRAWN_LINES).map((row): Line => {
    const text = hoursOf(number(row.hours))
    const said = [
      [columns.hours, number(row.hours)],
      [columns.shoots, number(row.shoots)],
    ] as const
    return {
      label: html`<span dir="auto">${nameOf(row)}</span>`,
      values: [row.hours],
      title: sentenceOf(nameOf(row), said),
      text,
    }
  })
  const content = html`${linePlot('technicians', lines)}
${tableOf(title, sorted, [
  { name: TEXTS.technician, cell: nameOf },
  { name: columns.shoots, cell: ({ shoots }) => number(shoots) },
  { name: columns.hours, cell: ({ hours }) => number(hours) },
  { name: columns.cancelled, cell: ({ cancelled }) => number(cancelled) },
])}`
  return reportSection('technicians', shown, content)
}
