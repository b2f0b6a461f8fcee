import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reporter } from './command-line.ts'
import { DURATIONS_FILE, expectedMs, readDurations } from './durations.ts'
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
