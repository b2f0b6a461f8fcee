import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { recordOutput } from '@mediajobs/runtime/testing'
import { eventually } from '@mediajobs/testing/eventually'
import { SECRETS_KEY } from '@mediajobs/testing/key-ring'
import type { Test } from 'tap'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

interface LogLine {
  msg: string
  [field: string]: unknown
}

export interface DispatcherProcess {
  readonly child: ChildProcess
  readonly log: readonly LogLine[]
  /** The standard error of the process. */
  readonly errorText: () => string
  /** Resolves with the exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>
  logged(msg: string): Promise<LogLine>
}

function objectStoreVariables(): Record<string, string> {
  const names = ['ENDPOINT', 'BUCKET', 'REGION', 'ACCESS_KEY', 'SECRET_KEY']
  return Object.fromEntries(
    names.map((name) => [`S3_${name}`, process.env[`TEST_S3_${name}`] ?? '']),
  )
}

/** Starts a production process, killed at the end of the test if still running. */
export function startProcess(
  t: Test,
  databaseUrl: string,
  env: Record<string, string> = {},
): DispatcherProcess {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: databaseUrl,
      SECRETS_KEY,
      HOST: '127.0.0.1',
      ...objectStoreVariables(),
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const log: LogLine[] = []
  let errorText = ''
  createInterface({ input: child.stdout }).on('line', (line) => {
    recordOutput('dispatcher', `${line}\n`)
    log.push(JSON.parse(line))
  })
  child.stderr.on('data', (chunk) => {
    recordOutput('dispatcher-errors', String(chunk))
    errorText += chunk
  })
  const ended = once(child, 'close').then(([code, signal]) => signal ?? code)
  t.teardown(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return {
    child,
    log,
    errorText: () => errorText,
    ended,
    logged: (msg) => eventually(msg, async () => log.find((line) => line.msg === msg)),
  }
}
