// A receiver in a separate process: responds 200 to everything, and counts requests and X-Webhook-Ids.
import { createServer } from 'node:http'

const seen = new Set<string>()
let requests = 0

const server = createServer((request, response) => {
  requests += 1
  seen.add(`${request.headers['x-webhook-id']}`)
  request.resume()
  response.writeHead(200, { 'content-length': 0 })
  response.end()
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
process.on('message', () => process.send?.({ requests, ids: seen.size }))
process.on('disconnect', () => process.exit())
