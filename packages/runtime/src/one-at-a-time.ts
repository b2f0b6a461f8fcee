// What: the requests of one connection are handled one after the other, one in a turn of the event loop.
// Why: Node.js hands over all requests of a packet in one turn, so a client with hundreds of pipelined requests
// delays all other clients until each of them has been handled. Requests whose client has left are not handled.
// Cost: a look-up for each request. Clients that wait for a response before the next request notice nothing.
// Remove it: give the listener of Fastify to `createServer` as it is. test/abuse/pipelined-requests.test.ts fails.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { MAX_WAITING_REQUESTS } from '@mediajobs/domain'

type Call = [IncomingMessage, ServerResponse]

/** The requests of a connection behind the one that is being handled. */
interface Line {
  readonly waiting: Call[]
  /** There were more than may wait. The connection is closed after the last one that waits. */
  isFull: boolean
}

/**
 * A listener that gives `handle` the next request of a connection when the response to the one before has ended.
 * Behind {@link MAX_WAITING_REQUESTS} that wait, requests are dropped and the connection is closed
 * (docs/contract.md#c10-pipelined-requests).
 */
export function oneAtATime(handle: RequestListener): RequestListener {
  const lines = new WeakMap<Socket, Line>()

  const begin = ([request, response]: Call): void => {
    response.once('close', () => endTurn(request.socket))
    // A body that could not be read has already ended its response.
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
      // RFC 9112, section 9.6: with `Connection: close`, the requests behind it are not handled.
      for (const [, last] of line.waiting.slice(-1)) last.shouldKeepAlive = false
      dropInput(request.socket)
    }
  }
}

/**
 * Parses no further request of a connection. Node.js would keep each one in memory until the connection is closed, and
 * then remove them one by one, in a time that grows with the square of their number.
 */
function dropInput(socket: Socket): void {
  socket.removeAllListeners('data')
  socket.on('data', () => {})
}
