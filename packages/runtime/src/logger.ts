import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'

export type { Logger }

// Redacted fields. A whole object that is logged, like the error of a library, may have them.
const SECRETS = ['authorization', 'x-api-key', 'key', 'password', 'secret', 'token', 'accessToken']
const redactedPaths = SECRETS.flatMap((name) => [
  `["${name}"]`,
  `*["${name}"]`,
  `*.headers["${name}"]`,
])

/**
 * A logger of structured JSON, on standard output by default. Callers log no secrets; as a second protection,
 * fields with the names of secrets are redacted.
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

/**
 * An error for the log. A library that wraps another one's error may write its input into its message, and that can
 * be a secret. So the cause is logged instead.
 */
export function errorWithoutParameters(error: unknown) {
  const inner = (error as { cause?: unknown })?.cause
  const logged = inner instanceof Error && inner.message ? inner : error
  if (!(logged instanceof Error)) return { message: String(logged) }
  const { code } = logged as { code?: unknown }
  return { type: logged.name, message: logged.message, code, stack: logged.stack }
}
