import type { Media, RefusedField } from './vocabulary.ts'

/** The API or the object store refused a call, or failed on every attempt. */
export class ApiError extends Error {
  /** The HTTP status. */
  readonly status: number
  /** Machine-readable, listed in docs/errors.md. Null if a proxy responded. */
  readonly code: string | null
  /** One sentence per violation. */
  readonly details: readonly string[]
  /** The refused fields, query parameters and headers, if any. */
  readonly fields: readonly RefusedField[]
  /** Identifies the request in the service's log. */
  readonly requestId: string | null
  /** From `Retry-After`. */
  readonly retryAfterSeconds: number | null
  /** With `wrong_cell`: the base URL of the service that knows the credential. Not followed. */
  readonly cellUrl: string | null
  /** Attempts made. */
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

/** The content of a non-2xx response. */
export type Refusal = Pick<
  ApiError,
  'status' | 'code' | 'details' | 'fields' | 'requestId' | 'retryAfterSeconds' | 'cellUrl'
>

/** No response: no connection, a broken connection, or a timeout. */
export class ConnectionError extends Error {
  /** The system's error code (`ECONNREFUSED`), or the error's name (`TimeoutError`). */
  readonly reason: string
  readonly tries: number

  // No `cause`: in some runtimes it contains the URL, which may be a secret.
  constructor(call: string, failure: unknown, tries: number) {
    const reason = reasonOf(failure)
    super(`${call}: no response (${reason})`)
    this.name = 'ConnectionError'
    this.reason = reason
    this.tries = tries
  }
}

/** Parses a problem (docs/errors.md). Missing fields are null or empty. */
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

// The API sends seconds; proxies may send a date (RFC 9110, section 10.2.3).
function readRetryAfter(headers: Headers): number | null {
  const value = headers.get('retry-after')
  if (value === null) return null
  if (/^\d+$/.test(value)) return Number(value)
  const untilMs = Date.parse(value)
  return Number.isNaN(untilMs) ? null : Math.max(0, Math.ceil((untilMs - Date.now()) / 1_000))
}

// Node.js wraps the system's error in a TypeError, so use the first code among the causes.
function reasonOf(failure: unknown): string {
  if (!(failure instanceof Error)) return 'unknown'
  if ('code' in failure && typeof failure.code === 'string') return failure.code
  return failure.cause instanceof Error ? reasonOf(failure.cause) : failure.name
}

/** Some files were not uploaded. Repeat the call with those whose entry in `media` is null. */
export class UploadError extends Error {
  /** In file order; null for a file not uploaded. */
  readonly media: readonly (Media | null)[]

  /** @param cause an ApiError or a ConnectionError */
  constructor(cause: unknown, media: readonly (Media | null)[]) {
    const made = media.filter((each) => each !== null).length
    const reason = cause instanceof Error ? cause.message : 'the upload failed'
    super(`${made} of ${media.length} files were uploaded: ${reason}`, { cause })
    this.name = 'UploadError'
    this.media = media
  }
}
