import closeWithGrace from 'close-with-grace'
import { EnvironmentError } from './environment.ts'
import type { Logger } from './logger.ts'
import { packageRunnerGone, packageRunners } from './package-runners.ts'
import { exitCodeOf, onStopRequest, STOP_SIGNALS } from './stop-request.ts'
import { unknownVariables } from './unknown-variables.ts'

// Longer than a POST to a receiver may take, shorter than orchestrators wait before they kill.
export const CLOSE_LIMIT_MS = 14_000
// A start that takes longer waits for something. The process then ends without it.
const START_LIMIT_MS = 5_000

/** A process that runs until it is asked to stop. */
export interface RunningProcess {
  readonly logger: Logger
  /** How long it goes on as before when it is asked to stop. Default: 0. */
  readonly closeDelayMs?: number
  /** Takes no more work, finishes the work that it has, and closes its connections. */
  close(): Promise<void>
}

/**
 * Runs `start`, and ends the process gracefully on SIGTERM, SIGINT and SIGHUP, and when the package runner
 * that started it is gone. A signal that comes during the start ends it after the start: it may already serve
 * requests. An error of the environment is one line on standard error.
 */
export async function runProcess(start: () => Promise<RunningProcess>): Promise<void> {
  let end: End | undefined
  let asked: NodeJS.Signals | undefined
  onStopRequest((signal) => {
    asked = signal
    if (end) end({ signal })
    else setTimeout(() => end ?? process.exit(exitCodeOf(signal)), START_LIMIT_MS).unref()
  })
  try {
    // Before the start: a runner that ends during the start could not be found later.
    const runnerGone = packageRunnerGone(await packageRunners())
    const running = await start()
    for (const unknown of unknownVariables()) {
      running.logger.warn(unknown, 'environment.variable_unknown')
    }
    end = gracefulEnd(running)
    if (asked) end({ signal: asked })
    void runnerGone.then(() => end?.({ reason: 'the package runner that started it is gone' }))
  } catch (error) {
    process.stderr.write(`${describe(error)}\n`)
    // Connections and servers that were opened before the failure would keep the process alive.
    process.exit(1)
  }
}

/** Ends the process, for the reason that is then in the log. */
type End = (why: object) => void

function gracefulEnd({ logger, closeDelayMs = 0, close }: RunningProcess): End {
  let reason: object = {}
  let isEnding = false
  const options = { delay: closeDelayMs + CLOSE_LIMIT_MS, logger, skip: [...STOP_SIGNALS] }
  const grace = closeWithGrace(options, async ({ err, signal }) => {
    isEnding = true
    if (err) logger.fatal({ err }, 'ended by an unhandled error')
    else logger.info({ signal, ...reason }, 'stopping')
    await close()
  })
  return (why) => {
    if (isEnding) return
    reason = why
    grace.close()
  }
}

function describe(error: unknown): string {
  if (error instanceof EnvironmentError) return error.message
  return listenProblem(error as NodeJS.ErrnoException) ?? stackOf(error)
}

/** Why the process cannot listen, with the variable to change. */
function listenProblem({ code, port }: NodeJS.ErrnoException & { port?: number }): string | null {
  const name = String(port) === process.env.METRICS_PORT ? 'METRICS_PORT' : 'PORT'
  if (code === 'EADDRINUSE') return `port ${port} is taken: set ${name} to a free one`
  if (code === 'EACCES' && port !== undefined) {
    return `${name} must be a port that this account may listen on; it may not listen on ${port}`
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return 'HOST must be an address of this machine'
  }
  return null
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
