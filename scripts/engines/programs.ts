// Engine programs: named by a variable, on the PATH, or built with Go into the cache folder.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Account, endProcess, freePort, spawnTied } from '@mediajobs/local-engines'
import { CACHE_FOLDER } from '../test/plan.ts'

export const ENGINES_FOLDER = join(CACHE_FOLDER, 'engines')

const BUILD_LIMIT_MS = 30 * 60_000

/**
 * The path of the program `name`, or the file named by its variable. @throws {MissingEngine}
 *
 * @param howToGet installation hint
 */
export function findProgram(name: string, howToGet: string): string {
  const variable = variableOf(name)
  const given = process.env[variable]
  if (given && !existsSync(given)) throw new MissingEngine(`${variable} names no file: ${given}`)
  const found = given ?? onPath(name)
  if (found) return found
  throw new MissingEngine(`${name} is not on the PATH. ${howToGet}, or set ${variable}`)
}

/**
 * The program, built on first use. @throws {MissingEngine}
 *
 * @param source for `go install`: `example.com/path@v1.2.3`
 */
export function findOrBuild(name: string, source: string): { program: string; version: string } {
  const version = source.slice(source.lastIndexOf('@') + 1)
  const folder = join(ENGINES_FOLDER, `${name}-${version}`)
  const built = join(folder, name)
  const isGiven = process.env[variableOf(name)] || onPath(name)
  if (!isGiven && (existsSync(built) || onPath('go'))) {
    if (!existsSync(built)) build(source, folder, built)
    return { program: built, version }
  }
  const program = findProgram(name, `Install Go, which builds ${source}`)
  return { program, version: `of ${variableOf(name)} or the PATH` }
}

function build(source: string, folder: string, built: string): void {
  process.stderr.write(`go install ${source} … (the first time it takes minutes)\n`)
  const env = { ...process.env, GOBIN: folder, GOFLAGS: '-trimpath' }
  const options = { env, encoding: 'utf8', timeout: BUILD_LIMIT_MS } as const
  const go = spawnSync('go', ['install', source], options)
  if (go.status === 0 && existsSync(built)) return
  const reason = lastLine(go.stderr) || String(go.error?.message ?? go.signal)
  throw new MissingEngine(`go install ${source} failed: ${reason}`)
}

/** `PGBOUNCER_PATH` for `pgbouncer`, `POSTGRES_15_PATH` for `postgres-15`. */
export function variableOf(name: string): string {
  return `${name.toUpperCase().replaceAll('-', '_')}_PATH`
}

export function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? ''
}

function onPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(':').filter((folder) => folder !== '')
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

interface ServerOptions {
  program: string
  args: readonly string[]
  /** The port on 127.0.0.1 where it listens once ready. */
  port: number
  log: string
  /** The signal that ends it immediately. */
  endSignal: NodeJS.Signals
  env?: Record<string, string>
  /** The account to run as. Default: this process's. */
  account?: Account | null
}

const START_LIMIT_MS = 60_000
const POLL_MS = 50

/** Starts a server tied to this process, and waits until it accepts connections. */
export async function startServer(options: ServerOptions): Promise<{ end(): Promise<void> }> {
  const { program, args, port, env = {}, account, endSignal } = options
  const log = openSync(options.log, 'w', 0o600)
  const child = spawnTied(program, args, {
    endSignal,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', log, log],
    ...account,
  })
  closeSync(log)
  const end = () => endProcess(child, endSignal)
  const deadlineMs = Date.now() + START_LIMIT_MS
  while (!(await accepts(port))) {
    const hasEnded = child.exitCode !== null || child.signalCode !== null
    if (!hasEnded && Date.now() < deadlineMs) {
      await pause(POLL_MS)
      continue
    }
    await end()
    throw new Error(`${program} did not start: ${lastLine(readFileSync(options.log, 'utf8'))}`)
  }
  return { end }
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** A running engine for tests. */
export interface Engine {
  version: string
  /** Variables that point `pnpm test` to it. */
  environment: Record<string, string>
  end(): Promise<void>
}

/** An engine is missing on this machine. The message explains how to get it. */
export class MissingEngine extends Error {}

const SOURCE = 'github.com/stripe/stripe-mock@v0.203.0'

/** stripe-mock, which validates calls against Stripe's whole API and is stateless. @throws {MissingEngine} */
export async function startStripeMock(folder: string): Promise<Engine> {
  const { program, version } = findOrBuild('stripe-mock', SOURCE)
  const port = await freePort()
  const server = await startServer({
    program,
    args: ['-http-addr', `127.0.0.1:${port}`],
    port,
    log: join(folder, 'stripe-mock.log'),
    endSignal: 'SIGTERM',
  })
  return {
    version,
    environment: { TEST_STRIPE_MOCK_URL: `http://127.0.0.1:${port}` },
    end: server.end,
  }
}
