import type { Spread } from './spread.ts'

/** A figure by load or size, drawn with median, minimum and maximum of the rounds. */
export interface Plot {
  title: string
  /** The unit of `at`. */
  axis: string
  lines: Line[]
}

interface Line {
  name: string
  points: { at: number; value: Spread }[]
}

const [WIDTH, HEIGHT] = [720, 320]
const AREA = { left: 56, right: 520, top: 44, bottom: 270 }
const LABEL_GAP = 18
const MAX_TICKS = 6
// Each is legible on white and on GitHub's dark background.
const COLORS = ['#2f7dd1', '#c9572b', '#2e9a5b', '#9a63c7', '#b8860b']
const STYLE = `text { font: 13px system-ui, sans-serif; fill: #57606a } .title { font-weight: 600 }
  .grid { stroke: #8b949e; stroke-opacity: .3 } .line { fill: none; stroke-width: 2 }
  @media (prefers-color-scheme: dark) { text { fill: #b1bac4 } }`

/** An SVG with a logarithmic horizontal axis, and a vertical one from zero. */
export function drawPlot({ title, axis, lines }: Plot): string {
  const points = lines.flatMap((line) => line.points)
  const ats = [...new Set(points.map(({ at }) => at))].sort((a, b) => a - b)
  const [first = 1, last = 1] = [ats[0], ats.at(-1)]
  const step = tickStep(Math.max(...points.map(({ value }) => value.most)))
  const ticks = Array.from({ length: MAX_TICKS + 1 }, (_, i) => i * step.size).slice(0, step.count)
  const top = ticks.at(-1) ?? 1
  const x = (at: number) =>
    AREA.left + (Math.log(at / first) / Math.log(last / first)) * (AREA.right - AREA.left)
  const y = (value: number) => AREA.bottom - (value / top) * (AREA.bottom - AREA.top)
  const ends = labelHeights(lines.map(({ points }) => y(points.at(-1)?.value.median ?? 0)))
  const drawn = lines.map(({ name, points }, i) => {
    const color = COLORS[i % COLORS.length]
    const corners = points.map(({ at, value }) => `${round(x(at))},${round(y(value.median))}`)
    const marks = points.map(
      ({
        at,
        value,
      }) => `<path d="M${round(x(at))} ${round(y(value.least))}V${round(y(value.most))}" stroke="${color}" stroke-opacity=".5"/>
  <circle cx="${round(x(at))}" cy="${round(y(value.median))}" r="3.5" fill="${color}"/>`,
    )
    return `<polyline class="line" stroke="${color}" points="${corners.join(' ')}"/>
  ${marks.join('\n  ')}
  <text x="${AREA.right + 12}" y="${round((ends[i] ?? 0) + 4)}" style="fill: ${color}">${name}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img">
  <title>${title}</title>
  <style>${STYLE}</style>
  <text class="title" x="${AREA.left}" y="22">${title}</text>
  ${ticks
    .map(
      (tick) => `<path class="grid" d="M${AREA.left} ${round(y(tick))}H${AREA.right}"/>
  <text x="${AREA.left - 8}" y="${round(y(tick) + 4)}" text-anchor="end">${number(tick)}</text>`,
    )
    .join('\n  ')}
  ${ats.map((at) => `<text x="${round(x(at))}" y="${AREA.bottom + 20}" text-anchor="middle">${number(at)}</text>`).join('\n  ')}
  <text x="${(AREA.left + AREA.right) / 2}" y="${AREA.bottom + 42}" text-anchor="middle">${axis}</text>
  ${drawn.join('\n  ')}
</svg>
`
}

/** Ticks at 1, 2 or 5 times a power of ten, from zero to above `most`. */
function tickStep(most: number): { size: number; count: number } {
  const power = 10 ** Math.floor(Math.log10(most / MAX_TICKS))
  const size = [1, 2, 5, 10].map((n) => n * power).find((n) => n * MAX_TICKS >= most) ?? most
  return { size, count: Math.ceil(most / size) + 1 }
}

/** Moves labels down until none overlaps another. */
function labelHeights(wanted: readonly number[]): number[] {
  const heights = [...wanted]
  const byHeight = [...wanted.keys()].sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0))
  byHeight.slice(1).forEach((line, above) => {
    const lowest = (heights[byHeight[above] ?? 0] ?? 0) + LABEL_GAP
    heights[line] = Math.max(heights[line] ?? 0, lowest)
  })
  return heights
}

const round = (value: number) => Math.round(value * 10) / 10
const number = (value: number) => Number(value.toPrecision(3)).toLocaleString('en')
