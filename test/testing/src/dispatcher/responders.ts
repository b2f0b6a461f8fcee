import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Responds after the receiver has read the whole request. */
export type Responder = (response: ServerResponse, socket: Socket) => void

export interface StatusOptions {
  headers?: Record<string, string>
  body?: string | Uint8Array
}

/** Responds with a Content-Length. Keeps the connection open. */
export function status(code: number, options: StatusOptions = {}): Responder {
  const { headers = {}, body = '' } = options
  return (response) => {
    response.writeHead(code, { 'content-length': Buffer.byteLength(body), ...headers })
    response.end(body)
  }
}

export function redirect(location: string, code = 302): Responder {
  return status(code, { headers: { location } })
}

/** Responds after a wait. */
export function after(delayMs: number, respond: Responder): Responder {
  return (response, socket) => {
    setTimeout(() => {
      if (!socket.destroyed) respond(response, socket)
    }, delayMs).unref()
  }
}

/** Sends nothing and keeps the connection open. */
export function hang(): Responder {
  return () => {}
}

/** Sends the status, then an endless body, byte by byte. */
export function drip(code: number, everyMs: number): Responder {
  return (response) => {
    response.writeHead(code)
    const timer = setInterval(() => response.write('.'), everyMs)
    response.on('close', () => clearInterval(timer))
  }
}

/** Sends the status, then as much of the body as the client reads, up to a size. */
export function flood(
  code: number,
  sizeBytes: number,
  headers: StatusOptions['headers'] = {},
): Responder {
  return (response) => {
    response.writeHead(code, headers)
    const block = Buffer.alloc(65_536, 'x')
    let leftBytes = sizeBytes
    const pour = () => {
      while (leftBytes > 0 && !response.destroyed) {
        leftBytes -= block.length
        if (!response.write(block)) return
      }
      response.end()
    }
    response.on('drain', pour)
    pour()
  }
}

/** Sends these bytes instead of HTTP. Keeps the connection open. */
export function raw(bytes: string | Uint8Array): Responder {
  return (_response, socket) => {
    socket.write(bytes)
  }
}

/** Sends interim responses (100, 102, 103 …), then responds. */
export function interim(codes: readonly number[], respond: Responder): Responder {
  return (response, socket) => {
    for (const code of codes) socket.write(`HTTP/1.1 ${code} Interim\r\n\r\n`)
    respond(response, socket)
  }
}

/** Closes the connection (FIN) without a response. */
export function close(): Responder {
  return (_response, socket) => {
    socket.end()
  }
}

/** Resets the connection (RST) without a response. */
export function reset(): Responder {
  return (_response, socket) => {
    socket.resetAndDestroy()
  }
}

/** Sends these bytes, then resets the connection (RST). */
export function rawThenReset(bytes: string): Responder {
  return (_response, socket) => {
    socket.write(bytes, () => setTimeout(() => socket.resetAndDestroy(), 20))
  }
}
