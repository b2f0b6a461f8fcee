import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EngineError } from '@mediajobs/local-engines'
import type { Reporter } from './command-line.ts'

export interface PlannedFile {
  /** Its path from the root of the repository. */
  name: string
  /** Whether it runs alone in its process. */
  needsOwnProcess: boolean
}

export interface RunPlan {
  files: PlannedFile[]
  /** Files that run at once. */
  jobs: number
  timeoutMs: number
  /** A process that has not ended its file this long after the limit is killed. */
  stuckAfterMs: number
  /** After a file that fails, no further file begins. */
  bail: boolean
  reporter: Reporter
  /** The file for the durations, together with those of other runs. */
  durationsFile: string | null
}

/** The result of a run. The numbers are those of assertions, as tap counts them. */
export interface Totals {
  passed: number
  failed: number
  failures: FailedFile[]
}

export interface FailedFile {
  name: string
  /** Each failed assertion, with where and why. */
  failed: string[]
}

// More than a small machine has processors: many files mostly wait for processes and clocks.
export const JOBS = 4
// It ends a file that hangs, and none on a machine that does ten other things.
const TIMEOUT_S = 600
const STUCK_AFTER_MS = 15_000
// A file that measures or changes its process says so in a line that begins like this.
const OWN_PROCESS = /^\/\/ Own process: /m

interface PlanOptions {
  jobs?: number
  timeoutS?: number
  bail?: boolean
  reporter?: Reporter
  durationsFile?: string
}

/** The files in the order in which they start. */
export function planRun(names: string[], options: PlanOptions = {}): RunPlan {
  const { jobs = JOBS, timeoutS = TIMEOUT_S, bail = false } = options
  const { reporter = 'tap', durationsFile = DURATIONS_FILE } = options
  const files = names.map((name) => ({
    name,
    needsOwnProcess: OWN_PROCESS.test(readFileSync(join(ROOT, name), 'utf8')),
  }))
  return {
    files: longestFirst(files, readDurations(durationsFile)),
    jobs: Math.min(jobs, files.length),
    timeoutMs: timeoutS * 1_000,
    stuckAfterMs: STUCK_AFTER_MS,
    bail,
    reporter,
    durationsFile,
  }
}

function longestFirst(files: PlannedFile[], durationsMs: Record<string, number>): PlannedFile[] {
  const expected = ({ name }: PlannedFile) => expectedMs(name, durationsMs)
  return files.toSorted((a, b) => expected(b) - expected(a))
}

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const TEST_FILES = ['packages/*/test/**/*.test.ts', 'apps/*/test/**/*.test.ts', 'test/**/*.test.ts']
// What `pnpm test` runs. `pnpm test:system` runs the rest, which is all below `test/`.
const FAST_FOLDERS = /^(apps|packages|test\/tenants|test\/whole-job)\//

/**
 * The test files of `paths`, each by its path from the root. A path is a file or a folder, relative to the
 * folder of the command or to the root. Without a path: those of the command, `pnpm test` or `pnpm
 * test:system`, in its folder. Throws for a path that does not exist, and when there is no test file.
 */
export function findTestFiles(paths: readonly string[], isSystem: boolean): string[] {
  const names =
    paths.length > 0
      ? [...new Set(paths.flatMap(testFilesAt))]
      : testFilesAt('.').filter((name) => FAST_FOLDERS.test(name) !== isSystem)
  if (names.length === 0) throw new EngineError('NOT_STARTED', 'No test files')
  return names
}

/** Every test file, by its path from the root. */
function allTestFiles(): string[] {
  return globSync(TEST_FILES, { cwd: ROOT }).sort()
}

function testFilesAt(path: string): string[] {
  const found = [resolve(path), join(ROOT, path)].find((candidate) => existsSync(candidate))
  if (!found) throw new EngineError('NOT_STARTED', `No such test file: ${path}`)
  const name = relative(ROOT, found)
  if (!statSync(found).isDirectory()) return [name]
  return allTestFiles().filter((file) => name === '' || file.startsWith(`${name}/`))
}

/** The files that one test run keeps for the next. The folder may be removed at any time. */
export const CACHE_FOLDER = fileURLToPath(
  new URL('../../node_modules/.cache/mediajobs-tests', import.meta.url),
)

// The duration of the last run of each test file here. The long ones start first, so that none of them runs
// alone at the end.

export const DURATIONS_FILE = join(CACHE_FOLDER, 'durations.json')

/** Milliseconds by the path of the test file. Empty on a fresh clone. */
export function readDurations(file: string): Record<string, number> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

// What a file that never ran here is expected to take, by the first folder that fits: an attack lasts longer
// than a test of one operation. On a fresh clone no file has run.
const FOLDERS_MS: readonly (readonly [folder: string, ms: number])[] = [
  // It waits five minutes.
  ['test/waiting/doctor.', 300_000],
  ['test/faults/f24-', 100_000],
  ['test/faults/', 30_000],
  ['test/abuse/', 30_000],
  ['test/scale/', 30_000],
  ['test/kills/', 30_000],
  ['test/crawl/', 30_000],
  ['test/browser/', 20_000],
  ['test/whole-job/', 10_000],
  ['apps/media/', 10_000],
  ['test/', 5_000],
]
const USUAL_MS = 2_000

export function expectedMs(file: string, durationsMs: Readonly<Record<string, number>>): number {
  const guess = FOLDERS_MS.find(([folder]) => file.startsWith(folder))?.[1]
  return durationsMs[file] ?? guess ?? USUAL_MS
}

export function rememberDurations(file: string, durationsMs: Record<string, number>): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ ...readDurations(file), ...durationsMs }, null, 1))
}
