import type { Media, RefusedField } from './vocabulary.ts'

/** The API, or the object store, refused a call, or still failed at the last try. */
export class ApiError extends Error {
  /** The HTTP status. */
  readonly status: number
  /** For programs: docs/errors.md lists them. Null when a proxy in front of the API has responded. */
  readonly code: string | null
  /** One sentence for each thing that is wrong. */
  readonly details: readonly string[]
  /** The refused fields, query parameters and headers; empty when the refusal is about none. */
  readonly fields: readonly RefusedField[]
  /** The id of the request in the log of the service. */
  readonly requestId: string | null
  /** The wait before the next try that the API asks for. */
  readonly retryAfterSeconds: number | null
  /** With `wrong_cell`: the base URL of the service that knows the credential. It is not followed. */
  readonly cellUrl: string | null
  /** How often the call was sent. */
  readonly tries: number

  constructor(call: string, refusal: Refusal, tries: number) {
    const { status, code, details } = refusal
    const reasons = details.length > 0 ? `: ${details.join('; ')}` : ''
    super(`${call}: ${status}${code === null ? '' : ` ${code}`}${reasons}`)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.details = details
    this.fields = refusal.fields
    this.requestId = refusal.requestId
    this.retryAfterSeconds = refusal.retryAfterSeconds
    this.cellUrl = refusal.cellUrl
    this.tries = tries
  }
}

/** The content of a response that is not a 2xx. */
export type Refusal = Pick<
  ApiError,
  'status' | 'code' | 'details' | 'fields' | 'requestId' | 'retryAfterSeconds' | 'cellUrl'
>

/** There was no response: no connection, a connection that broke, or a timeout. */
export class ConnectionError extends Error {
  /** The code of the system (`ECONNREFUSED`), or the name of the failure (`TimeoutError`). */
  readonly reason: string
  /** How often the call was sent. */
  readonly tries: number

  // The failure itself is not kept as `cause`: in some runtimes it contains the whole URL, and a URL can be
  // a secret.
  constructor(call: string, failure: unknown, tries: number) {
    const reason = reasonOf(failure)
    super(`${call}: no response (${reason})`)
    this.name = 'ConnectionError'
    this.reason = reason
    this.tries = tries
  }
}

/** Reads the fields of a problem (docs/errors.md) from a response. Missing fields are null or empty. */
export function readRefusal(response: { status: number; headers: Headers; text: string }): Refusal {
  const { code, message, fields, requestId, cellUrl } = problemIn(response.text)
  const messages = Array.isArray(message) ? message : [message]
  return {
    status: response.status,
    code: textOrNull(code),
    details: messages.filter((each) => typeof each === 'string'),
    fields: Array.isArray(fields) ? fields.filter(isRefusedField) : [],
    requestId: textOrNull(requestId) ?? response.headers.get('x-request-id'),
    retryAfterSeconds: readRetryAfter(response.headers),
    cellUrl: textOrNull(cellUrl),
  }
}

function problemIn(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
  } catch {
    // An object store responds in XML.
    return { code: /<Code>(\w+)<\/Code>/.exec(text)?.[1] }
  }
}

function isRefusedField(value: unknown): value is RefusedField {
  const { path, code, message } = (value ?? {}) as Record<string, unknown>
  return [path, code, message].every((each) => typeof each === 'string')
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

// The API gives seconds. A proxy in front of it may give a date (RFC 9110, 10.2.3).
function readRetryAfter(headers: Headers): number | null {
  const value = headers.get('retry-after')
  if (value === null) return null
  if (/^\d+$/.test(value)) return Number(value)
  const untilMs = Date.parse(value)
  return Number.isNaN(untilMs) ? null : Math.max(0, Math.ceil((untilMs - Date.now()) / 1_000))
}

// In Node.js, fetch wraps the system's error in a TypeError. So the first code among the causes counts.
function reasonOf(failure: unknown): string {
  if (!(failure instanceof Error)) return 'unknown'
  if ('code' in failure && typeof failure.code === 'string') return failure.code
  return failure.cause instanceof Error ? reasonOf(failure.cause) : failure.name
}

/** Not every file became media. Repeat the call with the files for which `media` has null. */
export class UploadError extends Error {
  /** The media, in the order of the files. Null for a file that did not become media. */
  readonly media: readonly (Media | null)[]

  /** @param cause the failure: an ApiError or a ConnectionError */
  constructor(cause: unknown, media: readonly (Media | null)[]) {
    const made = media.filter((each) => each !== null).length
    const reason = cause instanceof Error ? cause.message : 'the upload failed'
    super(`${made} of ${media.length} files are uploaded: ${reason}`, { cause })
    this.name = 'UploadError'
    this.media = media
  }
}
