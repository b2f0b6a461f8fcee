import closeWithGrace from 'close-with-grace'
import { EnvironmentError } from './environment.ts'
import type { Logger } from './logger.ts'
import { packageRunnerGone, packageRunners } from './package-runners.ts'
import { onStopRequest, STOP_SIGNALS } from './stop-request.ts'
import { unknownVariables } from './unknown-variables.ts'

// Longer than a webhook's POST may take, shorter than what orchestrators wait before they kill.
export const CLOSE_LIMIT_MS = 14_000

/** A process that runs until it is told to stop. */
export interface RunningProcess {
  readonly logger: Logger
  /** How long it goes on as before when it is told to stop. Default: not at all. */
  readonly closeDelayMs?: number
  /** Stops taking work, finishes what is under way, closes what was opened. */
  close(): Promise<void>
}

/**
 * Runs `start` and ends the process gracefully on SIGTERM, SIGINT and SIGHUP, and when the package runner
 * that started it is gone. What is wrong with the environment is said in one line.
 */
export async function runProcess(start: () => Promise<RunningProcess>): Promise<void> {
  try {
    // Before the start: a runner that ends meanwhile could not be found later.
    const runnerGone = packageRunnerGone(await packageRunners())
    const running = await start()
    for (const unknown of unknownVariables()) {
      running.logger.warn(unknown, 'environment.variable_unknown')
    }
    endGracefully(running, runnerGone)
  } catch (error) {
    process.stderr.write(`${describe(error)}\n`)
    // What was opened before it failed would keep the process alive, and half of it serving.
    process.exit(1)
  }
}

function endGracefully(
  { logger, closeDelayMs = 0, close }: RunningProcess,
  runnerGone: Promise<void>,
): void {
  let reason: object = {}
  let isEnding = false
  const options = { delay: closeDelayMs + CLOSE_LIMIT_MS, logger, skip: [...STOP_SIGNALS] }
  const grace = closeWithGrace(options, async ({ err, signal }) => {
    isEnding = true
    if (err) logger.fatal({ err }, 'ended by an error that nothing handled')
    else logger.info({ signal, ...reason }, 'stopping')
    await close()
  })
  const end = (why: object) => {
    if (isEnding) return
    reason = why
    grace.close()
  }
  onStopRequest((signal) => end({ signal }))
  void runnerGone.then(() => end({ reason: 'the package runner that started it is gone' }))
}

function describe(error: unknown): string {
  if (error instanceof EnvironmentError) return error.message
  return whyDeaf(error as NodeJS.ErrnoException) ?? stackOf(error)
}

/** What keeps a process from listening, with the variable that says where. */
function whyDeaf({ code, port }: NodeJS.ErrnoException & { port?: number }): string | null {
  const name = String(port) === process.env.METRICS_PORT ? 'METRICS_PORT' : 'PORT'
  if (code === 'EADDRINUSE') return `port ${port} is taken: set ${name} to a free one`
  if (code === 'EACCES' && port !== undefined) {
    return `${name} must be a port that this account may listen on: ${port} is not`
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return 'HOST must be an address of this machine'
  }
  return null
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
