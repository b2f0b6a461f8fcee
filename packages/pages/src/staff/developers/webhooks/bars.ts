import { type Html, html, nothing } from '../../../html.ts'
import type { Visit } from '../visit.ts'
import type { Stats } from './records.ts'
import { TEXTS } from './texts.ts'

const WIDTH = 10
const GAP = 2
const HEIGHT = 40

/** A bar for each of the last 24 hours: below what succeeded, above it what failed. */
export function bars({ hours }: Stats): Html {
  const most = Math.max(1, ...hours.map(({ succeeded, failed }) => succeeded + failed))
  const total = (name: 'succeeded' | 'failed') => hours.reduce((sum, hour) => sum + hour[name], 0)
  const [good, bad] = [total('succeeded'), total('failed')]
  const label = good + bad === 0 ? TEXTS.noAttempts : TEXTS.bars(`${good}`, `${bad}`)
  return html`<svg class="bars" role="img" aria-label="${label}" viewBox="0 0 ${hours.length * (WIDTH + GAP)} ${HEIGHT + 1}" preserveAspectRatio="none">${hours.map(
    (hour, index) => bar(hour, index * (WIDTH + GAP), most),
  )}</svg><p class="soft">${label}</p>`
}

function bar({ succeeded, failed }: Stats['hours'][number], x: number, most: number): Html {
  // What happened is at least a line.
  const high = (count: number) => (count === 0 ? 0 : Math.max(2, (count / most) * HEIGHT))
  const [good, bad] = [high(succeeded), high(failed)]
  const rect = (name: string, y: number, height: number) =>
    height === 0
      ? nothing
      : html`<rect class="${name}" x="${x}" y="${y.toFixed(1)}" width="${WIDTH}" height="${height.toFixed(1)}"/>`
  return html`${rect('none', HEIGHT, 1)}${rect('good', HEIGHT - good, good)}${rect('bad', Math.max(0, HEIGHT - good - bad), bad)}`
}

/** The same as a table, with the durations. Hours without an attempt are left out. */
export function hourTable({ clock }: Visit, { hours }: Stats): Html {
  const busy = hours.filter(({ succeeded, failed }) => succeeded + failed > 0).reverse()
  if (busy.length === 0) return nothing
  return html`<details class="menu"><summary>${TEXTS.hours}</summary><div class="wide"><table class="figures">
<thead><tr><th scope="col">${TEXTS.hour}</th><th scope="col">${TEXTS.succeeded}</th><th scope="col">${TEXTS.failed}</th><th scope="col">${TEXTS.p95}</th></tr></thead>
<tbody>${busy.map(
    ({ startsAt, succeeded, failed, p95Ms }) =>
      html`<tr><th scope="row">${clock.short(startsAt)}</th><td>${succeeded}</td><td>${failed}</td><td>${p95Ms === null ? '' : `${p95Ms} ms`}</td></tr>`,
  )}</tbody></table></div></details>`
}
