import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Test } from 'tap'

/** A CONNECT request, as received. */
export interface ConnectRequest {
  /** Address and port. */
  authority: string
  credentials: string | undefined
}

/** A real HTTP tunnel proxy on the loopback interface. */
export interface Proxy {
  /** `http://127.0.0.1:<port>` */
  readonly url: string
  readonly requests: readonly ConnectRequest[]
  readonly openConnections: number
  /** Status of the next responses, or none. Default: 200. */
  respond(how: number | 'hang'): void
}

/** @param options.goTo target of all tunnels. Default: the requested address */
export async function startProxy(
  t: Test,
  { goTo }: { goTo?: { host: string; port: number } } = {},
): Promise<Proxy> {
  const requests: ConnectRequest[] = []
  const sockets = new Set<Socket>()
  let response: number | 'hang' = 200
  const server = createServer((_request, reply) => reply.writeHead(405).end())
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('connect', ({ url = '', headers }, socket: Socket) => {
    requests.push({ authority: url, credentials: headers['proxy-authorization'] })
    if (response !== 200) socket.on('end', () => socket.destroy()).resume()
    if (response === 'hang') return
    if (response !== 200) return socket.end(`HTTP/1.1 ${response} No\r\n\r\n`)
    const { hostname, port } = new URL(`http://${url}`)
    const target = goTo ?? { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port) || 80 }
    const onward = connect(target, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      onward.pipe(socket).pipe(onward)
    })
    onward.on('error', () => socket.destroy())
    socket.on('close', () => onward.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const bound = server.address()
  const port = typeof bound === 'object' && bound ? bound.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    get openConnections() {
      return sockets.size
    },
    respond(how) {
      response = how
    },
  }
}
