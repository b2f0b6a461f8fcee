import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Figure, type RunOptions, report } from '../support/report.ts'
import { spreadOf } from '../support/statistics.ts'
import type { Arrival } from './arrivals.ts'
import type { Books } from './books.ts'
import type { Findings } from './compare-books.ts'
import { FLEET_SETTINGS } from './database.ts'
import { coresOf, type Hour, hourLine } from './day.ts'
import type { Diary } from './diary.ts'
import type { Span } from './failures.ts'
import { type CostOfBooking, forecast } from './forecast.ts'
import type { Subscription } from './population.ts'
import { type KindFigures, QUIET, type SeenRequests, timesText } from './seen.ts'
import type { Setting } from './setting.ts'
import type { Usage } from './usage.ts'
import { webhookTimes } from './webhook-times.ts'

/** Everything that is known of a day at its end. */
export interface DayOfFleet {
  setting: Setting
  subscriptions: readonly Subscription[]
  seen: SeenRequests
  books: Books
  spans: readonly Span[]
  hours: readonly Hour[]
  diary: Diary
  arrivals: readonly Arrival[]
  findings: Findings
  drained: { seconds: number; left: { waiting: number; failed: number; previews: number } }
  idle: { usage: Usage; seconds: number }
  cost: CostOfBooking
}

/** Prints the day, and writes results and diary after a full run. */
export async function reportDay(day: DayOfFleet, options: RunOptions): Promise<void> {
  const { setting, seen, books, spans, hours, diary, findings, drained, idle, cost } = day
  const { arrivals, subscriptions } = day
  const kinds = Object.fromEntries(
    seen.kinds().map((kind) => {
      const during = spans.map(({ name }) => [name, seen.figures({ kind, phase: name })] as const)
      const all = [
        ['all day', seen.figures({ kind })],
        [QUIET, seen.figures({ kind, phase: QUIET })],
      ]
      return [kind, Object.fromEntries([...all, ...during]) as Record<string, KindFigures>]
    }),
  )
  const webhooks = webhookTimes(arrivals, subscriptions, spans)
  const prediction = forecast(books.bookings, setting.organizations, cost)
  const summary = [
    `${books.bookings} bookings (${books.approved} approved, ${books.open} open at midnight), ${books.imported} projects imported, ${seen.count} requests`,
    `${seen.answeredLater} calls answered only at a repeat, ${books.repeatedChanges} changes whose first try was not answered, ${seen.unanswered} calls never answered`,
    ...hours.map(hourLine),
    ...Object.entries(kinds).map(([kind, of]) => kindLine(kind, of)),
    ...Object.entries(webhooks).map(
      ([phase, times]) => `webhooks, ${phase}: ${times.count}, ${timesText(times)}`,
    ),
    `idle: ${coresOf(idle.usage, idle.seconds).ownCores.toFixed(3)} cores; of a booking, in ms: ${JSON.stringify(rounded(cost.cpuMs))}; in bytes: ${JSON.stringify(rounded(cost.bytes))}, WAL ${cost.walBytes.toFixed(0)}`,
    `a hundred times that: ${prediction.join('\n    ')}`,
    ...[...seen.refusals].map(([what, count]) => `refused, ${count} times: ${what}`),
    ...[...seen.odd].map(([what, count]) => `odd, ${count} times: ${what}`),
  ]
  for (const line of summary) process.stdout.write(`  ${line}\n`)
  const figures = figuresOf(findings, seen, drained)
  const samples = {
    bookings: { booked: books.bookings, approved: books.approved, open: books.open },
    imported: books.imported,
    repeatedChanges: books.repeatedChanges,
    answeredLater: seen.answeredLater,
    findings,
    drained,
    kinds,
    webhooks,
    hours,
    failures: spans.map(({ name, fromMs, undoneMs, toMs }) => ({
      name,
      undoneSeconds: (undoneMs - fromMs) / 1_000,
      seconds: (toMs - fromMs) / 1_000,
      ...seen.figures({ phase: name }),
    })),
    idle,
    cost,
    forecast: prediction,
    diary: diary.lines,
    refusals: Object.fromEntries(seen.refusals),
    odd: Object.fromEntries(seen.odd),
  }
  await report(
    { name: 'fleet', setting: { ...setting }, figures, samples, postgres: FLEET_SETTINGS },
    options,
  )
  if (!options.isQuick) await writeDiary(day, [...summary, ...figures.map(figureLine)])
}

function kindLine(kind: string, of: Record<string, KindFigures>): string {
  const all = of['all day'] as KindFigures
  const quiet = of[QUIET] as KindFigures
  return `${kind}: ${all.requests}, ${all.limited} limited, ${all.refused} refused; quiet ${timesText(quiet)}; all day ${timesText(all)}`
}

function rounded(values: Record<string, number>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, Number(value.toPrecision(3))]),
  )
}

function figuresOf(
  findings: Findings,
  seen: SeenRequests,
  { left }: DayOfFleet['drained'],
): Figure[] {
  const none = (name: string, count: number): Figure => ({
    name,
    goal: '0',
    value: spreadOf([count]),
    isMet: count === 0,
  })
  return [
    none(`webhooks lost, of ${findings.promised}`, findings.lost),
    none('webhooks that no change explains', findings.unfounded),
    none(`repeats that no failure explains, of ${findings.repeated}`, findings.unexplained),
    none('wrong signatures', findings.wrongSignatures),
    none('projects with another state than in the books', findings.statesOff),
    none('projects that are not in the books', findings.projectsTooMany),
    none('organizations with wrong counts', findings.countsOff),
    none('calls never answered', seen.unanswered),
    none(
      'responses that no caller should get',
      [...seen.odd.values()].reduce((a, b) => a + b, 0),
    ),
    none('webhooks and pictures left after the drain', left.waiting + left.failed + left.previews),
  ]
}

function figureLine({ name, value, goal }: Figure): string {
  return `${name}: ${value.median} (goal ${goal})`
}

async function writeDiary({ diary }: DayOfFleet, summary: readonly string[]): Promise<void> {
  const folder = fileURLToPath(new URL('../results/', import.meta.url))
  await mkdir(folder, { recursive: true })
  const text = `# A day of the fleet\n\nThe time is that of the simulated day.\n\n\`\`\`text\n${diary.lines.join('\n')}\n\`\`\`\n\n## At the end\n\n\`\`\`text\n${summary.join('\n')}\n\`\`\`\n`
  await writeFile(`${folder}fleet-diary.md`, text)
}
