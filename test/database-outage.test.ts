import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Postgres, startPostgres } from '@mediajobs/local-engines'
import { migrate } from '@mediajobs/outbox'
import t from 'tap'
import { testApp } from '../apps/api/test/support/app.ts'
import { startApi } from './support/process.ts'

// Its own PostgreSQL, because it is taken away.

const directory = await mkdtemp(join(tmpdir(), 'mediajobs-outage-'))
let postgres: Postgres = await startPostgres({ directory, durable: false })
const { port, url: databaseUrl } = postgres
t.teardown(async () => {
  await postgres.stop()
  await rm(directory, { recursive: true, force: true })
})
await migrate(databaseUrl)

t.test('while PostgreSQL is away the api answers 503, and it comes back by itself', async (t) => {
  const service = await testApp(t, { databaseUrl })
  const org = await service.createOrg()
  const api = await startApi(t, databaseUrl, { RATE_LIMITS: '1000/1s' })
  const call = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(api.url + path, { ...init, headers: { 'x-api-key': org.key } })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  t.equal((await call('/projects')).status, 200)
  t.equal((await call('/health/ready')).status, 200)

  await postgres.stop()
  for (let i = 0; i < 5; i++) {
    const { status, body, headers } = await call('/projects')
    t.equal(status, 503)
    t.match(body, { code: 'database_unavailable', message: /try again soon/, requestId: String })
    t.equal(headers.get('retry-after'), '1')
  }
  t.equal((await call('/health/ready')).status, 503)
  t.equal((await call('/health/live')).status, 200, 'the process itself is well')

  postgres = await startPostgres({ directory, port, durable: false })
  t.equal((await call('/projects')).status, 200)
  t.equal((await call('/health/ready')).status, 200)
  t.notMatch(api.output(), org.key)
  t.equal(await api.end('SIGTERM'), 0)
})

t.test('an api that starts before its database waits for it', async (t) => {
  await postgres.stop()
  const api = await startApi(t, databaseUrl)
  t.equal((await fetch(`${api.url}/health/ready`)).status, 503)
  postgres = await startPostgres({ directory, port, durable: false })
  t.equal((await fetch(`${api.url}/health/ready`)).status, 200)
})
