// Runs test files, several at once, and shows each when it ends. Its argument is a RunPlan. It sends the
// Totals to its parent.
import { Readable } from 'node:stream'
import { report } from '@tapjs/reporter'
import { TapFile, t } from 'tap'
import { rememberDurations } from '../durations.ts'
import type { PlannedFile, RunPlan, Totals } from '../plan.ts'
import { TestProcess } from './test-process.ts'

const plan: RunPlan = JSON.parse(process.argv[2] ?? '')
const { files, jobs, bail, reporter, durationsFile, ...limits } = plan
const waiting = [...files]
const durationsMs: Record<string, number> = {}

/** Runs files until none is waiting: in one process, except files that need their own. */
async function runFiles(): Promise<void> {
  let shared: TestProcess | undefined
  for (let file = waiting.shift(); file; file = waiting.shift()) {
    if (!shared?.isReusable && !file.needsOwnProcess) shared = new TestProcess()
    await runFile(file, file.needsOwnProcess ? undefined : shared)
  }
  shared?.release()
}

async function runFile({ name }: PlannedFile, shared?: TestProcess): Promise<void> {
  const process = shared ?? new TestProcess()
  const startedMs = performance.now()
  const tap = await process.run(name, { ...limits, bail })
  const durationMs = Math.round(performance.now() - startedMs)
  if (!shared) process.release()
  durationsMs[name] = durationMs
  const tapStream = Readable.from([tap, `# time=${durationMs}ms\n`])
  const results = await t.sub(TapFile, { name, tapStream, at: null, stack: '' })
  if (bail && !results?.ok) waiting.length = 0
}

// Each file has a time limit. The run has none.
t.setTimeout(0)
// The reporter asks its settings whether to show comments.
if (reporter !== 'tap') await report(reporter, t, { get: () => false } as never)
await Promise.all(Array.from({ length: jobs }, runFiles))
if (durationsFile) rememberDurations(durationsFile, durationsMs)
const totals: Totals = { passed: t.counts.pass, failed: t.counts.fail }
process.send?.(totals)
