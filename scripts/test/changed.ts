import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EngineError } from '@mediajobs/local-engines'
import { DURATIONS_FILE, expectedMs, ROOT, readDurations } from './plan.ts'

/** Selects the most relevant tests for the changes since main. Prints each with the reason. */
export function testsOfChange(jobs: number): string[] {
  const { since, files } = changesSinceMain(ROOT)
  const reached = reachedTests(files, readDependents(ROOT))
  const chosen = withinBudget(reached, readDurations(DURATIONS_FILE), jobs)
  say(`${files.length} files changed since ${since}; ${reached.length} test files are affected.`)
  for (const each of chosen) say(`  ${each.test}: ${reasonOf(each)}`)
  const left = reached.length - chosen.length
  if (left > 0) say(`${left} more distant test files are skipped.`)
  return chosen.map(({ test }) => test)
}

function reasonOf({ because, steps }: Reached): string {
  if (steps === 0) return 'changed'
  return steps === 1 ? `imports, starts or reads ${because}` : `${steps} steps away from ${because}`
}

function say(line: string): void {
  // Not on stdout, which has the TAP.
  process.stderr.write(`${line}\n`)
}

/** A test file that a change reaches. */
export interface Reached {
  test: string
  /** The nearest changed file. */
  because: string
  /** The number of imports between them: 0 for a changed test, 1 for a test that imports the change. */
  steps: number
  /** The number of words shared by both paths: `webhook`, `rotate`. */
  sharedWords: number
}

// Tests a small change within a minute, including server startup.
const BUDGET_MS = 35_000
// Words for a file's location, not its subject.
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

/** The test files affected by the changed files, most relevant first. */
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

/** The most relevant tests that fit into the budget; always the first, and all changed tests. */
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
  // The map grows during iteration, so near files are found first.
  for (const [file, count] of steps) {
    for (const dependent of dependents.get(file) ?? []) {
      if (!steps.has(dependent)) steps.set(dependent, count + 1)
    }
  }
  return steps
}

/** Sorts tests that import the change first, then those with similar names, then near ones. */
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

export interface Changes {
  /** The commit to which the working tree is compared. */
  since: string
  /** Paths from the root of changed, added or removed files. */
  files: string[]
}

/** The differences between the working tree and the commit where this branch left main. */
export function changesSinceMain(root: string): Changes {
  const git = (...args: string[]) => lines(root, args)
  const [main] = ['main', 'origin/main'].filter(
    (name) => git('branch', '-a', '--list', name, `remotes/${name}`)[0],
  )
  const since = (main && git('merge-base', 'HEAD', main)[0]) || git('rev-parse', 'HEAD')[0] || ''
  const files = [
    ...git('diff', '--name-only', '--no-renames', since),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
  return { since: since.slice(0, 10), files: [...new Set(files)].sort() }
}

function lines(root: string, args: string[]): string[] {
  try {
    const output = execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    return output
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new EngineError('NOT_STARTED', `--changed needs a git repository: ${message}`)
  }
}

/** Maps each file, by its path from the root, to the files that import, start or read it. */
export type Dependents = ReadonlyMap<string, ReadonlySet<string>>

interface Cruised {
  modules: { source: string; dependencies: { resolved: string; dependencyTypes: string[] }[] }[]
}

const CRUISER = fileURLToPath(
  new URL('../../bin/dependency-cruiser.mjs', import.meta.resolve('dependency-cruiser')),
)
const FOLDERS = ['apps', 'bench', 'docker', 'packages', 'scripts', 'test']
// How files in this repository name one that they read or start as a process.
const NAMED_FILE = /new URL\(\s*['`]([^'`]+)['`],\s*import\.meta\.url/g
// A file named by its path from the root: `docs/errors.md`.
const ROOTED_FILE = /['`]([\w.-]+(?:\/[\w.-]+)*\.\w+)['`]/g
const MAX_OUTPUT_BYTES = 256 * 1_024 * 1_024

export function readDependents(root: string): Dependents {
  const dependents = new Map<string, Set<string>>()
  const add = (file: string, dependent: string) => {
    dependents.set(file, (dependents.get(file) ?? new Set()).add(dependent))
  }
  for (const { source, dependencies } of cruise(root)) {
    for (const { resolved, dependencyTypes } of dependencies) {
      // Types have no effect at runtime; the compiler checks them.
      if (!dependencyTypes.includes('type-only')) add(resolved, source)
    }
    if (source.startsWith('node_modules/') || !source.endsWith('.ts')) continue
    for (const file of filesNamedIn(root, source)) add(file, source)
  }
  return dependents
}

function cruise(root: string): Cruised['modules'] {
  const args = ['--config', '.dependency-cruiser.js', '--output-type', 'json', ...FOLDERS]
  const options = { cwd: root, encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES } as const
  const cruised: Cruised = JSON.parse(execFileSync(process.execPath, [CRUISER, ...args], options))
  return cruised.modules
}

/** `../docs/errors.md` names that file, `../migrations/` all files in the folder, `../${app}/main.ts` each match. */
function filesNamedIn(root: string, source: string): string[] {
  const text = readFileSync(join(root, source), 'utf8')
  const rooted = [...text.matchAll(ROOTED_FILE)].map(([, path = '']) => path)
  return [
    ...rooted.filter((path) => existsSync(join(root, path))),
    ...[...text.matchAll(NAMED_FILE)].flatMap(([, named = '']) => filesAt(root, source, named)),
  ]
}

function filesAt(root: string, source: string, named: string): string[] {
  const path = relative(root, resolve(root, dirname(source), named.replace(/\$\{[^}]*\}/g, '*')))
  // Naming the root or a whole workspace folder isn't a useful dependency.
  if (/^$|^\.\.|^\*/.test(path) || FOLDERS.includes(path)) return []
  const options = { cwd: root, exclude: (name: string) => name.endsWith('node_modules') }
  return globSync(named.endsWith('/') ? [`${path}/**`] : [path, `${path}/**`], options)
}
