import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'

export type { Logger }

// Redacted, in case a logged object such as a library's error has them.
const SECRETS = [
  'authorization',
  'x-api-key',
  'key',
  'password',
  'secret',
  'token',
  'accessToken',
  'secretKey',
  'webhookSecret',
]
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
