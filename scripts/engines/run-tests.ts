import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { endProcess, spawnTied } from '@mediajobs/local-engines'

export interface TestRun {
  passed: number
  failed: number
  isGreen: boolean
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const RUN_TESTS = fileURLToPath(new URL('../test.ts', import.meta.url))
// A run that takes longer is ended, and has failed.
const LIMIT_MS = 60 * 60_000
// A machine may run engines and tests on few processors.
const FILE_LIMIT_S = 600
const TOTALS = /^(\d+) passed, (\d+) failed$/

/**
 * Runs test files with an engine.
 *
 * @param log the file for their output
 * @param stop ends the run
 */
export async function runTests(
  files: readonly string[],
  engine: Record<string, string>,
  log: string,
  stop: AbortSignal,
): Promise<TestRun> {
  if (stop.aborted) return { passed: 0, failed: 0, isGreen: false }
  const options = ['--reporter=tap', `--timeout=${FILE_LIMIT_S}`]
  // The test run ends its own processes at this signal.
  const tests = spawnTied(process.execPath, [RUN_TESTS, ...options, ...files], {
    endSignal: 'SIGTERM',
    tie: 'watcher',
    cwd: ROOT,
    env: { ...withoutTestVariables(), ...engine },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end = () => void endProcess(tests, 'SIGTERM')
  const timer = setTimeout(end, LIMIT_MS)
  stop.addEventListener('abort', end)
  const file = createWriteStream(log, { flags: 'a' })
  let totals = { passed: 0, failed: 0 }
  tests.stderr?.pipe(file, { end: false })
  for await (const line of createInterface({ input: tests.stdout as Readable })) {
    file.write(`${line}\n`)
    const [, passed, failed] = TOTALS.exec(line) ?? []
    if (passed && failed) totals = { passed: Number(passed), failed: Number(failed) }
  }
  if (tests.exitCode === null && tests.signalCode === null) await once(tests, 'exit')
  clearTimeout(timer)
  stop.removeEventListener('abort', end)
  file.end()
  await finished(file)
  return { ...totals, isGreen: tests.exitCode === 0 && totals.passed > 0 }
}

/** Servers that are given to this process are not the ones under test. */
function withoutTestVariables(): NodeJS.ProcessEnv {
  const given = Object.entries(process.env)
  return Object.fromEntries(given.filter(([name]) => !/^(TEST|TAP)_/.test(name)))
}
