import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { MAX_HEAD_BYTES, MAX_HEAD_MS, MAX_REQUEST_MS } from '@mediajobs/domain'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { errorBody, HttpError, type Problem } from '../../errors.ts'
import { SAFE_HEADERS, VARY } from './safe-headers.ts'

/** How much, and for how long, the server listens to who does not come to the point. */
export interface RequestLimits {
  /** Address and headers together; more is a 431. */
  headBytes: number
  /** From the connection, or from the first byte of a further request, to the end of the headers. */
  headMs: number
  /** To the last byte of the body. */
  requestMs: number
}

// 16 KiB hold every header that browsers and proxies make. Bodies are at most 16 MiB, which a line of
// 2.5 Mbit/s carries in a minute; files go to the object store.
export const REQUEST_LIMITS: RequestLimits = {
  headBytes: MAX_HEAD_BYTES,
  headMs: MAX_HEAD_MS,
  requestMs: MAX_REQUEST_MS,
}

// Whoever still sends would get a reset, and lose the answer with it, if the socket went at once.
const LINGER_MS = 1_000

const TOO_LARGE: Problem = {
  statusCode: 431,
  code: 'headers_too_large',
  messages: ['The address and the headers of the request are too large together.'],
}
const TOO_SLOW: Problem = {
  statusCode: 408,
  code: 'request_timeout',
  messages: ['The request did not come whole in time.'],
}
const MALFORMED: Problem = {
  statusCode: 400,
  code: 'malformed_request',
  messages: ['request is not valid HTTP/1.1'],
}

/** The newest answer of each connection, made or still to make. */
const latestOn = new WeakMap<Socket, ServerResponse>()
const givenUp = new WeakSet<Socket>()

/** What Node.js would answer without a body, or leave out, is answered like every other error. */
export const unreadableRequests = fp(async (app) => {
  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    latestOn.set(request.socket, response)
  })
  // Their size is limited. Beyond a number Node.js would drop the rest of them without a word.
  app.server.maxHeadersCount = 0
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    // RFC 9110, section 10.1.1: what is expected and not understood may be passed over.
    app.server.emit('request', request, response)
  })
  // No proxy: where one is meant, nothing may be asked through this connection.
  app.server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    note(app, MALFORMED, 'CONNECT', endRaw(socket, MALFORMED))
  })
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.headers.host !== undefined || raw.httpVersion === '1.0') return
    throw new HttpError(400, 'malformed_request', 'host is required in the headers')
  })
})

/**
 * Answers what was no request, too long or too late, after all that was asked before it on the same
 * connection, and then closes the connection: where the next request would begin nobody can tell.
 */
export function respondToUnreadable(
  this: FastifyInstance,
  error: NodeJS.ErrnoException,
  socket: Socket,
): void {
  if (givenUp.has(socket)) return
  givenUp.add(socket)
  // To a connection that was opened in advance and lay unused, an answer would be one to the next.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesRead === 0) {
    socket.destroy()
    return
  }
  const problem = problemOf(error)
  const latest = latestOn.get(socket)
  if (latest && !latest.req.complete) {
    // The body of that very request is what is broken.
    if (latest.headersSent) socket.destroy()
    else note(this, problem, error.code, end(latest, problem), true)
  } else if (latest && !latest.writableFinished) {
    latest.once('close', () => note(this, problem, error.code, endRaw(socket, problem)))
  } else {
    note(this, problem, error.code, endRaw(socket, problem))
  }
}

/** The line and the count of what was no request, or one whose head was all that could be read. */
function note(
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

/** The id that the answer has; `null` when nobody hears it any more. */
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
