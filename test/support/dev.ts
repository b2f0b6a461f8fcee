import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { endProcess, freePort } from '@mediajobs/local-engines'
import { isRunning, until } from '@mediajobs/local-engines/testing'
import { recordOutput, recordSecrets } from '@mediajobs/runtime/testing'
import type { Test } from 'tap'
import type { DevFile } from '../../scripts/dev/data-folder.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export interface DevOptions {
  dataDir: string
  env?: Record<string, string>
  /** Command-line arguments. */
  args?: readonly string[]
  /** Cell names. Default: none. */
  cells?: readonly string[]
  /** Checkout. Default: this one. */
  checkout?: string
  /** A program that runs `node scripts/dev.ts`, like a package runner. Default: none. */
  runner?: string
}

/** A running `pnpm dev`. */
export interface Dev {
  process: ChildProcess
  pid: number
  /** `dev.json` of the first cell. */
  description: DevFile
  /** Output so far. */
  output(): string
  /** Sends the signal and waits for the exit code; null if killed. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** Starts `dev` on free ports and waits until it's up. Killed at the end of the test. */
export async function startDev(t: Test, options: DevOptions): Promise<Dev> {
  const child = await spawnDev(options)
  t.teardown(() => end(child, 'SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk) => {
      output += chunk
      recordOutput('dev', linesOfServices(chunk))
    })
  }
  const { dataDir, cells = [] } = options
  await until('the service', () => isUp(child, () => output, cells), 180_000 * (cells.length || 1))
  const folders = cells.length === 0 ? [dataDir] : cells.map((name) => join(dataDir, 'cells', name))
  const descriptions = await Promise.all(folders.map(readRecording))
  recordSecrets(JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')))
  const [description] = descriptions
  if (!description) throw new Error('dev runs no cell')
  return {
    process: child,
    pid: child.pid ?? 0,
    description,
    output: () => output,
    end: (signal) => end(child, signal),
  }
}

// Other lines show demo credentials on purpose.
function linesOfServices(output: string): string {
  return output.replaceAll(/^(?!(?:c\d )?(?:api|dispatcher) ).*\n?/gm, '')
}

async function readRecording(dataDir: string): Promise<DevFile> {
  const description = await readDescription(dataDir)
  recordSecrets(description)
  return description
}

/** Starts a `dev` that must refuse to run. Returns exit code and stderr. */
export async function refusedDev(options: DevOptions): Promise<{ code: number; stderr: string }> {
  const child = await spawnDev(options)
  child.stdout?.resume()
  const [stderr, [code]] = await Promise.all([
    child.stderr ? text(child.stderr) : '',
    once(child, 'exit'),
  ])
  return { code, stderr }
}

export async function readDescription(dataDir: string): Promise<DevFile> {
  return JSON.parse(await readFile(join(dataDir, 'dev.json'), 'utf8'))
}

/** Waits until all these processes have ended. */
export async function untilGone(pids: number[]): Promise<void> {
  const isGone = async () => !(await Promise.all(pids.map(isRunning))).includes(true)
  await until('the end of every process', isGone)
}

/** Starts `dev` without waiting for it. */
export async function spawnDev({
  dataDir,
  env,
  args: own = [],
  cells = [],
  runner,
  checkout,
}: DevOptions): Promise<ChildProcess> {
  const [command = '', ...args] = [...(runner ? [runner] : []), process.execPath, 'scripts/dev.ts']
  args.push(...own)
  return spawn(command, args, {
    cwd: checkout ?? ROOT,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(await freePort(cells.length || 1)),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function isUp(child: ChildProcess, output: () => string, cells: readonly string[]): boolean {
  if (child.exitCode !== null) throw new Error(`dev has ended: ${output()}`)
  return output().includes(cells.length > 0 ? '# Call cell' : 'demo receiver')
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  await endProcess(child, signal)
  return child.exitCode
}
