// A test run keeps all log lines, error responses and secrets of its test files in the folder that TEST_LOGS names. At its
// end it searches the logs and the error responses for the secrets.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DestinationStream, destination } from 'pino'
import { createLogger, type Logger } from '../src/logger.ts'

const folder = process.env.TEST_LOGS
const file = (name: string) => join(folder ?? '', `${name}-${process.pid}`)

// Shorter texts may appear in a log by chance. No secret of the service is that short.
const LEAST_LENGTH = 12
// `apiKeyId` is not a secret, and `previousSecretUntil` may equal the time of a log line.
const SECRET_FIELD = /(secret|token|password|api_?key|accesskey)(?!.*(Ids?|Until|At)$)/i
const SECRET_VALUE = /^(mjk_\w{49}$|whsec_)/
const SIGNATURE = /[?&]X-Amz-Signature=([0-9a-f]+)/

const known = new Set<string>()
let pending = ''

let stream: DestinationStream | undefined

/** A logger for code in the process of a test file. Writes to the run's folder, or with LOG_LEVEL, to the screen. */
export function testLogger(service: string): Logger {
  const level = process.env.LOG_LEVEL
  if (level || !folder) return createLogger(service, level ?? 'silent')
  // Buffered: flushed every 8 KiB and on exit.
  stream ??= destination({ dest: `${file('inside')}.log`, minLength: 8_192, sync: false })
  return createLogger(service, 'trace', stream)
}

/** Records the output of a process. */
export function recordOutput(name: string, text: string): void {
  if (folder) appendFileSync(`${file(name)}.log`, text)
}

/**
 * Records a response's secrets. An error response must contain none and is recorded whole, except `payUrl`, which
 * has the client's token: docs/contract.md#c19-402
 */
export function recordResponse(status: number, body: unknown): void {
  if (!folder) return
  if (status >= 400) recordOutput('refusals', `${JSON.stringify(body, withoutPayUrl)}\n`)
  else recordSecrets(body)
}

function withoutPayUrl(field: string, value: unknown): unknown {
  return field === 'payUrl' ? undefined : value
}

/** Records every string in `value` that is a secret by its field name or form. */
export function recordSecrets(value: unknown, name = ''): void {
  if (!folder) return
  if (typeof value === 'string') recordText(value, name)
  if (typeof value !== 'object' || value === null) return
  for (const [field, inner] of Object.entries(value)) {
    recordSecrets(inner, Array.isArray(value) ? name : field)
  }
}

function recordText(text: string, name: string): void {
  const signature = SIGNATURE.exec(text)?.[1]
  if (signature) record('the signature of an uploadUrl', signature)
  else if (SECRET_FIELD.test(name) || SECRET_VALUE.test(text)) record(name, text)
}

function record(kind: string, text: string): void {
  if (text.length < LEAST_LENGTH || known.has(text)) return
  if (known.size === 0) process.once('exit', writeSecrets)
  known.add(text)
  pending += `${JSON.stringify({ kind, text })}\n`
  if (known.size % 100 === 0) writeSecrets()
}

function writeSecrets(): void {
  appendFileSync(`${file('secrets')}.jsonl`, pending)
  pending = ''
}
