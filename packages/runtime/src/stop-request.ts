import { constants } from 'node:os'

/** The signals that ask a process to end. */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
// A supervisor signals all processes of a service at once, and the package runners above this one forward
// the signal. All these copies are one request.
const ONE_REQUEST_MS = 1_000

/**
 * Calls `stop` once, with the signal, when this process is asked to end. A second request, later than
 * the copies of the first, ends the process at once.
 */
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

/** The exit code of a process that a signal has ended, as shells report it. */
export function exitCodeOf(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal]
}
