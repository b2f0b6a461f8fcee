import type { Figure } from './report.ts'
import type { Sample } from './rounds.ts'
import { ratios, spreadOf } from './statistics.ts'

type Measure = 'perSecond' | 'cpuMicros'

/** The ratio of one target to another in each round, with a goal such as `≥ 0.85`. */
export function compare(
  samples: Map<string, Sample[]>,
  name: string,
  [ours, baseline]: readonly [string, string],
  goal: string,
  measure: Measure = 'perSecond',
): Figure {
  const of = (target: string) => (samples.get(target) ?? []).map((sample) => sample[measure])
  const value = spreadOf(ratios(of(ours), of(baseline)))
  const limit = Number(/[\d.]+/.exec(goal)?.[0])
  const isMet = goal.startsWith('≥') ? value.median >= limit : value.median <= limit
  return { name, goal, value, isMet }
}

/** The failed work of each round, over all targets. The goal is 0. */
export function failures(samples: Map<string, Sample[]>, name: string): Figure {
  const value = spreadOf([...samples.values()].flat().map(({ failed }) => failed))
  return { name, goal: '0', value, isMet: value.most === 0 }
}
