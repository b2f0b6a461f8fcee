import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { pooledUrl } from '@mediajobs/db/testing'
import { recordOutput, recordSecrets } from '@mediajobs/runtime/testing'
import type { Test } from 'tap'

/** A real process of the service. */
export interface ServiceProcess {
  readonly pid: number
  /** All output so far, of both streams. */
  output(): string
  /** Waits for matching output. */
  waitForOutput(pattern: RegExp, timeoutMs?: number): Promise<RegExpExecArray>
  /** Sends the signal and waits for the exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>
  signal(signal: NodeJS.Signals): void
  /** Waits for the exit code. */
  exited(): Promise<number | null>
}

export interface ApiProcess extends ServiceProcess {
  readonly url: string
}

type Environment = Record<string, string | undefined>

const SECRETS_KEY = Buffer.alloc(32, 1).toString('base64')
// Starting takes seconds on an idle machine, minutes on a busy one. Only a hanging process reaches the limit.
const START_LIMIT_MS = 300_000

/** Starts a production process of the api on a free port. */
export async function startApi(
  t: Test,
  databaseUrl: string,
  env: Environment = {},
  main?: string,
): Promise<ApiProcess> {
  const environment = {
    DATABASE_URL: pooledUrl(databaseUrl),
    DELIVERY_BASE_URL: 'http://deliveries.test',
    HOST: '127.0.0.1',
    PORT: '0',
    SHUTDOWN_DELAY: '0s',
    ...env,
  }
  const service = start(t, 'api', environment, main)
  const [, url = ''] = await service.waitForOutput(/listening at (http:[^"\s]+)/)
  return { ...service, url }
}

/** Starts a production dispatcher that may post to this machine. */
export async function startDispatcher(
  t: Test,
  databaseUrl: string,
  env: Record<string, string> = {},
  main?: string,
): Promise<ServiceProcess> {
  const environment = {
    DATABASE_URL: databaseUrl,
    WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
    WEBHOOK_ALLOW_HTTP: 'true',
    ...env,
  }
  const service = start(t, 'dispatcher', environment, main)
  await service.waitForOutput(/"msg":"dispatcher.started"/)
  return service
}

/** Starts a production media process on a free port. */
export async function startMedia(
  t: Test,
  databaseUrl: string,
  env: Environment = {},
  main?: string,
): Promise<ApiProcess> {
  const environment = {
    DATABASE_URL: pooledUrl(databaseUrl),
    HOST: '127.0.0.1',
    PORT: '0',
    SHUTDOWN_DELAY: '0s',
    ...env,
  }
  const service = start(t, 'media', environment, main)
  const [, url = ''] = await service.waitForOutput(/"address":"(http:[^"]+)"/)
  return { ...service, url }
}

/** Starts a process of the service without waiting. `undefined` unsets a variable. */
export function start(
  t: Test,
  app: string,
  env: Environment,
  main = sourceOf(app),
): ServiceProcess {
  const child = spawn(process.execPath, [...flagsOf(app), main], {
    env: { PATH: process.env.PATH, ...serviceEnvironment(env) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      recordOutput(app, text)
      output += text
    })
  }
  t.teardown(() => ended(child, 'SIGKILL'))
  return {
    pid: child.pid as number,
    output: () => output,
    end: (signal) => ended(child, signal),
    signal: (signal) => child.kill(signal),
    exited: () => exited(child),
    async waitForOutput(pattern, timeoutMs = START_LIMIT_MS) {
      for (const until = Date.now() + timeoutMs; ; ) {
        const match = pattern.exec(output)
        if (match) return match
        const hasEnded = child.exitCode !== null || child.signalCode !== null
        if (hasEnded || Date.now() > until) {
          throw new Error(`the output of ${app} does not match ${pattern}:\n${output}`)
        }
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
  }
}

function sourceOf(app: string): string {
  return fileURLToPath(new URL(`../../../../apps/${app}/src/main.ts`, import.meta.url))
}

/** The test run's values, overridden by `env`. */
export function serviceEnvironment(env: Environment): Environment {
  const given: Environment = { SECRETS_KEY, LOG_LEVEL: 'info', ...objectStore(), ...env }
  recordSecrets({ ...given, databasePassword: passwordOf(given.DATABASE_URL) })
  return { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...given }
}

function passwordOf(databaseUrl = ''): string {
  return URL.canParse(databaseUrl) ? new URL(databaseUrl).password : ''
}

/** The Node.js flags of `pnpm start:<app>`. */
function flagsOf(app: string): string[] {
  const file = new URL('../../../../package.json', import.meta.url)
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync(file, 'utf8'))
  return (scripts[`start:${app}`] ?? '').split(' ').filter((word) => word.startsWith('--'))
}

/** The test run's object store, as environment variables. */
function objectStore(): Record<string, string> {
  const given = Object.entries(process.env).filter(([name]) => name.startsWith('TEST_S3_'))
  return Object.fromEntries(given.map(([name, value = '']) => [name.slice('TEST_'.length), value]))
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const exit = exited(child)
  child.kill(signal)
  return exit
}

async function exited(child: ChildProcess): Promise<number | null> {
  // Not 'exit': the last output may come after it.
  if (child.stdout?.closed === false) await once(child, 'close')
  return child.exitCode
}
