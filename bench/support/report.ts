import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { machine } from './costs.ts'
import type { Sample } from './load.ts'
import { drawPlot, type Plot } from './plot.ts'
import { SETTINGS } from './process.ts'
import { type Spread, spreadOf } from './spread.ts'

export interface Figure {
  /** The goal, such as `P1`, and the measure. */
  name: string
  goal: string
  value: Spread
  isMet: boolean
}

export interface Result {
  /** File name in bench/results, without `.json`. */
  name: string
  /** Everything needed to repeat the run: sizes, connections, seconds. */
  setting: Record<string, unknown>
  figures: Figure[]
  samples: Record<string, unknown>
  /** For figures that grow with load or size. */
  plot?: Plot
}

export interface RunOptions {
  /** Smoke test: small data and few rounds. */
  isQuick: boolean
}

/** Prints the figures. A full run also writes `bench/results/<name>.json`, and `.svg` if there is a plot. */
export async function report({ plot, ...result }: Result, { isQuick }: RunOptions): Promise<void> {
  for (const [name, samples] of Object.entries(result.samples)) {
    if (isSampled(samples)) print(`  ${name.padEnd(28)} ${sampleLine(samples)}`)
  }
  printFigures(result.figures)
  if (isQuick) return
  const folder = fileURLToPath(new URL('../results/', import.meta.url))
  await mkdir(folder, { recursive: true })
  const when = new Date().toISOString().slice(0, 10)
  const ran = { when, machine: machine(), node: process.versions.node, postgres: SETTINGS }
  await writeFile(
    `${folder}${result.name}.json`,
    `${JSON.stringify({ ...ran, ...result }, null, 2)}\n`,
  )
  if (plot) await writeFile(`${folder}${result.name}.svg`, drawPlot(plot))
}

function printFigures(figures: readonly Figure[]): void {
  for (const { name, goal, value, isMet } of figures) {
    print(`${isMet ? '✓' : '✗'} ${name.padEnd(44)} ${text(value).padEnd(26)} goal ${goal}`)
  }
}

function isSampled(samples: unknown): samples is Sample[] {
  return Array.isArray(samples) && typeof samples[0]?.perSecond === 'number'
}

function sampleLine(samples: readonly Sample[]): string {
  const median = (pick: (sample: Sample) => number) => spreadOf(samples.map(pick)).median
  const failed = samples.reduce((sum, sample) => sum + sample.failed, 0)
  const shares = Object.keys(samples[0]?.cpuMicrosOf ?? {}).map(
    (name) => `${name} ${median((s) => s.cpuMicrosOf[name] ?? 0).toFixed(0)}`,
  )
  // Draining a backlog has no latencies.
  const latencies = (['p50Ms', 'p99Ms'] as const).flatMap((name) => {
    const known = samples.flatMap((sample) => sample[name] ?? [])
    return known.length > 0 ? [`${name.slice(0, 3)} ${spreadOf(known).median.toFixed(2)} ms`] : []
  })
  return [
    `${median((s) => s.perSecond).toFixed(0)}/s`,
    `${median((s) => s.cpuMicros).toFixed(0)} µs of processor (${shares.join(', ')})`,
    ...latencies,
    `${failed} failed`,
    `foreign ${median((s) => s.foreignCores).toFixed(2)} cores`,
  ].join('  ')
}

function text({ median, least, most }: Spread): string {
  return `${round(median)} (${round(least)}–${round(most)})`
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

type Measure = 'perSecond' | 'cpuMicros'

/** A figure whose median must meet a goal such as `≥ 0.85` or `< 5`. */
export function figure(name: string, goal: string, values: readonly number[]): Figure {
  const value = spreadOf(values)
  const [sign, limit] = [goal[0], Number(/[\d.]+/.exec(goal)?.[0])]
  const isMet = sign === '≥' ? value.median >= limit : value.median <= limit
  return { name, goal, value, isMet: isMet && (sign !== '<' || value.median < limit) }
}

/** The ratio of one target to another, round by round. */
export function compare(
  samples: Map<string, Sample[]>,
  name: string,
  [ours, baseline]: readonly [string, string],
  goal: string,
  measure: Measure = 'perSecond',
): Figure {
  const of = (target: string) => (samples.get(target) ?? []).map((sample) => sample[measure])
  return figure(name, goal, ratios(of(ours), of(baseline)))
}

/** Failures per round, over all targets. */
export function failures(samples: Map<string, Sample[]>, name: string): Figure {
  const value = spreadOf([...samples.values()].flat().map(({ failed }) => failed))
  return { name, goal: '0', value, isMet: value.most === 0 }
}

export function ratios(ours: readonly number[], baseline: readonly number[]): number[] {
  return ours.map((value, round) => value / (baseline[round] ?? Number.NaN))
}
