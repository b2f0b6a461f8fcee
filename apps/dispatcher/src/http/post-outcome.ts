/** Only the status decides whether this is a success. */
export interface PostResponse {
  kind: 'answer'
  /** 200 to 999. */
  status: number
  /** Whole milliseconds from the start to the status. */
  durationMs: number
  /** The first KiB of the body, as text that PostgreSQL can store. */
  responseBody: string
  /** Timed out while reading the body. */
  ranOut: boolean
}

export type PostFailureKind =
  | 'timeout'
  | 'dns'
  | 'refused'
  | 'reset'
  | 'tls'
  | 'address_refused'
  | 'port_refused'
  | 'protocol'
  | 'connect'
  | 'invalid_request'
  | 'proxy'
  | 'closed'

/** The outcome of a POST without a response. */
export interface PostFailure {
  kind: PostFailureKind
  /** A sentence for the receiver's developers. */
  message: string
  /** More details, for the operator. May be empty. */
  detail: string
  /** Whole milliseconds from the start to the failure. */
  durationMs: number
}

export type PostOutcome = PostResponse | PostFailure

/**
 * The message for every address that the service doesn't connect to. The actual reason could reveal the operator's
 * network. docs/contract.md#c11-one-text
 */
export const UNREACHABLE = "The address can't be reached from here."

const MESSAGES: Record<PostFailureKind, string> = {
  timeout: 'No response in time',
  dns: UNREACHABLE,
  refused: 'The connection was refused',
  reset: 'The connection was closed before a response',
  tls: "The TLS connection couldn't be established",
  address_refused: UNREACHABLE,
  port_refused: UNREACHABLE,
  protocol: "The response wasn't valid HTTP/1.1",
  connect: "The connection couldn't be established",
  invalid_request: 'The URL or headers are invalid',
  proxy: "The service's proxy couldn't connect",
  closed: 'The dispatcher was stopping',
}

// Codes of node:dns, libuv, OpenSSL's certificate checks (X509_verify_cert) and undici. Any other code is a connection
// error.
const KINDS: ReadonlyArray<readonly [RegExp, PostFailureKind]> = [
  [/^ADDRESS_REFUSED$/, 'address_refused'],
  [/^PORT_REFUSED$/, 'port_refused'],
  [/^PROXY_FAILED$/, 'proxy'],
  [/^(ENOTFOUND|ENODATA|ESERVFAIL|EREFUSED|EBADNAME|EBADRESP|EAI_\w+)$/, 'dns'],
  [/^ECONNREFUSED$/, 'refused'],
  [/^(ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET)$/, 'reset'],
  [/^(ETIMEDOUT|ETIMEOUT|ERR_SOCKET_CONNECTION_TIMEOUT)$/, 'timeout'],
  [/^(EPROTO|ERR_TLS_\w+|ERR_SSL_\w+|ERR_OSSL_\w+)$/, 'tls'],
  [/^(CERT|CRL|DEPTH|SELF|UNABLE|ERROR_IN|PATH_LENGTH|INVALID|HOSTNAME)_[A-Z_]+$/, 'tls'],
  [/^(RESPONSE_TOO_LONG|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_\w+)$/, 'protocol'],
  [/^(UND_ERR_INVALID_ARG|UND_ERR_NOT_SUPPORTED|ERR_INVALID_URL)$/, 'invalid_request'],
]

/** @param error of undici, of a socket or of the address guard */
export function failureOf(error: Error, durationMs: number): PostFailure {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (isUnreadable(error)) return failure('protocol', durationMs)
  if (isLookupError(error)) return failure('dns', durationMs, code)
  const kind = KINDS.find(([pattern]) => pattern.test(code))?.[1] ?? 'connect'
  return failure(kind, durationMs, code)
}

// By its syscall: name lookups and connections share error codes.
function isLookupError(error: Error): boolean {
  return 'syscall' in error && /^(query|getaddrinfo)/.test(String(error.syscall))
}

// undici has no code for parser errors, and uses a closed socket's code for other protocol errors.
function isUnreadable(error: Error): boolean {
  const { name, message } = error
  return name === 'HTTPParserError' || message === 'bad response' || message === 'bad upgrade'
}

/** @param detail appended in parentheses if subscribers may see it */
export function failure(kind: PostFailureKind, durationMs: number, detail = ''): PostFailure {
  const text = MESSAGES[kind]
  if (text === UNREACHABLE) return { kind, message: text, detail, durationMs }
  const suffix = detail === '' ? '' : ` (${detail})`
  return { kind, message: `${text}${suffix}.`, detail: '', durationMs }
}
