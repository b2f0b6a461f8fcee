import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { EngineError, spawnTied } from '@mediajobs/local-engines'
import { ROOT } from './files.ts'
import type { RunPlan } from './plan.ts'

interface TapResult {
  code: number | null
  signal: NodeJS.Signals | null
  /** Assertions, as tap counts them. */
  passed: number
  failed: number
}

export interface TapRun {
  ended: Promise<TapResult>
  /** Ends the runner and every test process. */
  end(): void
}

const RUNNER = fileURLToPath(new URL('runner/main.ts', import.meta.url))
const TAP = fileURLToPath(new URL('run.mjs', import.meta.resolve('tap')))
const SWITCHED_OFF = ['@tapjs/typescript', '@tapjs/fixture']
// For the runner to end what it runs; then it is killed, and all of that with it.
const GRACE_MS = 5_000
// The totals are the last lines of a run.
const TAIL_LENGTH = 4_096

/** Until it is built anew, an installed tap has the plugins that .taprc switches off. */
export function buildTap(): void {
  const testClass = createRequire(import.meta.resolve('tap')).resolve('@tapjs/test/test-built')
  const built = readFileSync(testClass, 'utf8')
  if (!SWITCHED_OFF.some((plugin) => built.includes(plugin))) return
  const build = spawnSync(process.execPath, [TAP, 'build'], { cwd: ROOT, encoding: 'utf8' })
  if (build.status === 0) return
  throw new EngineError('NOT_STARTED', `tap build failed: ${build.stdout}${build.stderr}`)
}

/** Runs the files of the plan; `reporter` is `tap` for raw TAP, or one of tap's reporters. */
export function startTap(plan: RunPlan, reporter: string, environment: object): TapRun {
  const runner = spawnTied(process.execPath, [RUNNER, JSON.stringify(plan)], {
    endSignal: 'SIGTERM',
    // It reaches the test processes too.
    tie: 'watcher',
    cwd: ROOT,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output = runner.stdout as Readable
  const tail = tailOf(output)
  const shown = reporter === 'tap' ? print(output) : report(output, reporter)
  const ended = once(runner, 'exit').then(async ([code, signal]) => {
    // A runner that was killed leaves its test processes running.
    signalGroup(runner, 'SIGKILL')
    await shown
    return { code, signal, ...totals(tail(), code === 0) }
  })
  return { ended, end: () => end(runner) }
}

async function print(output: Readable): Promise<void> {
  output.pipe(process.stdout, { end: false })
  await once(output, 'close')
}

/** tap's own command reads the TAP and shows it. */
async function report(output: Readable, reporter: string): Promise<void> {
  const tap = spawn(process.execPath, [TAP, 'run', `--reporter=${reporter}`, '-'], {
    cwd: ROOT,
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  tap.stdin.on('error', () => {})
  output.pipe(tap.stdin)
  await once(tap, 'exit')
}

function tailOf(output: Readable): () => string {
  let tail = ''
  output.setEncoding('utf8').on('data', (text) => {
    tail = (tail + text).slice(-TAIL_LENGTH)
  })
  return () => tail
}

function totals(output: string, isSuccess: boolean): { passed: number; failed: number } {
  const line = output.match(/^# \{ total: .*\}$/gm)?.at(-1) ?? ''
  const passed = Number(/\bpass: (\d+)/.exec(line)?.[1] ?? 0)
  const failed = Number(/\bfail: (\d+)/.exec(line)?.[1] ?? 0)
  // A run that breaks off has no total.
  return { passed, failed: isSuccess ? failed : Math.max(failed, 1) }
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
    // All of it ended before the signal came.
  }
}
