import type { Html } from '../../html.ts'
import { html } from '../../html.ts'
import { barPlot } from './plot.ts'
import type { Reports, Rows } from './read.ts'
import {
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
