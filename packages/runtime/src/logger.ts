import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'

export type { Logger }

// Objects that are logged whole, like an error of a library, may carry these.
const SECRETS = ['authorization', 'x-api-key', 'key', 'password', 'secret', 'token', 'accessToken']
const redactedPaths = SECRETS.flatMap((name) => [
  `["${name}"]`,
  `*["${name}"]`,
  `*.headers["${name}"]`,
])

/**
 * Structured JSON, on standard output unless another stream is given. Secrets are kept out of it at the
 * places that log, and here.
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
 * An error for the log. Drizzle writes a statement's parameters into its message, and a parameter can
 * be a secret; the driver's error inside has all that is needed.
 */
export function errorWithoutParameters(error: unknown) {
  const inner = (error as { cause?: unknown })?.cause
  const told = inner instanceof Error && inner.message ? inner : error
  if (!(told instanceof Error)) return { message: String(told) }
  const { code } = told as { code?: unknown }
  return { type: told.name, message: told.message, code, stack: told.stack }
}
