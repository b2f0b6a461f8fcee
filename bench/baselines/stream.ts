// The baseline of archives: sends the objects one after the other, and no other bytes. Arguments: their URLs.
import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

const urls = process.argv.slice(2)

const server = createServer(async (_request, response) => {
  for (const url of urls) {
    const object = await new Promise<IncomingMessage>((resolve) => get(url, resolve))
    object.pipe(response, { end: false })
    await once(object, 'end')
  }
  response.end()
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`listening at http://127.0.0.1:${port}\n`)
})
