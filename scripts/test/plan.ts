import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EngineError } from '@mediajobs/local-engines'
import type { Reporter } from './command-line.ts'

export interface PlannedFile {
  /** Path from the repository root. */
  name: string
  /** Whether it runs in a separate process. */
  needsOwnProcess: boolean
}

export interface RunPlan {
  files: PlannedFile[]
  /** Files that run concurrently. */
  jobs: number
  timeoutMs: number
  /** How long after the time limit a process that hasn't finished its file is killed. */
  stuckAfterMs: number
  /** Starts no further files after a failed one. */
  bail: boolean
  reporter: Reporter
  /** The file for durations, shared with other runs. */
  durationsFile: string | null
}

/** The result of a run. Counts assertions, like tap. */
export interface Totals {
  passed: number
  failed: number
  failures: FailedFile[]
}

export interface FailedFile {
  name: string
  /** Each failed assertion, with location and reason. */
  failed: string[]
}

// More than a small machine's processors: many files mostly wait for processes and timers.
export const JOBS = 5
// Ends hanging files, but not slow ones on a very busy machine.
const TIMEOUT_S = 900
const STUCK_AFTER_MS = 15_000
// Marks a file that measures or changes its process.
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
// What `pnpm test` runs. `pnpm test:system` runs the rest, all below `test/`.
const FAST_FOLDERS = /^(apps|packages|test\/tenants|test\/whole-job)\//

/**
 * The test files of `paths`, each by its path from the root. A path is a file or a folder, relative to the current
 * folder or the root. Without a path: all files of the command, `pnpm test` or `pnpm test:system`, in the current
 * folder. Throws for a nonexistent path, or if there is no test file.
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

/** Files kept from one test run for the next. The folder may be removed at any time. */
export const CACHE_FOLDER = fileURLToPath(
  new URL('../../node_modules/.cache/mediajobs-tests', import.meta.url),
)

// How long each test file took in its last run here. Long ones start first, so none runs alone at the end.

export const DURATIONS_FILE = join(CACHE_FOLDER, 'durations.json')

/** Milliseconds by test file path. Empty on a fresh clone. */
export function readDurations(file: string): Record<string, number> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

// The expected duration of a file that never ran here, by the first matching folder: an attack takes longer than a test
// of one operation. On a fresh clone, no file has run.
const FOLDERS_MS: readonly (readonly [folder: string, ms: number])[] = [
  ['test/faults/f24-', 450_000],
  // This test waits five minutes.
  ['test/waiting/doctor.', 300_000],
  ['test/doctor.', 200_000],
  ['test/page-words.', 200_000],
  ['test/order-of-checks.', 150_000],
  ['test/browser/staff-records.', 130_000],
  ['test/move-organization.', 130_000],
  ['test/browser/staff-upload.', 100_000],
  ['test/faults/', 30_000],
  ['test/abuse/', 30_000],
  ['test/scale/', 30_000],
  ['test/kills/', 30_000],
  ['test/crawl/', 30_000],
  ['test/whole-job/', 30_000],
  ['test/', 20_000],
  ['apps/api/test/checkouts/', 30_000],
  ['apps/media/', 10_000],
  ['apps/dispatcher/test/upkeep/', 10_000],
  // These wait for time limits.
  ['packages/payments/test/hostile-provider.', 20_000],
  ['packages/db/test/response-timeout.', 10_000],
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
