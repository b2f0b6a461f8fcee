import { DURATIONS_FILE, readDurations } from '../durations.ts'
import { ROOT } from '../files.ts'
import { changesSinceMain } from './changes.ts'
import { type Reached, reachedTests, withinBudget } from './choose.ts'
import { readDependents } from './import-graph.ts'

/** The most relevant tests for the changes since main. It prints each with the reason. */
export function testsOfChange(jobs: number): string[] {
  const { since, files } = changesSinceMain(ROOT)
  const reached = reachedTests(files, readDependents(ROOT))
  const chosen = withinBudget(reached, readDurations(DURATIONS_FILE), jobs)
  say(`${files.length} files changed since ${since}; they reach ${reached.length} test files.`)
  for (const each of chosen) say(`  ${each.test}: ${reasonOf(each)}`)
  const left = reached.length - chosen.length
  if (left > 0) say(`${left} test files that are further away do not run.`)
  return chosen.map(({ test }) => test)
}

function reasonOf({ because, steps }: Reached): string {
  if (steps === 0) return 'changed'
  return steps === 1 ? `imports, starts or reads ${because}` : `${steps} steps away from ${because}`
}

function say(line: string): void {
  // Not on standard output, which has the TAP.
  process.stderr.write(`${line}\n`)
}
