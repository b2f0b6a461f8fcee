import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'

export type { Logger }

// Redacted, in case a logged object such as a library's error has them.
const SECRETS = ['authorization', 'x-api-key', 'key', 'password', 'secret', 'token', 'accessToken']
const redactedPaths = SECRETS.flatMap((name) => [
  `["${name}"]`,
  `*["${name}"]`,
  `*.headers["${name}"]`,
])

/**
 * Logs structured JSON, to standard output by default. Redaction is a second line of defense: callers log no secrets.
 */
export function createLogger(service: string, level: string, stream?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: redactedPaths, censor: '[redacted]' },
    serializers: { err: errorWithoutParameters },
  }
  return stream ? pino(options, stream) : pino(options)
}

/** Serializes an error. Prefers its cause: a wrapping error may quote its input, possibly a secret. */
export function errorWithoutParameters(error: unknown) {
  const inner = (error as { cause?: unknown })?.cause
  const logged = inner instanceof Error && inner.message ? inner : error
  if (!(logged instanceof Error)) return { message: String(logged) }
  const { code } = logged as { code?: unknown }
  return { type: logged.name, message: logged.message, code, stack: logged.stack }
}

/** Logs when a task starts failing, once a minute while it fails, and when it recovers. */
export interface FaultLog {
  failed(doing: string, error: unknown): void
  worked(doing: string): void
  /** Tasks that failed within the last minute and haven't recovered. */
  failing(): string[]
}

interface Fault {
  sinceMs: number
  loggedAtMs: number
  lastAtMs: number
  failures: number
}

// An hour's outage of the database causes thousands of failures.
const REMIND_MS = 60_000

/** @param app prefix of its messages: `dispatcher.failing` */
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
