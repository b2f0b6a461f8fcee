import { type Html, html } from '../../html.ts'
import { withQuery } from '../own-address.ts'
import { type Line, legend, linePlot } from './plot.ts'
import type { Rows } from './read.ts'
import { nothingYet, reportSection, type Shown, sentenceOf, tableOf } from './section.ts'
import { TEXTS } from './texts.ts'

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
