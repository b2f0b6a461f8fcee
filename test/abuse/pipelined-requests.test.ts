import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { MAX_WAITING_REQUESTS } from '@mediajobs/domain'
import { testApp } from '@mediajobs/testing/api/app'
import { startMedia } from '@mediajobs/testing/service/process'
import t from 'tap'
import { open, say } from './support/raw-client.ts'

const HEAD = 'HTTP/1.1\r\nhost: api\r\n'
const PING = `GET /health/live ${HEAD}\r\n`
// Far more than a connection can buffer unread.
const FLOOD = 100_000

const service = await testApp(t)
const { key, organizationId } = await service.createOrg()

/** A request that creates a customer. */
function create(name: string): string {
  const body = JSON.stringify({ name, email: `${name}@pipelined.test` })
  const type = `content-type: application/json\r\ncontent-length: ${body.length}`
  return `POST /customers ${HEAD}x-api-key: ${key}\r\n${type}\r\n\r\n${body}`
}

async function customers(): Promise<number> {
  const { rows } = await service.store.database.pool.query(
    'select count(*)::integer as count from customers where organization_id = $1',
    [organizationId],
  )
  return rows[0].count
}

/** Blocks writes of customers until `release` is called. */
async function lockCustomers() {
  const client = await service.store.database.pool.connect()
  await client.query('begin')
  await client.query('lock table customers in share row exclusive mode')
  return {
    async whenWaitedFor() {
      const waiting = "select from pg_locks where relation = 'customers'::regclass and not granted"
      while ((await client.query(waiting)).rowCount === 0) await pause(10)
    },
    async release() {
      await client.query('rollback')
      client.release()
    },
  }
}

/** Opens a connection. @returns both ends, the client's first */
async function openBoth(): Promise<[Socket, Socket]> {
  const accepted = once(service.app.server, 'connection')
  const client = await open(service.url)
  const [server] = await accepted
  return [client, server]
}

t.test('pipelined requests get their responses in order', async (t) => {
  const ids = Array.from({ length: MAX_WAITING_REQUESTS }, (_, n) => `pipelined-${n}`)
  const requests = ids.map((id) => `GET /health/live ${HEAD}x-request-id: ${id}\r\n\r\n`)
  const { responses } = await say(service.url, [requests.join('')], { count: ids.length })
  t.strictSame(
    responses.map(({ headers }) => headers['x-request-id']),
    ids,
  )
})

t.test(
  "one client's pipelined requests don't delay another client [c10-pipelined-requests]",
  async (t) => {
    const many = MAX_WAITING_REQUESTS
    const [flooding, quiet] = [await open(service.url), await open(service.url)]
    let answered = 0
    flooding.on('data', (chunk) => {
      answered += String(chunk).split('HTTP/1.1 ').length - 1
    })
    flooding.write(PING.repeat(many))
    quiet.write(PING)
    await once(quiet, 'data')
    t.ok(answered < many / 5, `${answered} of ${many} were answered before`)
    while (answered < many) await pause(10)
    for (const socket of [flooding, quiet]) socket.destroy()
  },
)

t.test(
  'beyond the pipelining limit, no request is handled and the connection is closed [c10-pipelined-requests]',
  async (t) => {
    const handled = 1 + MAX_WAITING_REQUESTS
    const before = await customers()
    const requests = Array.from({ length: handled + 5 }, (_, n) => create(`waits-${n}`))
    const { responses, closedAfterMs } = await say(service.url, [requests.join('')], {
      limitMs: 30_000,
    })
    t.strictSame(
      responses.map(({ status, headers }) => [status, headers.connection]),
      [...Array(handled - 1).fill([201, 'keep-alive']), [201, 'close']],
    )
    t.ok(closedAfterMs !== null)
    t.equal(await customers(), before + handled)
  },
)

t.test(
  'a media process also handles pipelined requests sequentially [c10-pipelined-requests]',
  async (t) => {
    const media = await startMedia(t, service.databaseUrl)
    const archive = `GET /archives/${'u'.repeat(43)}/x.zip ${HEAD}\r\n`
    const { responses, closedAfterMs } = await say(media.url, [archive.repeat(FLOOD / 100)], {
      limitMs: 30_000,
    })
    t.strictSame(
      responses.map(({ status, headers }) => [status, headers.connection]),
      [...Array(MAX_WAITING_REQUESTS).fill([404, 'keep-alive']), [404, 'close']],
    )
    t.ok(closedAfterMs !== null)
  },
)

t.test("data beyond the pipelining limit isn't parsed [c10-pipelined-requests]", async (t) => {
  const lock = await lockCustomers()
  let parsed = 0
  const count = () => {
    parsed += 1
  }
  service.app.server.on('request', count)
  t.teardown(() => service.app.server.off('request', count))
  const client = await open(service.url)
  client.write(create('holds-the-others'))
  await lock.whenWaitedFor()
  for (let sent = 0; sent < FLOOD; sent += 1_000) {
    if (!client.write(PING.repeat(1_000))) await once(client, 'drain')
  }
  let text = ''
  client.on('data', (chunk) => {
    text += chunk
  })
  await lock.release()
  await once(client, 'close')
  t.equal(text.split('HTTP/1.1 ').length - 1, 1 + MAX_WAITING_REQUESTS, 'those that may wait')
  t.ok(parsed < FLOOD / 5, `${parsed} of ${FLOOD} requests were parsed`)
})

t.test("requests of a disconnected client aren't handled", async (t) => {
  const lock = await lockCustomers()
  const [client, server] = await openBoth()
  const before = await customers()
  client.write(['first', 'second', 'third', 'fourth'].map(create).join(''))
  await lock.whenWaitedFor()
  client.resetAndDestroy()
  while (!server.destroyed) await pause(10)
  await lock.release()
  // The first one was waiting for the lock when its client disconnected.
  while ((await customers()) === before) await pause(10)
  await pause(200)
  t.equal(await customers(), before + 1)
})
