import { type AddressInfo, connect, createServer } from 'node:net'
import type { Test } from 'tap'

/** An address known before the service listens, for links to deliveries. */
export async function openSite(t: Pick<Test, 'teardown'>) {
  let port = 0
  const server = createServer((socket) => {
    const service = connect(port, '127.0.0.1')
    for (const end of [socket, service]) end.on('error', () => end.destroy())
    socket.pipe(service).pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Routes connections to this service. */
    lead(url: string) {
      port = Number(new URL(url).port)
    },
  }
}
