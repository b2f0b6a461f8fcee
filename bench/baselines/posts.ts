// The least a sender can do: the same body, signed and posted in a loop on a connection pool. Receives a number from its
// parent, makes that many POSTs, and sends 'done' after the last response.
import { randomUUID } from 'node:crypto'
import { Pool } from 'undici'
import { postBare } from '../support/load.ts'

const CONNECTIONS = 100
const [url = '', data = '{}'] = process.argv.slice(2)
const pool = new Pool(url, { connections: CONNECTIONS, pipelining: 1 })

function post(n: number): Promise<void> {
  const event = { id: randomUUID(), event: 'PROJECT_CREATED' }
  return postBare(pool, { ...event, data: data.replace('"n":0', `"n":${n}`) })
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
