import { type ChildProcess, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { EngineError, spawnTied } from '@mediajobs/local-engines'

interface TapResult {
  code: number | null
  signal: NodeJS.Signals | null
  /** Assertions, as tap counts them. */
  passed: number
  failed: number
}

export interface TapRun {
  ended: Promise<TapResult>
  /** Ends tap and every test file that it runs. */
  end(): void
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const TAP = fileURLToPath(new URL('run.mjs', import.meta.resolve('tap')))
const TEST_FILES = ['packages/*/test/**/*.test.ts', 'apps/*/test/**/*.test.ts', 'test/**/*.test.ts']
const SWITCHED_OFF = ['@tapjs/typescript', '@tapjs/fixture']
// For tap to end what it runs; then it is killed, and all of that with it.
const GRACE_MS = 5_000

/** Until it is built anew, an installed tap has the plugins that .taprc switches off. */
export function buildTap(): void {
  const testClass = createRequire(import.meta.resolve('tap')).resolve('@tapjs/test/test-built')
  const built = readFileSync(testClass, 'utf8')
  if (!SWITCHED_OFF.some((plugin) => built.includes(plugin))) return
  const build = spawnSync(process.execPath, [TAP, 'build'], { cwd: ROOT, encoding: 'utf8' })
  if (build.status === 0) return
  throw new EngineError('NOT_STARTED', `tap build failed: ${build.stdout}${build.stderr}`)
}

/** Runs tap over the files among its arguments, or over all test files. */
export function startTap(args: string[], environment: object, folder: string): TapRun {
  const namesFiles = args.some((arg) => !arg.startsWith('-'))
  const files = namesFiles ? [] : globSync(TEST_FILES, { cwd: ROOT }).sort()
  if (!namesFiles && files.length === 0) throw new EngineError('NOT_STARTED', 'No test files')
  const results = join(folder, 'results.tap')
  const reporter = reporterIn(args)
  // Raw TAP is read off a pipe: with an output file beside it, tap would write each line twice.
  const isRaw = reporter === 'tap'
  const options = [`--reporter=${reporter}`, ...(isRaw ? [] : [`--output-file=${results}`])]
  const tap = spawnTied(process.execPath, [TAP, ...options, ...args, ...files], {
    endSignal: 'SIGTERM',
    // It reaches the test files too.
    tie: 'watcher',
    cwd: ROOT,
    env: { ...process.env, ...environment },
    stdio: ['ignore', isRaw ? 'pipe' : 'inherit', 'inherit'],
  })
  tap.stdout?.pipe(process.stdout, { end: false })
  const output = tap.stdout ? text(tap.stdout) : null
  const ended = once(tap, 'exit').then(async ([code, signal]) => {
    // A tap that was killed leaves its test files running.
    signalGroup(tap, 'SIGKILL')
    const said = await (output ?? readFile(results, 'utf8').catch(() => ''))
    return { code, signal, ...totals(said, code === 0) }
  })
  return { ended, end: () => end(tap) }
}

// At a terminal what is going on; in a log every title, and what the tests wrote to stderr.
function reporterIn(args: string[]): string {
  const chosen = args.findLast((arg) => arg.startsWith('--reporter='))
  return chosen?.slice('--reporter='.length) ?? (process.stdout.isTTY ? 'base' : 'tap')
}

function totals(output: string, isSuccess: boolean): { passed: number; failed: number } {
  const line = output.match(/^# \{ total: .*\}$/gm)?.at(-1) ?? ''
  const passed = Number(/\bpass: (\d+)/.exec(line)?.[1] ?? 0)
  const failed = Number(/\bfail: (\d+)/.exec(line)?.[1] ?? 0)
  // A run that breaks off has no total.
  return { passed, failed: isSuccess ? failed : Math.max(failed, 1) }
}

function end(tap: ChildProcess): void {
  signalGroup(tap, 'SIGTERM')
  setTimeout(signalGroup, GRACE_MS, tap, 'SIGKILL').unref()
}

/** Tap and the files that it runs are one process group. */
function signalGroup(tap: ChildProcess, signal: NodeJS.Signals): void {
  if (tap.pid === undefined) return
  try {
    process.kill(-tap.pid, signal)
  } catch {
    // All of it ended before the signal came.
  }
}
