// What: handles the requests of a connection sequentially, one per turn of the event loop.
// Why: Node.js emits all requests of a packet in one turn, so a client with hundreds of pipelined requests would block all
// others. Also skips requests of clients that have left.
// Cost: a lookup per request. Clients without pipelining notice nothing.
// To remove: pass Fastify's listener to `createServer`. test/abuse/pipelined-requests.test.ts fails.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { MAX_WAITING_REQUESTS } from '@mediajobs/domain'

type Call = [IncomingMessage, ServerResponse]

interface Line {
  readonly waiting: Call[]
  /** Too many requests: the connection is closed after the last waiting one. */
  isFull: boolean
}

/**
 * Passes the next request of a connection to `handle` after the previous response. Beyond {@link MAX_WAITING_REQUESTS},
 * drops requests and closes the connection (docs/contract.md#c10-pipelined-requests).
 */
export function oneAtATime(handle: RequestListener): RequestListener {
  const lines = new WeakMap<Socket, Line>()

  const begin = ([request, response]: Call): void => {
    response.once('close', () => endTurn(request.socket))
    // An unreadable body has already been answered.
    if (!response.writableEnded) handle(request, response)
  }

  const endTurn = (socket: Socket): void => {
    const next = socket.writable && lines.get(socket)?.waiting.shift()
    if (next) setImmediate(begin, next)
    else lines.delete(socket)
  }

  return (request, response) => {
    const line = lines.get(request.socket)
    if (!line) {
      lines.set(request.socket, { waiting: [], isFull: false })
      begin([request, response])
    } else if (!line.isFull && line.waiting.length < MAX_WAITING_REQUESTS) {
      line.waiting.push([request, response])
    } else if (!line.isFull) {
      line.isFull = true
      // RFC 9112, section 9.6: requests after `Connection: close` aren't handled.
      for (const [, last] of line.waiting.slice(-1)) last.shouldKeepAlive = false
      dropInput(request.socket)
    }
  }
}

/**
 * Stops parsing a connection's requests. Node.js would keep them in memory until the connection closes, and then remove
 * them in quadratic time.
 */
function dropInput(socket: Socket): void {
  socket.removeAllListeners('data')
  socket.on('data', () => {})
}
