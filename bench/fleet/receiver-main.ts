// The receivers of all organizations, in a process of their own. `/<behaviour>/<number of the subscription>` is the
// path of one. Each request is a line of the file ARRIVALS. The parent's messages change how they behave.
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { verify } from '@mediajobs/webhook-signature/node'
import type { Arrival } from './arrivals.ts'
import { secretOf } from './subscriptions.ts'

/** What a message of the parent sets. */
export interface ReceiverState {
  /** The receivers that fail respond with 500. */
  failing: boolean
  /** The receiver that hangs does not respond. */
  hanging: boolean
  /** Nothing listens. */
  gone: boolean
}

const SLOW_MS = 800
const { ARRIVALS = '', PORT = '' } = process.env
const arrivals = createWriteStream(ARRIVALS, { flags: 'a' })
let state: ReceiverState = { failing: false, hanging: false, gone: false }

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => void respond(request, response, Buffer.concat(chunks)))
  // A dispatcher that is killed resets its connections.
  request.on('error', () => {})
})
server.keepAliveTimeout = 60_000

async function respond(request: IncomingMessage, response: ServerResponse, body: Buffer) {
  const [, behaviour = '', number = ''] = (request.url ?? '').split('/')
  const atMs = Date.now()
  const isFailing = state.failing && behaviour === 'failing'
  const isHanging = state.hanging && behaviour === 'hanging'
  const status = isHanging ? 0 : isFailing ? 500 : 204
  if (behaviour === 'slow') await pause(SLOW_MS)
  // While it paused, the receivers may have gone: no response reaches the dispatcher then.
  const isHeard = status !== 0 && !response.destroyed
  if (isHeard) response.writeHead(status).end()
  write(arrivalOf(Number(number), atMs, isHeard ? status : 0, request, body))
}

function arrivalOf(
  subscription: number,
  atMs: number,
  status: number,
  request: IncomingMessage,
  body: Buffer,
): Arrival {
  const { id, event, data } = JSON.parse(body.toString())
  return {
    subscription,
    id,
    event,
    projectId: data.projectId,
    detail: data.toStatus ?? data.role ?? '',
    happenedMs: Date.parse(data.occurredAt ?? data.approvedAt),
    atMs,
    status,
    isSigned: isSigned(body, request.headers, secretOf(subscription)),
  }
}

function isSigned(body: Buffer, headers: IncomingHttpHeaders, secret: string): boolean {
  try {
    verify(body, headers, secret)
    return true
  } catch {
    return false
  }
}

function write(arrival: Arrival): void {
  arrivals.write(`${JSON.stringify(arrival)}\n`)
}

async function listen(): Promise<void> {
  await once(server.listen(Number(PORT), '127.0.0.1'), 'listening')
}

async function change(next: ReceiverState): Promise<void> {
  if (next.gone && !state.gone) {
    server.close()
    server.closeAllConnections()
  }
  if (!next.gone && state.gone) await listen()
  state = next
}

await listen()
process.stdout.write(`listening at http://127.0.0.1:${PORT}\n`)
process.on('message', async (message: ReceiverState | 'end') => {
  if (message === 'end') {
    await new Promise((resolve) => arrivals.end(resolve))
  } else {
    await change(message)
  }
  process.send?.('done')
})
process.once('SIGTERM', () => process.exit(0))
process.once('disconnect', () => process.exit(0))
