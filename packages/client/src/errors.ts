import type { Media } from './vocabulary.ts'

/** The API, or the object store, refused a call or went on failing for as long as it was tried. */
export class ApiError extends Error {
  /** The HTTP status. */
  readonly status: number
  /** For programs, as docs/api.md lists them; null when something before the API has answered. */
  readonly code: string | null
  /** One sentence for each thing that is wrong. */
  readonly details: readonly string[]
  /** Finds the request in the log of the service. */
  readonly requestId: string | null
  /** How long the API asks to wait before the next try. */
  readonly retryAfterSeconds: number | null
  /** How often it was sent. */
  readonly tries: number

  constructor(call: string, refusal: Refusal, tries: number) {
    const { status, code, details } = refusal
    const said = details.length > 0 ? `: ${details.join('; ')}` : ''
    super(`${call}: ${status}${code === null ? '' : ` ${code}`}${said}`)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.details = details
    this.requestId = refusal.requestId
    this.retryAfterSeconds = refusal.retryAfterSeconds
    this.tries = tries
  }
}

/** What an answer other than a 2xx says. */
export type Refusal = Pick<
  ApiError,
  'status' | 'code' | 'details' | 'requestId' | 'retryAfterSeconds'
>

/** There was no answer: no connection, a connection that broke, or none in time. */
export class ConnectionError extends Error {
  /** What the system calls it (`ECONNREFUSED`), or the name of the failure (`TimeoutError`). */
  readonly reason: string
  /** How often it was sent. */
  readonly tries: number

  // The failure itself is not kept as `cause`: some runtimes write the whole address into it, and an
  // address can be a secret.
  constructor(call: string, failure: unknown, tries: number) {
    const reason = reasonOf(failure)
    super(`${call}: no answer (${reason})`)
    this.name = 'ConnectionError'
    this.reason = reason
    this.tries = tries
  }
}

/** The body of the refusal as docs/api.md has it, or as much of it as there is. */
export function readRefusal(answer: { status: number; headers: Headers; text: string }): Refusal {
  const { code, message, requestId } = fieldsOf(answer.text)
  const messages = Array.isArray(message) ? message : [message]
  return {
    status: answer.status,
    code: textOrNull(code),
    details: messages.filter((each) => typeof each === 'string'),
    requestId: textOrNull(requestId) ?? answer.headers.get('x-request-id'),
    retryAfterSeconds: readRetryAfter(answer.headers),
  }
}

function fieldsOf(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
  } catch {
    // An object store answers in XML.
    return { code: /<Code>(\w+)<\/Code>/.exec(text)?.[1] }
  }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

// The API says it in seconds; a proxy before it may say it as a date (RFC 9110, 10.2.3).
function readRetryAfter(headers: Headers): number | null {
  const value = headers.get('retry-after')
  if (value === null) return null
  if (/^\d+$/.test(value)) return Number(value)
  const untilMs = Date.parse(value)
  return Number.isNaN(untilMs) ? null : Math.max(0, Math.ceil((untilMs - Date.now()) / 1_000))
}

// As deep as fetch of Node.js (a TypeError around the system's error), and a group of those around it.
function reasonOf(failure: unknown): string {
  if (!(failure instanceof Error)) return 'unknown'
  if ('code' in failure && typeof failure.code === 'string') return failure.code
  return failure.cause instanceof Error ? reasonOf(failure.cause) : failure.name
}

/** Not every file became media. Try again with those that `media` has null for. */
export class UploadError extends Error {
  /** What was made, in the order of the files; null for a file that was not. */
  readonly media: readonly (Media | null)[]

  /** @param cause the failure: an ApiError or a ConnectionError */
  constructor(cause: unknown, media: readonly (Media | null)[]) {
    const made = media.filter((each) => each !== null).length
    const said = cause instanceof Error ? cause.message : 'it failed'
    super(`${made} of ${media.length} files are uploaded: ${said}`, { cause })
    this.name = 'UploadError'
    this.media = media
  }
}
