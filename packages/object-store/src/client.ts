import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Socket } from 'node:net'
import { Client } from 'minio'

export interface ClientOptions {
  endpoint: string
  region: string
  accessKey: string
  secretKey: string
}

/** A client of the store at `endpoint`. It closes a connection after `silenceMs` without data. */
export function openClient(
  { endpoint, region, accessKey, secretKey }: ClientOptions,
  silenceMs: number,
): Client {
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
    // minio would print each retry on the terminal. The callers retry, and log it.
    retryOptions: { disableRetry: true },
  })
}

/**
 * An agent that closes a connection after `silenceMs` without data in either direction. minio itself keeps
 * its connections to a hanging store open for as long as the store hangs.
 */
export function boundedAgent(protocol: string, silenceMs: number): HttpAgent {
  const options = { keepAlive: true, timeout: silenceMs }
  const agent = protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options)
  const createConnection = agent.createConnection.bind(agent)
  agent.createConnection = (...args) => {
    const socket = createConnection(...args) as Socket
    socket.on('timeout', () => socket.destroy(new Error(`silent for ${silenceMs} ms`)))
    return socket
  }
  // Node.js shortens the time of an idle connection to what the store's `Keep-Alive` says, and leaves it so short when
  // the connection is used again: a reader that pauses for some seconds would lose its file.
  const reuseSocket = agent.reuseSocket.bind(agent)
  agent.reuseSocket = (socket, request) => {
    if ('setTimeout' in socket && typeof socket.setTimeout === 'function') {
      socket.setTimeout(silenceMs)
    }
    reuseSocket(socket, request)
  }
  return agent
}

/** The object store could not be reached, or did not do its work. The same call may succeed later. */
export class ObjectStoreUnavailable extends Error {
  constructor(doing: string, cause?: unknown) {
    super(`the object store failed to ${doing}`, { cause: rootOf(cause) })
    this.name = 'ObjectStoreUnavailable'
  }
}

// The message `fetch failed` gives no reason. Its cause does: for example a refused connection.
function rootOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? rootOf(error.cause) : error
}

/**
 * The store is there and refuses the service's own request. It will refuse the next one too, until the operator mends
 * the clock of this machine, the credential or its policy.
 */
export class ObjectStoreRefused extends ObjectStoreUnavailable {
  constructor(doing: string, cause: unknown) {
    super(doing, cause)
    this.message =
      `the object store refused to ${doing} for the service: look at the clock of this machine ` +
      '(clock_skew_seconds), S3_ACCESS_KEY, S3_SECRET_KEY and the policy of this account'
    this.name = 'ObjectStoreRefused'
  }
}

// https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html, those of the status 401 and 403. A response
// without a body has the code AccessDenied in minio.
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

/** Whether a code of the store means that it refuses the caller, whatever the request. */
export function isRefusal(code: unknown): boolean {
  return typeof code === 'string' && REFUSALS.has(code)
}
