// Runs test files, several concurrently, and shows each when it ends. Its argument is a RunPlan. Sends the Totals to
// its parent.

import { readTap } from '../failures.ts'
import { type PlannedFile, type RunPlan, rememberDurations, type Totals } from '../plan.ts'
import { TestProcess } from './test-process.ts'

const plan: RunPlan = JSON.parse(process.argv[2] ?? '')
const { files, jobs, bail, reporter, durationsFile, ...limits } = plan
const waiting = [...files]
const durationsMs: Record<string, number> = {}
const totals: Totals = { passed: 0, failed: 0, failures: [] }
let shown = 0

/** Runs files until none is waiting: in one process, except those that need a separate one. */
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
  durationsMs[name] = Math.round(performance.now() - startedMs)
  if (!shared) process.release()
  show(name, tap)
}

function show(name: string, tap: string): void {
  const { passed, failed } = readTap(tap)
  const isGreen = failed.length === 0
  totals.passed += passed
  totals.failed += failed.length
  if (!isGreen) totals.failures.push({ name, failed })
  shown += 1
  if (reporter === 'tap') print(`# Subtest: ${name}\n${tap.replace(/^(?=.)/gm, '    ')}`)
  print(`${isGreen ? 'ok' : 'not ok'} ${shown} - ${name} # time=${durationsMs[name]}ms`)
  if (bail && !isGreen) waiting.length = 0
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

await Promise.all(Array.from({ length: jobs }, runFiles))
const { passed, failed } = totals
print(`1..${shown}\n# { total: ${passed + failed}, pass: ${passed}, fail: ${failed} }`)
if (durationsFile) rememberDurations(durationsFile, durationsMs)
process.exitCode = failed > 0 ? 1 : 0
process.send?.(totals)
