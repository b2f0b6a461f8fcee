import type { Logger } from './logger.ts'

/** Logs when a task begins to fail, once a minute while it still fails, and when it works again. */
export interface FaultLog {
  failed(doing: string, error: unknown): void
  worked(doing: string): void
  /** The tasks that fail now: they have failed within the last minute, and have not worked since. */
  failing(): string[]
}

interface Fault {
  sinceMs: number
  loggedAtMs: number
  lastAtMs: number
  failures: number
}

// A database that is away for an hour refuses thousands of connections. One log line a minute is enough.
const REMIND_MS = 60_000

/** @param app what its lines begin with: `dispatcher.failing` */
export function createFaultLog(logger: Logger, app: string): FaultLog {
  const faults = new Map<string, Fault>()
  return {
    failed(doing, err) {
      const nowMs = performance.now()
      const known = faults.get(doing)
      const isNew = !known || nowMs - known.lastAtMs > REMIND_MS
      const fresh = { sinceMs: nowMs, loggedAtMs: nowMs, lastAtMs: nowMs, failures: 0 }
      const fault = isNew ? fresh : known
      fault.failures += 1
      fault.lastAtMs = nowMs
      if (isNew) {
        faults.set(doing, fault)
        logger.warn({ err, doing }, `${app}.failing`)
      } else if (nowMs - fault.loggedAtMs >= REMIND_MS) {
        fault.loggedAtMs = nowMs
        logger.warn({ err, doing, failures: fault.failures }, `${app}.still_failing`)
      }
    },
    worked(doing) {
      const fault = faults.get(doing)
      if (!fault) return
      faults.delete(doing)
      const durationMs = Math.round(performance.now() - fault.sinceMs)
      logger.info({ doing, failures: fault.failures, durationMs }, `${app}.working_again`)
    },
    failing() {
      const sinceMs = performance.now() - REMIND_MS
      return [...faults].flatMap(([doing, { lastAtMs }]) => (lastAtMs > sinceMs ? [doing] : []))
    },
  }
}
