import { openDatabase } from '@mediajobs/db'
import { createTestDatabase } from '@mediajobs/db/testing'
import { testApp } from '@mediajobs/testing/api/app'
import { start, startApi, startDispatcher, startMedia } from '@mediajobs/testing/service/process'
import t from 'tap'

// docs/contract.md#c9: environment and operation.

t.test('the metrics count requests and attempts [c9-metrics]', async (t) => {
  const { url: databaseUrl } = await createTestDatabase(t)
  const service = await testApp(t, { databaseUrl })
  const org = await service.createOrg()
  const env = { METRICS_PORT: '0' }
  const api = await startApi(t, databaseUrl, env)
  const dispatcher = await startDispatcher(t, databaseUrl, { ...env, HOST: '127.0.0.1' })
  await fetch(`${api.url}/projects`, { headers: { 'x-api-key': org.key } })
  const scrape = async (output: string) => {
    const port = /"port":(\d+),"msg":"[^"]*metrics[ _]listening"/.exec(output)?.[1]
    return (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  }
  const metrics = await scrape(api.output())
  t.match(metrics, /http_requests_total\{method="GET",route="\/projects",status="200"\} 1/)
  t.match(metrics, /database_connections\{state="idle"\}/)
  t.match(await scrape(dispatcher.output()), /webhook_slots_in_use 0/)
})

t.test(
  'on SIGTERM, each process exits with 0 after its open requests [c9-start, c9-sigterm]',
  async (t) => {
    const { url: databaseUrl } = await createTestDatabase(t)
    const service = await testApp(t, { databaseUrl })
    const org = await service.createOrg()
    const api = await startApi(t, databaseUrl, { RATE_LIMITS: '1000/1s' })
    const dispatcher = await startDispatcher(t, databaseUrl)
    const book = () =>
      fetch(`${api.url}/projects/create`, {
        method: 'POST',
        headers: { 'x-api-key': org.key, 'content-type': 'application/json' },
        body: '{"scheduledTime":"2026-05-01T09:30:00Z"}',
      })
    const { pool } = service.store.database
    const lock = await pool.connect()
    await lock.query('begin')
    await lock.query('lock table projects in exclusive mode')
    // The maximum concurrent requests of one organization.
    const underWay = Promise.all(Array.from({ length: 3 }, book))
    const waiting = "select 1 from pg_locks where not granted and relation = 'projects'::regclass"
    while ((await pool.query(waiting)).rowCount !== 3) {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    const ends = Promise.all([api.end('SIGTERM'), dispatcher.end('SIGTERM')])
    await api.waitForOutput(/"msg":"stopping"/)
    await lock.query('rollback')
    lock.release()
    const statuses = (await underWay).map(({ status }) => status)
    t.strictSame(statuses, Array(3).fill(201))
    t.strictSame(await ends, [0, 0], api.output())
  },
)

t.test('while PostgreSQL refuses the sign-in, calls get a 503 and are counted', async (t) => {
  const { url } = await createTestDatabase(t)
  const changed = { password: 'changed-meanwhile', pathname: '/no-such-database' }
  for (const [part, value] of Object.entries(changed)) {
    const refusedUrl = Object.assign(new URL(url), { [part]: value }).href
    const api = await startApi(t, refusedUrl, { METRICS_PORT: '0' })
    const response = await fetch(`${api.url}/health/ready`)
    t.match(await response.json(), { statusCode: 503, code: 'database_unavailable' }, part)
    t.ok(response.headers.get('retry-after'))
    const [, port] = await api.waitForOutput(/"port":(\d+),"msg":"metrics listening"/)
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    t.match(metrics, /database_refusals_total\{reason="unreachable"\} [1-9]/)
    await api.waitForOutput(/"code":"(28P01|3D000)"/)
  }
})

t.test(
  'before the first migration neither api nor dispatcher is ready, and both log why unasked',
  async (t) => {
    const { url } = await createTestDatabase(t)
    const database = openDatabase({ url, poolSize: 1, applicationName: 'test', onError() {} })
    await database.pool.query('alter schema public rename to former; create schema public')
    await database.close()
    const api = await startApi(t, url)
    const dispatcher = start(t, 'dispatcher', { DATABASE_URL: url })
    for (const one of [api, dispatcher])
      await one.waitForOutput(/no schema yet: run the migrations/)
    const response = await fetch(`${api.url}/health/ready`)
    t.match(await response.json(), { statusCode: 503, code: 'database_unavailable' })
  },
)

t.test(
  "after SIGTERM, a media process keeps serving for SHUTDOWN_DELAY, but isn't ready",
  async (t) => {
    const { url: databaseUrl } = await createTestDatabase(t)
    const media = await startMedia(t, databaseUrl, { SHUTDOWN_DELAY: '3s' })
    const statusOf = async (path: string) => {
      const { status, headers } = await fetch(media.url + path)
      return [status, headers.get('connection')]
    }
    t.strictSame(await statusOf('/health/ready'), [200, 'keep-alive'])
    const ended = media.end('SIGTERM')
    await media.waitForOutput(/"msg":"stopping"/)
    t.strictSame(await statusOf('/health/ready'), [503, 'close'])
    t.strictSame(await statusOf('/health/live'), [200, 'close'])
    t.strictSame(await statusOf('/archives/unknown/a.zip'), [404, 'close'])
    t.equal(await ended, 0)
  },
)
