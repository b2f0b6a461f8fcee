/** The receiver has responded. Only the status decides whether that is a success. */
export interface PostResponse {
  kind: 'answer'
  /** 200 to 999. */
  status: number
  /** Whole milliseconds from the start to the status. */
  durationMs: number
  /** The first KiB of the body, as a text that PostgreSQL can store. */
  responseBody: string
  /** Whether the time ended before the body did. */
  ranOut: boolean
}

export type PostFailureKind =
  | 'timeout'
  | 'dns'
  | 'refused'
  | 'reset'
  | 'tls'
  | 'address_refused'
  | 'protocol'
  | 'connect'
  | 'invalid_request'
  | 'proxy'
  | 'closed'

/** No response has come. */
export interface PostFailure {
  kind: PostFailureKind
  /** One sentence for the people who run the receiver. */
  message: string
  /** More about the failure, for the operator only. Empty when there is nothing to add. */
  detail: string
  /** Whole milliseconds from the start to the failure. */
  durationMs: number
}

export type PostOutcome = PostResponse | PostFailure

/**
 * The text that a subscriber reads for every address that the service does not connect to. The real reason
 * could reveal what is in the operator's network. docs/contract.md#c11-one-text
 */
export const UNREACHABLE = "The address can't be reached from here."

const MESSAGES: Record<PostFailureKind, string> = {
  timeout: 'No response came in time',
  dns: UNREACHABLE,
  refused: 'The connection was refused',
  reset: 'The connection was closed before a response came',
  tls: 'The TLS connection could not be established',
  address_refused: UNREACHABLE,
  protocol: 'The response was not valid HTTP/1.1',
  connect: 'The connection could not be made',
  invalid_request: 'The request could not be made from this URL and these headers',
  proxy: 'The proxy of the service did not make the connection',
  closed: 'The dispatcher was stopping',
}

// The codes of node:dns and libuv, of OpenSSL's certificate checks (X509_verify_cert) and of undici. An
// error with any other code happened while the connection was made.
const KINDS: ReadonlyArray<readonly [RegExp, PostFailureKind]> = [
  [/^ADDRESS_REFUSED$/, 'address_refused'],
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
  if (isOfNames(error)) return failure('dns', durationMs, code)
  const kind = KINDS.find(([pattern]) => pattern.test(code))?.[1] ?? 'connect'
  return failure(kind, durationMs, code)
}

// A name server that refuses or is late has the same error codes as a receiver.
function isOfNames(error: Error): boolean {
  return 'syscall' in error && /^(query|getaddrinfo)/.test(String(error.syscall))
}

// undici gives no code to a response that its parser refuses. To a response that breaks the protocol in
// another way it gives the code of a closed socket.
function isUnreadable(error: Error): boolean {
  const { name, message } = error
  return name === 'HTTPParserError' || message === 'bad response' || message === 'bad upgrade'
}

/** @param detail an error code or a few words, appended in brackets where the subscriber may read them */
export function failure(kind: PostFailureKind, durationMs: number, detail = ''): PostFailure {
  const text = MESSAGES[kind]
  if (text === UNREACHABLE) return { kind, message: text, detail, durationMs }
  const suffix = detail === '' ? '' : ` (${detail})`
  return { kind, message: `${text}${suffix}.`, detail: '', durationMs }
}
