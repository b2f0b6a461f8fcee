import { expectedMs } from '../durations.ts'
import type { Dependents } from './import-graph.ts'

/** A test file that a change reaches. */
export interface Reached {
  test: string
  /** The changed file that is nearest to it. */
  because: string
  /** The number of imports between them: 0 for a changed test, 1 for a test that imports the change. */
  steps: number
  /** The number of words that both paths have: `webhook`, `rotate`. */
  sharedWords: number
}

// With it, a small change is tested within a minute, with the start of the servers.
const BUDGET_MS = 35_000
// These words name the place of a file, not its subject.
const PLACES = new Set([
  'apps',
  'packages',
  'src',
  'test',
  'ts',
  'index',
  'support',
  'scripts',
  'md',
  'docs',
])

/** The test files that the changed files reach, the most relevant first. */
export function reachedTests(changed: readonly string[], dependents: Dependents): Reached[] {
  const best = new Map<string, Reached>()
  for (const because of changed) {
    for (const [file, steps] of stepsFrom(because, dependents)) {
      if (!file.endsWith('.test.ts')) continue
      const reached = { test: file, because, steps, sharedWords: sharedWords(file, because) }
      const known = best.get(file)
      if (!known || byNearness(reached, known) < 0) best.set(file, reached)
    }
  }
  return [...best.values()].sort(byNearness)
}

/** The first ones that fit into a minute, but at least one. */
export function withinBudget(
  reached: readonly Reached[],
  durationsMs: Readonly<Record<string, number>>,
  jobs: number,
): Reached[] {
  let leftMs = BUDGET_MS * jobs
  return reached.filter(({ test, steps }, index) => {
    const durationMs = expectedMs(test, durationsMs)
    const isChosen = index === 0 || steps === 0 || (durationMs < BUDGET_MS && durationMs < leftMs)
    if (isChosen) leftMs -= durationMs
    return isChosen
  })
}

function stepsFrom(changed: string, dependents: Dependents): Map<string, number> {
  const steps = new Map([[changed, 0]])
  // The map grows while the loop runs, so near files are found first.
  for (const [file, count] of steps) {
    for (const dependent of dependents.get(file) ?? []) {
      if (!steps.has(dependent)) steps.set(dependent, count + 1)
    }
  }
  return steps
}

/** First the tests that import the change, then those with similar names, then the near ones. */
function byNearness(a: Reached, b: Reached): number {
  return (
    directness(a) - directness(b) ||
    b.sharedWords - a.sharedWords ||
    a.steps - b.steps ||
    a.test.localeCompare(b.test)
  )
}

function directness({ steps }: Reached): number {
  return Math.min(steps, 2)
}

function sharedWords(a: string, b: string): number {
  const others = wordsOf(b)
  return [...wordsOf(a)].filter((word) => others.has(word)).length
}

function wordsOf(path: string): Set<string> {
  const words = path
    .toLowerCase()
    .split(/[^a-z]+/)
    .map((word) => word.replace(/s$/, ''))
  return new Set(
    words.filter((word) => word.length > 1 && !PLACES.has(word) && !PLACES.has(`${word}s`)),
  )
}
