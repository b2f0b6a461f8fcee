import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DURATIONS_FILE, readDurations } from './durations.ts'
import { ROOT } from './files.ts'

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
  /** `tap` for raw TAP, or one of tap's reporters. */
  reporter: string
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
  /** It failed beside other files, and passed when it ran alone after them. */
  passedAlone: boolean
}

// More than a small machine has processors: many files mostly wait for processes and clocks.
export const JOBS = 4
// Generous, because continuous integration is slower than a developer's machine.
const TIMEOUT_S = 240
const STUCK_AFTER_MS = 15_000
// A file that measures or changes its process says so in a line that begins like this.
const OWN_PROCESS = /^\/\/ Own process: /m

interface PlanOptions {
  jobs?: number
  timeoutS?: number
  bail?: boolean
  reporter?: string
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

// What a file that never ran here is expected to take, by the first folder that fits: an attack lasts longer
// than a test of one operation. On a fresh clone no file has run.
const FOLDERS_MS: readonly (readonly [folder: string, ms: number])[] = [
  ['test/faults/f24-', 60_000],
  ['test/faults/', 30_000],
  ['test/abuse/', 30_000],
  ['test/browser/', 20_000],
  ['apps/media/', 15_000],
  ['test/', 5_000],
]

function longestFirst(files: PlannedFile[], durationsMs: Record<string, number>): PlannedFile[] {
  const guessMs = (name: string) => FOLDERS_MS.find(([folder]) => name.startsWith(folder))?.[1] ?? 0
  const expectedMs = ({ name }: PlannedFile) => durationsMs[name] ?? guessMs(name)
  return files.toSorted((a, b) => expectedMs(b) - expectedMs(a))
}
