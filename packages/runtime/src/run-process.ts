import { constants, hostname } from 'node:os'
import closeWithGrace from 'close-with-grace'
import manifest from '../package.json' with { type: 'json' }
import { EnvironmentError } from './environment.ts'
import { unknownVariables } from './known-variables.ts'
import type { Logger } from './logger.ts'

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
// Supervisors signal a whole process group, and package runners forward the signal: duplicates are one request.
const ONE_REQUEST_MS = 1_000

// Longer than a webhook may take by default, shorter than Kubernetes and the files in docker/ wait before SIGKILL.
export const CLOSE_LIMIT_MS = 14_000
// How long a stop request waits for a start to finish.
const START_LIMIT_MS = 5_000

/** A process that runs until it's asked to stop. */
export interface RunningProcess {
  readonly logger: Logger
  /** How long it keeps working normally after a stop request. Default: 0. */
  readonly closeDelayMs?: number
  /** Finishes its work and closes its connections. */
  close(): Promise<void>
}

/**
 * Runs `start`, and shuts down gracefully on SIGTERM, SIGINT and SIGHUP. A signal during the start takes effect after it:
 * the process may already serve requests. Prints an environment error as one line.
 */
export async function runProcess(start: () => Promise<RunningProcess>): Promise<void> {
  let end: End | undefined
  let asked: NodeJS.Signals | undefined
  onStopRequest((signal) => {
    asked = signal
    if (end) end(signal)
    else setTimeout(() => end ?? process.exit(exitCodeOf(signal)), START_LIMIT_MS).unref()
  })
  try {
    const running = await start()
    for (const unknown of unknownVariables()) {
      running.logger.warn(unknown, 'environment.variable_unknown')
    }
    end = gracefulEnd(running)
    if (asked) end(asked)
  } catch (error) {
    process.stderr.write(`${describe(error)}\n`)
    // Open connections and servers would keep the process alive.
    process.exit(1)
  }
}

type End = (signal: NodeJS.Signals) => void

function gracefulEnd({ logger, closeDelayMs = 0, close }: RunningProcess): End {
  let asked: NodeJS.Signals | undefined
  let isEnding = false
  const options = { delay: closeDelayMs + CLOSE_LIMIT_MS, logger, skip: [...STOP_SIGNALS] }
  const grace = closeWithGrace(options, async ({ err }) => {
    isEnding = true
    if (err) logger.fatal({ err }, 'ended by an unhandled error')
    else logger.info({ signal: asked }, 'stopping')
    await close()
  })
  return (signal) => {
    if (isEnding) return
    asked = signal
    grace.close()
  }
}

function describe(error: unknown): string {
  if (error instanceof EnvironmentError) return error.message
  return listenProblem(error as NodeJS.ErrnoException) ?? stackOf(error)
}

/** Why the process can't listen, with the variable to change. */
function listenProblem({ code, port }: NodeJS.ErrnoException & { port?: number }): string | null {
  const name = String(port) === process.env.METRICS_PORT ? 'METRICS_PORT' : 'PORT'
  if (code === 'EADDRINUSE') return `port ${port} is taken: set ${name} to a free one`
  if (code === 'EACCES' && port !== undefined) {
    return `${name} must be a port that this account may listen on, not ${port}`
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return 'HOST must be an address of this machine'
  }
  return null
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Calls `stop` on the first stop request. A second one, duplicates aside, kills the process. */
export function onStopRequest(stop: (signal: NodeJS.Signals) => void): void {
  let askedAtMs: number | undefined
  for (const signal of STOP_SIGNALS) {
    process.on(signal, () => {
      if (askedAtMs === undefined) {
        askedAtMs = performance.now()
        stop(signal)
      } else if (performance.now() - askedAtMs > ONE_REQUEST_MS) {
        process.exit(exitCodeOf(signal))
      }
    })
  }
}

/** The exit code that shells report for a signal. */
function exitCodeOf(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal]
}

/** The same for all packages. */
export const VERSION = manifest.version

// PostgreSQL truncates names to 63 bytes. Host names often differ only at the end.
const HOST_LENGTH = 32

/** From `pg_stat_activity`. */
export interface NamedProcess {
  kind: string
  version: string
  /** Process id and host: `1234@web1`. */
  instance: string
}

/**
 * For `application_name`: `api 0.1.0 1234@web1`. `admin doctor` uses it to find running processes and their versions.
 */
export function processName(kind: string): string {
  return `${kind} ${VERSION} ${process.pid}@${hostname().slice(-HOST_LENGTH)}`
}

/** `null` for connections of other programs. */
export function parseProcessName(name: string): NamedProcess | null {
  const [, kind, version, instance] = /^(api|dispatcher|media) (\S+) (\d+@.*)$/.exec(name) ?? []
  return kind && version && instance ? { kind, version, instance } : null
}
