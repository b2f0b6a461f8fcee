import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import t, { type Test } from 'tap'
import { ResponseTimeout, sendStatement } from '../src/connection.ts'
import { createTestDatabase } from '../testing/index.ts'

const LIMIT_MS = 1_000

t.test('a connection ends if its server sends nothing while a statement waits', async (t) => {
  const { query, server } = await watchedClient(t)
  server.isSilent = true
  const startedMs = performance.now()
  await t.rejects(query('select 1'), {
    code: 'ETIMEDOUT',
    message: /no data from PostgreSQL for 1000 ms/,
  })
  t.ok(performance.now() - startedMs >= LIMIT_MS - 1, 'not before the limit')
})

t.test("statements sent behind a waiting one don't extend its deadline", async (t) => {
  const { query, server } = await watchedClient(t)
  server.isSilent = true
  const first = query('select 1')
  const more = setInterval(() => query('select 2').catch(() => {}), LIMIT_MS / 5)
  t.teardown(() => clearInterval(more))
  await t.rejects(first, { code: 'ETIMEDOUT' })
})

t.test('an idle connection stays open, however long the server sends nothing', async (t) => {
  const { query } = await watchedClient(t)
  await query('select 1')
  await new Promise((resolve) => setTimeout(resolve, LIMIT_MS * 2))
  t.match(await query('select 2 as two'), { rows: [{ two: 2 }] })
})

t.test('idle connections end together with one whose server is silent', async (t) => {
  const watch = new ResponseTimeout(LIMIT_MS)
  const waiting = await watchedClient(t, watch)
  const idle = await watchedClient(t, watch)
  const ended = new Promise<void>((resolve) => idle.client.on('end', resolve))
  waiting.server.isSilent = true
  await t.rejects(waiting.query('select 1'), { code: 'ETIMEDOUT' })
  await ended
})

/** A client behind a proxy that can withhold the server's data, like a vanished host. */
async function watchedClient(t: Test, watch = new ResponseTimeout(LIMIT_MS)) {
  const { url } = await createTestDatabase(t)
  const { hostname, port } = new URL(url)
  const server = { isSilent: false }
  const sockets: Socket[] = []
  const proxy = createServer((inner) => {
    const outer = connect(Number(port), hostname)
    sockets.push(inner, outer)
    for (const socket of [inner, outer]) socket.on('error', () => {})
    inner.pipe(outer)
    outer.on('data', (bytes) => server.isSilent || inner.write(bytes))
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const through = new URL(url)
  through.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const config = { connectionString: through.href, pipeline: true } as pg.ClientConfig
  const client = new pg.Client(config)
  client.on('error', () => {})
  await client.connect()
  watch.watch(client)
  t.teardown(async () => {
    for (const socket of sockets) socket.destroy()
    await client.end().catch(() => {})
    proxy.close()
  })
  const query = (text: string) => sendStatement(client, { text })
  return { client, query, server }
}
