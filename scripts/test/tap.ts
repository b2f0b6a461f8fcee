import { type ChildProcess, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { EngineError, spawnTied } from '@mediajobs/local-engines'
import { ROOT, type RunPlan, type Totals } from './plan.ts'

interface TapResult extends Totals {
  code: number | null
  signal: NodeJS.Signals | null
}

export interface TapRun {
  ended: Promise<TapResult>
  /** Ends the runner and every test process. */
  end(): void
}

const RUNNER = fileURLToPath(new URL('runner/main.ts', import.meta.url))
const TAP = fileURLToPath(new URL('run.mjs', import.meta.resolve('tap')))
const SWITCHED_OFF = ['@tapjs/typescript', '@tapjs/fixture']
// Time for the runner to end its test processes, before all are killed.
const GRACE_MS = 5_000

/** Rebuilds tap if it still has plugins that .taprc turns off, as after an install. */
export function buildTap(): void {
  const testClass = createRequire(import.meta.resolve('tap')).resolve('@tapjs/test/test-built')
  const built = readFileSync(testClass, 'utf8')
  if (!SWITCHED_OFF.some((plugin) => built.includes(plugin))) return
  const build = spawnSync(process.execPath, [TAP, 'build'], { cwd: ROOT, encoding: 'utf8' })
  if (build.status === 0) return
  throw new EngineError('NOT_STARTED', `tap build failed: ${build.stdout}${build.stderr}`)
}

/** Runs the plan's files. */
export function startTap(plan: RunPlan, environment: object): TapRun {
  const runner = spawnTied(process.execPath, [RUNNER, JSON.stringify(plan)], {
    endSignal: 'SIGTERM',
    // The watcher also ends the test processes.
    tie: 'watcher',
    cwd: ROOT,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  let totals: Totals | undefined
  runner.on('message', (message: Totals) => {
    // tap sends messages too.
    if ('passed' in message) totals = message
  })
  const ended = once(runner, 'close').then(([code, signal]) => {
    // A killed runner leaves its test processes running.
    signalGroup(runner, 'SIGKILL')
    // An interrupted run sends no totals.
    return { code, signal, ...(totals ?? { passed: 0, failed: 1, failures: [] }) }
  })
  return { ended, end: () => end(runner) }
}

function end(runner: ChildProcess): void {
  signalGroup(runner, 'SIGTERM')
  setTimeout(signalGroup, GRACE_MS, runner, 'SIGKILL').unref()
}

/** The runner and the test processes are one process group. */
function signalGroup(runner: ChildProcess, signal: NodeJS.Signals): void {
  if (runner.pid === undefined) return
  try {
    process.kill(-runner.pid, signal)
  } catch {
    // All have already ended.
  }
}
