import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Socket } from 'node:net'
import type { Client } from 'minio'

export interface Credential {
  accessKey: string
  secretKey: string
}

export interface SigningKeys extends Credential {
  region: string
}

export interface ClientOptions extends SigningKeys {
  /** The URL of the store, without a trailing slash. */
  endpoint: string
}

/**
 * Returns a getter of a client of the store at `endpoint`, created on first use: loading minio would take 40 ms of an
 * api's startup. The client closes connections after `silenceMs` without data.
 */
export function openClient(options: ClientOptions, silenceMs: number): () => Promise<Client> {
  let opened: Promise<Client> | undefined
  return () => {
    opened ??= newClient(options, silenceMs)
    return opened
  }
}

async function newClient(
  { endpoint, region, accessKey, secretKey }: ClientOptions,
  silenceMs: number,
): Promise<Client> {
  const { Client } = await import('minio')
  const { hostname, port, protocol } = new URL(endpoint)
  return new Client({
    endPoint: hostname,
    ...(port !== '' && { port: Number(port) }),
    useSSL: protocol === 'https:',
    region,
    accessKey,
    secretKey,
    pathStyle: true,
    transportAgent: boundedAgent(protocol, silenceMs),
    // minio would print retries to the terminal. Callers retry and log.
    retryOptions: { disableRetry: true },
  })
}

/** An agent that closes connections after `silenceMs` without data. minio itself has no timeout for a hanging store. */
export function boundedAgent(protocol: string, silenceMs: number): HttpAgent {
  const options = { keepAlive: true, timeout: silenceMs }
  const agent = protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options)
  const createConnection = agent.createConnection.bind(agent)
  agent.createConnection = (...args) => {
    const socket = createConnection(...args) as Socket
    socket.on('timeout', () => socket.destroy(new Error(`silent for ${silenceMs} ms`)))
    return socket
  }
  // Node.js lowers the timeout of an idle connection to the store's `Keep-Alive` and doesn't restore it on reuse: a reader
  // that pauses for a few seconds would lose its file.
  const reuseSocket = agent.reuseSocket.bind(agent)
  agent.reuseSocket = (socket, request) => {
    if ('setTimeout' in socket && typeof socket.setTimeout === 'function') {
      socket.setTimeout(silenceMs)
    }
    reuseSocket(socket, request)
  }
  return agent
}

/** The object store was unreachable or failed. A retry may succeed. */
export class ObjectStoreUnavailable extends Error {
  /** In the message instead of a `cause`, which a log would show without the message. */
  readonly reason: string

  constructor(doing: string, error: unknown) {
    const reason = reasonOf(error)
    super(`the object store failed to ${doing}: ${reason}`)
    this.name = 'ObjectStoreUnavailable'
    this.reason = reason
  }
}

// `fetch failed` says nothing; its cause does. If several addresses fail, Node's error has a code but no message.
function reasonOf(error: unknown): string {
  const { cause, message, code } = error as { cause?: unknown; message?: string; code?: string }
  return cause instanceof Error ? reasonOf(cause) : message || code || String(error)
}

/**
 * The store rejects the service's own requests, until the operator fixes this machine's clock, the credential or its
 * policy.
 */
export class ObjectStoreRefused extends ObjectStoreUnavailable {
  constructor(doing: string, error: unknown) {
    super(doing, error)
    this.message =
      `the object store refused to ${doing} for the service (${this.reason}): check the clock of this machine ` +
      '(clock_skew_seconds), S3_ACCESS_KEY, S3_SECRET_KEY and the policy of this account'
    this.name = 'ObjectStoreRefused'
  }
}

// The 401 and 403 codes of https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html. minio reports AccessDenied
// for a response without a body.
const REFUSALS = new Set([
  'AccessDenied',
  'AccountProblem',
  'AllAccessDisabled',
  'ExpiredToken',
  'InvalidAccessKeyId',
  'InvalidSecurity',
  'InvalidToken',
  'NotSignedUp',
  'RequestTimeTooSkewed',
  'SignatureDoesNotMatch',
  'UnauthorizedAccess',
])

/** Whether an error code rejects the caller rather than the request. */
export function isRefusal(code: unknown): boolean {
  return typeof code === 'string' && REFUSALS.has(code)
}
