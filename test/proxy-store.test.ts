// Runs HAProxy with docker/haproxy/haproxy.cfg. Skipped if it isn't installed.
import { once } from 'node:events'
import { get } from 'node:http'
import { freePort } from '@mediajobs/local-engines'
import t, { type Test } from 'tap'
import { whyNoHaproxy as skip, startHaproxy } from './support/haproxy.ts'

// The bound on one network's connections within ten seconds.
const BOUND = 400
const TRIED = BOUND + 100

t.test('the route to the store', { skip }, async (t) => {
  const ports = await startProxy(t)

  await t.test('is bounded for clients of one network', async (t) => {
    const { length: answered } = await connect(ports.clients)
    t.ok(answered <= BOUND, `${answered} of ${TRIED} connections were accepted`)
    t.ok(answered > 0)
  })

  await t.test('is open to the replicas, however many connections they need', async (t) => {
    t.equal((await connect(ports.inside)).length, TRIED)
  })
})

async function startProxy(t: Test): Promise<{ clients: number; inside: number }> {
  const [clients, inside, self] = [await freePort(), await freePort(), await freePort()]
  const environment = {
    // No name resolves: the proxy responds 503 by itself.
    NAME_SERVER: `127.0.0.1:${await freePort()}`,
    S3_ADDRESS: `127.0.0.1:${clients}`,
    S3_INSIDE_ADDRESS: `127.0.0.1:${inside}`,
    SELF_ADDRESS: `127.0.0.1:${self}`,
  }
  await startHaproxy(
    t,
    environment,
    async () => (await statusOf(`http://127.0.0.1:${self}/health/live`)) === 200,
  )
  return { clients, inside }
}

/** Makes requests on separate connections. Returns the statuses of those that got a response. */
async function connect(port: number): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < TRIED; n += 1) {
    const status = await statusOf(`http://127.0.0.1:${port}/`)
    if (status !== null) statuses.push(status)
  }
  return statuses
}

/** A response's status, or null if the connection was closed without one. */
async function statusOf(url: string): Promise<number | null> {
  const request = get(url, { agent: false })
  try {
    const [response] = await once(request, 'response')
    response.resume()
    await once(response, 'end')
    return response.statusCode
  } catch {
    return null
  }
}
