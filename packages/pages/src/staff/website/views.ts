import { type Html, html } from '../../html.ts'
import { dayIn } from '../day.ts'
import { section } from '../parts.ts'
import type { Staff } from '../staff.ts'
import type { Views } from './read.ts'
import { TEXTS } from './texts.ts'

const DAYS = 30
const DAY_MS = 86_400_000
const [WIDTH, HEIGHT, GAP] = [600, 80, 4]

type Day = Views['data'][number]

/** Views of the last days: a bar per day, and a table of the numbers. */
export function viewsSection({ format, organization }: Staff, views: Views): Html {
  const { data, brandedTotal, unbrandedTotal } = views
  if (brandedTotal + unbrandedTotal === 0)
    return section('views', TEXTS.views, html`<p class="soft">${TEXTS.noViews}</p>`)
  const counts = lastDays(organization.timeZone, data).map(viewsOf)
  const label = TEXTS.chart(
    counts.reduce((sum, count) => sum + count, 0),
    DAYS,
  )
  const row = ({ day, branded, unbranded }: Day) =>
    html`<tr><th scope="row">${format.mediumDay(`${day}T12:00:00Z`)}</th><td>${branded}</td><td>${unbranded}</td></tr>`
  return section(
    'views',
    TEXTS.views,
    html`<p>${label}. <span class="soft">${TEXTS.viewsOf(brandedTotal, unbrandedTotal)}</span></p>
${chart(counts, label)}
<details><summary class="button">${TEXTS.table}</summary><table class="figures"><thead><tr><th scope="col">${TEXTS.day}</th><th scope="col">${TEXTS.branded}</th><th scope="col">${TEXTS.unbranded}</th></tr></thead><tbody>${data.map(row)}</tbody></table></details>`,
  )
}

function viewsOf({ branded, unbranded }: Day): number {
  return branded + unbranded
}

/** The last days up to today. Days without views are missing from the list. */
function lastDays(timeZone: string | null, data: readonly Day[]): Day[] {
  const byDay = new Map(data.map((each) => [each.day, each]))
  const today = Date.parse(`${dayIn(timeZone, null).name}T12:00:00Z`)
  return Array.from({ length: DAYS }, (_, at) => {
    const day = new Date(today - (DAYS - 1 - at) * DAY_MS).toISOString().slice(0, 10)
    return byDay.get(day) ?? { day, branded: 0, unbranded: 0 }
  })
}

function chart(counts: readonly number[], label: string): Html {
  const most = Math.max(1, ...counts)
  const step = WIDTH / counts.length
  const bars = counts.map((count, at) => {
    // A day without views is a line.
    const height = Math.max(1, Math.round((count / most) * HEIGHT))
    return html`<rect x="${at * step}" y="${HEIGHT - height}" width="${step - GAP}" height="${height}"/>`
  })
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${label}">${bars}</svg>`
}
