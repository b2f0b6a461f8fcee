// Under TEST_LOGS, the folder that a test run makes, every log line and every refusal of a test file
// is kept, and beside them every secret that came into being: the run looks for these in those.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DestinationStream, destination } from 'pino'
import { createLogger, type Logger } from '../src/logger.ts'

const folder = process.env.TEST_LOGS
const file = (name: string) => join(folder ?? '', `${name}-${process.pid}`)

// Shorter ones stand in a log by chance; no secret of the service is that short.
const LEAST_LENGTH = 12
// `apiKeyId` is none.
const SECRET_FIELD = /(secret|token|password|api_?key|accesskey)(?!.*Ids?$)/i
const SECRET_VALUE = /^(mjk_\w{49}$|whsec_)/
const SIGNATURE = /[?&]X-Amz-Signature=([0-9a-f]+)/

const known = new Set<string>()
let pending = ''

let stream: DestinationStream | undefined

/** A logger for what runs within a test file: into the run's folder, or LOG_LEVEL of it to the screen. */
export function testLogger(service: string): Logger {
  const level = process.env.LOG_LEVEL
  if (level || !folder) return createLogger(service, level ?? 'silent')
  // One that is written now and then, and at the end of the process.
  stream ??= destination({ dest: `${file('inside')}.log`, minLength: 8_192, sync: false })
  return createLogger(service, 'trace', stream)
}

/** Keeps what a process has written. */
export function recordOutput(name: string, text: string): void {
  if (folder) appendFileSync(`${file(name)}.log`, text)
}

/** Keeps an answer: its secrets, and all of it when it is a refusal, which must have none. */
export function recordResponse(status: number, body: unknown): void {
  if (!folder) return
  if (status >= 400) recordOutput('refusals', `${JSON.stringify(body)}\n`)
  else recordSecrets(body)
}

/** Keeps every text within `value` that is a secret by its name or by its look. */
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
