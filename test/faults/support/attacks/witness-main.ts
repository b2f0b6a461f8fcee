// An idle process that responds immediately. Its latency is the machine's, which other tests may keep busy.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const server = createServer((_request, response) => {
  response.end('{}')
})
await once(server.listen(0, '127.0.0.1'), 'listening')
const { port } = server.address() as AddressInfo
process.on('disconnect', () => process.exit())
process.send?.(`http://127.0.0.1:${port}/`)
