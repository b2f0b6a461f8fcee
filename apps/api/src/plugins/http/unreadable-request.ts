import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { MAX_HEAD_BYTES, MAX_HEAD_MS, MAX_REQUEST_MS } from '@mediajobs/domain'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { errorBody, HttpError, type Problem } from '../../vocabulary/errors.ts'
import { SAFE_HEADERS, VARY } from './responses.ts'

/**
 * A request's URL with a decodable path: `%zz` becomes plain text, so it acts like an unknown id, after the checks of
 * credential and rate limits.
 */
export function readableUrl({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const [path = '', ...query] = url.split('?')
  if (!path.includes('%') || isDecodable(path)) return url
  return [path.replaceAll('%', '%25'), ...query].join('?')
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

export interface RequestLimits {
  /** URL and headers together. */
  headBytes: number
  /** From the connection, or the first byte of a later request, to the end of the headers. */
  headMs: number
  /** From the same start to the body's last byte. */
  requestMs: number
}

// The largest body, 16 MiB, takes a minute at 2.5 Mbit/s. Files go to the object store.
export const REQUEST_LIMITS: RequestLimits = {
  headBytes: MAX_HEAD_BYTES,
  headMs: MAX_HEAD_MS,
  requestMs: MAX_REQUEST_MS,
}

// Closing immediately would reset a client that is still sending, and lose the response.
const LINGER_MS = 1_000

const TOO_LARGE = new HttpError(431, 'headers_too_large', 'The URL and headers are too large.')
  .problem
const TOO_SLOW = new HttpError(408, 'request_timeout', 'The request took too long to arrive.')
  .problem
const MALFORMED = new HttpError(400, 'malformed_request', 'request is not valid HTTP/1.1').at(
  '',
  'wrong_format',
).problem

/** The newest response of each connection, sent or not. */
const latestOn = new WeakMap<Socket, ServerResponse>()
const givenUp = new WeakSet<Socket>()

/** Sends the usual error body where Node.js would send none. */
export const unreadableRequests = fp(async (app) => {
  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    latestOn.set(request.socket, response)
  })
  // Headers are bounded by size. Beyond a maximum count, Node.js would silently drop them.
  app.server.maxHeadersCount = 0
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    // Unknown expectations may be ignored (RFC 9110, section 10.1.1).
    app.server.emit('request', request, response)
  })
  // Not a proxy: a connection with a CONNECT must carry no further request.
  app.server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    logUnreadable(app, MALFORMED, 'CONNECT', endRaw(socket, MALFORMED))
  })
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (raw.headers.host !== undefined || raw.httpVersion === '1.0') return done()
    throw new HttpError(400, 'malformed_request', 'host is required in the headers').at(
      'host',
      'required',
    )
  })
})

/**
 * Responds to input that isn't a request, too long or too late, after the responses to earlier requests of the
 * connection. Then closes it, because the start of the next request is unknown.
 */
export function respondToUnreadable(
  this: FastifyInstance,
  error: NodeJS.ErrnoException,
  socket: Socket,
): void {
  if (givenUp.has(socket)) return
  givenUp.add(socket)
  // The client would mistake a response sent before any request for the response to its next one.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesRead === 0) {
    socket.destroy()
    return
  }
  const problem = problemOf(error)
  const latest = latestOn.get(socket)
  if (latest && !latest.req.complete) {
    // The error is in the body of this request.
    if (latest.headersSent) socket.destroy()
    else logUnreadable(this, problem, error.code, end(latest, problem), true)
  } else if (latest && !latest.writableFinished) {
    latest.once('close', () => logUnreadable(this, problem, error.code, endRaw(socket, problem)))
  } else {
    logUnreadable(this, problem, error.code, endRaw(socket, problem))
  }
}

/** Logs and counts an unreadable request. `isRequest`: counted already, since its headers were read. */
function logUnreadable(
  app: FastifyInstance,
  problem: Problem,
  reason: string | undefined,
  requestId: string | null,
  isRequest = false,
): void {
  if (requestId === null) return
  const { statusCode: status, code } = problem
  app.countUnreadable(problem, isRequest)
  app.log.info({ requestId, status, code, reason }, 'request.unreadable')
}

function problemOf({ code }: NodeJS.ErrnoException): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return TOO_LARGE
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return TOO_SLOW
  return MALFORMED
}

function end(response: ServerResponse, problem: Problem): string {
  const { body, headers } = responseTo(problem)
  response.writeHead(problem.statusCode, headers).end(body)
  return headers['x-request-id']
}

/** Returns the request id; `null` if the client disconnected. */
function endRaw(socket: Socket, problem: Problem): string | null {
  if (!socket.writable) {
    socket.destroy()
    return null
  }
  const { body, headers } = responseTo(problem)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const { statusCode, error } = JSON.parse(body)
  socket.end(`HTTP/1.1 ${statusCode} ${error}\r\n${lines.join('')}\r\n${body}`)
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
  return headers['x-request-id']
}

function responseTo(problem: Problem) {
  const requestId = randomUUID()
  const body = JSON.stringify(errorBody(problem, requestId))
  const headers = {
    date: new Date().toUTCString(),
    'content-type': 'application/json; charset=utf-8',
    'content-length': `${Buffer.byteLength(body)}`,
    'x-request-id': requestId,
    ...SAFE_HEADERS,
    vary: VARY.join(', '),
    connection: 'close',
  }
  return { body, headers }
}
