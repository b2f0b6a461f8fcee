// Runs test files, several at once, and shows each when it ends. Its argument is a RunPlan. It sends the
// Totals to its parent.
import { Readable } from 'node:stream'
import { report } from '@tapjs/reporter'
import { TapFile, t } from 'tap'
import { rememberDurations } from '../durations.ts'
import { failuresOf } from '../failures.ts'
import type { FailedFile, PlannedFile, RunPlan, Totals } from '../plan.ts'
import { TestProcess } from './test-process.ts'

const plan: RunPlan = JSON.parse(process.argv[2] ?? '')
const { files, jobs, bail, reporter, durationsFile, ...limits } = plan
const waiting = [...files]
const durationsMs: Record<string, number> = {}
const failures: FailedFile[] = []
// Files that failed while others ran.
const failedBeside: FileRun[] = []
// More than these fail for a reason that is not the load.
const MAX_SECOND_RUNS = 3

/** A file that ran. */
interface FileRun {
  file: PlannedFile
  tap: string
  durationMs: number
}

/** Runs files until none is waiting: in one process, except files that need their own. */
async function runFiles(): Promise<void> {
  let shared: TestProcess | undefined
  for (let file = waiting.shift(); file; file = waiting.shift()) {
    if (!shared?.isReusable && !file.needsOwnProcess) shared = new TestProcess()
    const run = await runFile(file, file.needsOwnProcess ? undefined : shared)
    if (jobs > 1 && !bail && failuresOf(run.tap).length > 0) failedBeside.push(run)
    else await show(run)
  }
  shared?.release()
}

async function runFile(file: PlannedFile, shared?: TestProcess): Promise<FileRun> {
  const process = shared ?? new TestProcess()
  const startedMs = performance.now()
  const tap = await process.run(file.name, { ...limits, bail })
  const durationMs = Math.round(performance.now() - startedMs)
  if (!shared) process.release()
  return { file, tap, durationMs }
}

async function show({ file: { name }, tap, durationMs }: FileRun): Promise<void> {
  durationsMs[name] = durationMs
  const tapStream = Readable.from([tap, `# time=${durationMs}ms\n`])
  const results = await t.sub(TapFile, { name, tapStream, at: null, stack: '' })
  const failed = failuresOf(tap)
  if (failed.length > 0) failures.push({ name, failed, passedAlone: false })
  if (bail && !results?.ok) waiting.length = 0
}

/** A file that failed beside others runs once more alone: the load may have been the reason. */
async function runAgain(first: FileRun): Promise<void> {
  const second = await runFile(first.file)
  if (failuresOf(second.tap).length === 0) {
    failures.push({ name: first.file.name, failed: failuresOf(first.tap), passedAlone: true })
  }
  await show(second)
}

// Each file has a time limit. The run has none.
t.setTimeout(0)
// The reporter asks its settings whether to show comments.
if (reporter !== 'tap') await report(reporter, t, { get: () => false } as never)
await Promise.all(Array.from({ length: jobs }, runFiles))
const finish = failedBeside.length > MAX_SECOND_RUNS ? show : runAgain
for (const run of failedBeside) await finish(run)
if (durationsFile) rememberDurations(durationsFile, durationsMs)
const totals: Totals = { passed: t.counts.pass, failed: t.counts.fail, failures }
process.send?.(totals)
