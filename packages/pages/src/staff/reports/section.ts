import { type Html, html } from '../../html.ts'
import type { StaffVisit } from '../serve.ts'
import type { View } from './period.ts'
import { queryOf, type ReportName } from './read.ts'
import { TEXTS } from './texts.ts'

/** Shared by a page's sections. */
export interface Shown {
  visit: StaffVisit
  view: View
  /** Label of the bucket that begins on this day. */
  labelOf: (day: string) => string
}

/** Figures above a plot. */
export type Sums = readonly (readonly [label: string, value: string])[]

/** A report's figures and plots, with a CSV link next to its name. */
export function reportSection(name: ReportName, { visit, view }: Shown, content: Html): Html {
  const { title, hint } = TEXTS[name]
  const link = html`<a class="button" href="${visit.at}/${name}.csv?${queryOf(name, view)}" aria-label="${TEXTS.csvOf(title)}" download>${TEXTS.csv}</a>`
  return html`<section class="report" id="${name}" aria-labelledby="${name}-title"><div class="head"><h2 id="${name}-title">${title}</h2>${link}</div>
<p class="hint">${hint}</p>
${content}</section>`
}

export function sumsOf(sums: Sums): Html {
  return html`<dl class="sums">${sums.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`
}

/** Text alternative of a plot: `42 booked, 38 delivered`. */
export function sentenceOf(title: string, sums: Sums): string {
  return `${title}: ${sums.map(([label, value]) => `${label} ${value}`).join(', ')}`
}

export interface Column<Row> {
  name: string
  cell: (row: Row) => Html | string
}

/** A plot's figures, collapsed below it. */
export function tableOf<Row>(
  label: string,
  rows: readonly Row[],
  [first, ...columns]: readonly [Column<Row>, ...Column<Row>[]],
): Html {
  return html`<details class="menu"><summary>${TEXTS.table}</summary><div class="wide" role="region" aria-label="${label}" tabindex="0"><table class="figures numbers"><thead><tr><th scope="col">${first.name}</th>${columns.map(({ name }) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr><th scope="row" dir="auto">${first.cell(row)}</th>${columns.map(({ cell }) => html`<td>${cell(row)}</td>`)}</tr>`)}</tbody></table></div></details>`
}

export function nothingYet(text: string = TEXTS.none): Html {
  return html`<p class="soft">${text}</p>`
}
