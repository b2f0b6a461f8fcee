import { type Html, html, nothing } from '../../html.ts'
import type { StaffVisit } from '../serve.ts'
import { queryOf, type ReportName, type View } from './read.ts'
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

/** Text alternative of a plot: `Jobs: Booked 42, Delivered 38`. */
export function sentenceOf(title: string, sums: Sums): string {
  return `${title}: ${sums.map(([label, value]) => `${label} ${value}`).join(', ')}`
}

interface Column<Row> {
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

/** One value per bucket; null for none. */
interface Series {
  name: string
  values: readonly (number | null)[]
}

interface Plot {
  /** The SVG's id, unique on the page. */
  id: string
  /** Text alternative of the plot, for screen readers. */
  title: string
  labels: readonly string[]
  series: readonly Series[]
  format: (value: number) => string
  /** For counts: the scale has no halves. */
  isWhole?: boolean | undefined
}

const HEIGHT = 100
/** Width of a bucket. The SVG is stretched to its container. */
const WIDTH = 10
const GAP = 2
/** Keeps small values visible next to large ones. */
const LEAST = 1.5

/** Grouped bars per bucket, with a scale and the first, middle and last label. */
export function barPlot({ id, title, labels, series, format, isWhole = false }: Plot): Html {
  const most = Math.max(...series.flatMap(({ values }) => values.map((value) => value ?? 0)))
  const nice = niceTop(most)
  const top = isWhole && nice % 2 !== 0 ? nice + 1 : nice
  const paths = series.map(({ values }, n) => pathOf(values, n, series.length, top))
  const write = (value: number | null | undefined) => (value == null ? '–' : format(value))
  const tips = labels.map((label, n) =>
    tipOf(
      n,
      sentenceOf(
        label,
        series.map(({ name, values }) => [name, write(values[n])]),
      ),
    ),
  )
  return html`${series.length > 1 ? legend(series.map(({ name }) => name)) : nothing}
<div class="plot"><div class="scale" aria-hidden="true"><span>${format(top)}</span><span>${format(top / 2)}</span><span>${format(0)}</span></div>
<svg viewBox="0 0 ${labels.length * WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-labelledby="${id}"><title id="${id}">${title}</title><path class="grid" d="M0 0H${labels.length * WIDTH}M0 ${HEIGHT / 2}H${labels.length * WIDTH}M0 ${HEIGHT}H${labels.length * WIDTH}"/>${paths.map((path, n) => html`<path class="s${n + 1}" d="${path}"/>`)}${tips}</svg>
<div class="times" aria-hidden="true">${timesOf(labels).map((label) => html`<span>${label}</span>`)}</div></div>`
}

/** The tooltip of a bucket, over its whole height. */
function tipOf(n: number, text: string): Html {
  return html`<rect class="tip" x="${n * WIDTH}" width="${WIDTH}" height="${HEIGHT}"><title>${text}</title></rect>`
}

function pathOf(values: Series['values'], place: number, of: number, top: number): string {
  const width = (WIDTH - GAP) / of
  return values
    .map((value, n) => {
      if (value === null || value === 0) return ''
      const height = Math.max((value / top) * HEIGHT, LEAST)
      const x = n * WIDTH + GAP / 2 + place * width
      return `M${short(x)} ${HEIGHT}v-${short(height)}h${short(width * 0.9)}V${HEIGHT}z`
    })
    .join('')
}

function short(value: number): string {
  return String(Math.round(value * 100) / 100)
}

/** Rounds up to 1, 2, 4, 5 or 8 times a power of ten, so half of it is round too. */
function niceTop(most: number): number {
  if (most <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(most))
  const factor = [1, 2, 4, 5, 8, 10].find((each) => each * power >= most) ?? 10
  return factor * power
}

function timesOf(labels: readonly string[]): string[] {
  const [first = '', last = ''] = [labels[0], labels.at(-1)]
  if (labels.length < 3) return labels.length === 1 ? [first] : [first, last]
  return [first, labels[Math.floor(labels.length / 2)] ?? '', last]
}

/** The palette: `s` for series, `a` for ages from calm to alarming. */
type Colors = 's' | 'a'

export function legend(names: readonly string[], colors: Colors = 's'): Html {
  return html`<ul class="legend">${names.map((name, n) => html`<li><i class="key ${colors}${n + 1}"></i>${name}</li>`)}</ul>`
}

export interface Line {
  label: Html
  /** Stacked. */
  values: readonly number[]
  /** Text alternative of the bar. */
  title: string
  text: string
}

/** Length of the longest bar in its SVG. */
const LENGTH = 100

/** Horizontal bars on one scale, each with its label and value. */
export function linePlot(id: string, lines: readonly Line[], colors: Colors = 's'): Html {
  const sums = lines.map(({ values }) => values.reduce((sum, value) => sum + value, 0))
  const top = Math.max(...sums, 1e-9)
  return html`<ul class="lines-plot">${lines.map(({ label, values, title, text }, n) => {
    let x = 0
    const bars = values.map((value, place) => {
      const width = (value / top) * LENGTH
      const bar = html`<rect class="${colors}${place + 1}" x="${short(x)}" width="${short(width)}" height="10"/>`
      x += width
      return value === 0 ? nothing : bar
    })
    return html`<li><span class="of">${label}</span><svg viewBox="0 0 ${LENGTH} 10" preserveAspectRatio="none" role="img" aria-labelledby="${id}-${n}"><title id="${id}-${n}">${title}</title>${bars}</svg><span class="value">${text}</span></li>`
  })}</ul>`
}
