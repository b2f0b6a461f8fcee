import closeWithGrace from 'close-with-grace'
import { EnvironmentError } from './environment.ts'
import type { Logger } from './logger.ts'

// Longer than a webhook's POST may take, shorter than what orchestrators wait before they kill.
const CLOSE_LIMIT_MS = 14_000

/** A process that runs until it is told to stop. */
export interface RunningProcess {
  readonly logger: Logger
  /** How long it goes on as before when it is told to stop. Default: not at all. */
  readonly closeDelayMs?: number
  /** Stops taking work, finishes what is under way, closes what was opened. */
  close(): Promise<void>
}

/**
 * Runs `start` and ends the process gracefully on SIGTERM and SIGINT. What is wrong with the
 * environment is said in one line.
 */
export async function runProcess(start: () => Promise<RunningProcess>): Promise<void> {
  try {
    const { logger, closeDelayMs = 0, close } = await start()
    closeWithGrace({ delay: closeDelayMs + CLOSE_LIMIT_MS, logger }, async ({ err, signal }) => {
      if (err) logger.fatal({ err }, 'ended by an error that nothing handled')
      else logger.info({ signal }, 'stopping')
      await close()
    })
  } catch (error) {
    process.stderr.write(`${describe(error)}\n`)
    process.exitCode = 1
  }
}

function describe(error: unknown): string {
  if (error instanceof EnvironmentError) return error.message
  const { code, port } = error as { code?: string; port?: number }
  if (code === 'EADDRINUSE') return `port ${port} is taken: set PORT to a free one`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
