import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Tie } from '@mediajobs/local-engines'
import type { Test } from 'tap'

export const HOLDER = fileURLToPath(new URL('holder.ts', import.meta.url))

export interface HeldPostgres {
  url: string
  port: number
  /** The server's process id. */
  pid: number
  holder: ChildProcess
}

/** Starts a process that starts PostgreSQL, without waiting for the server. */
export function startHolder(
  t: Test,
  directory: string,
  tie: Tie,
  options: SpawnOptions = {},
): ChildProcess {
  const holder = spawn(process.execPath, [HOLDER, directory, tie], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...options,
  })
  t.teardown(() => end(holder, 'SIGKILL'))
  return holder
}

/** Starts a process that starts PostgreSQL, and waits for the server. */
export async function holdPostgres(
  t: Test,
  directory: string,
  tie: Tie,
  options?: SpawnOptions,
): Promise<HeldPostgres> {
  const holder = startHolder(t, directory, tie, options)
  if (!holder.stdout) throw new Error('the holder has no stdout')
  const lines = createInterface({ input: holder.stdout })
  const [line] = await Promise.race([once(lines, 'line'), once(lines, 'close')])
  if (line === undefined) throw new Error('the holder exited without a server')
  return { ...JSON.parse(line), holder }
}

/** Sends the signal and waits for the exit. */
export async function end(holder: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (holder.exitCode !== null || holder.signalCode !== null) return
  holder.kill(signal)
  await once(holder, 'exit')
}
