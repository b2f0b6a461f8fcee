// The least that a sender can do: the same body, signed and posted, in a loop on a pool of connections.
// Its parent sends it a number. It makes that many POSTs, and sends 'done' after the last response.
import { randomUUID } from 'node:crypto'
import { sign } from '@mediajobs/webhook-signature/node'
import { Pool } from 'undici'

const CONNECTIONS = 100
const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
const [url = '', data = '{}'] = process.argv.slice(2)
const pool = new Pool(url, { connections: CONNECTIONS, pipelining: 1 })

async function post(n: number): Promise<void> {
  const timestampSeconds = Math.floor(Date.now() / 1_000)
  const id = randomUUID()
  const head = `{"id":"${id}","event":"PROJECT_CREATED","timestamp":"${timestampSeconds}","data":`
  const body = `${head}${data.replace('"n":0', `"n":${n}`)}}`
  const response = await pool.request({
    path: '/hook',
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'accept-encoding': 'identity',
      'x-webhook-id': id,
      'x-webhook-event': 'PROJECT_CREATED',
      'x-webhook-signature': sign(body, { timestampSeconds, secrets: [SECRET] }),
    },
    body,
  })
  await response.body.dump()
}

process.on('message', async (count: number) => {
  let next = 0
  const loop = async () => {
    while (next < count) {
      next += 1
      await post(next)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, loop))
  process.send?.('done')
})
process.once('SIGTERM', () => process.exit(0))
process.stdout.write('ready\n')
