// A receiver of webhooks in a separate process. Responds to /hook with 204 immediately, and never to /hang. Its parent
// sends 'reset' or 'report' for the arrivals, or 'count' for their number.
import { createServer } from 'node:http'

/** POSTs to /hook: the event's number, and when its last byte arrived, in Unix milliseconds. */
export interface Arrivals {
  count: number
  numbers: number[]
  atMs: number[]
}

// A customer's external id, or `n` of `eventData`.
const NUMBER = /"(?:n|externalId)":"?(\d+)/
let arrivals: Arrivals = { count: 0, numbers: [], atMs: [] }

const server = createServer((request, response) => {
  if (request.url?.startsWith('/hang')) return
  let body = ''
  request.setEncoding('latin1').on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    arrivals.count += 1
    arrivals.numbers.push(Number(NUMBER.exec(body)?.[1] ?? -1))
    arrivals.atMs.push(performance.timeOrigin + performance.now())
    response.writeHead(204).end()
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object')
    process.stdout.write(`listening at http://127.0.0.1:${address.port}\n`)
})

process.on('message', (message) => {
  if (message === 'reset') arrivals = { count: 0, numbers: [], atMs: [] }
  process.send?.(message === 'count' ? arrivals.count : arrivals)
})
process.once('SIGTERM', () => process.exit(0))
