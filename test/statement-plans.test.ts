import { generateApiKey, hashSecret } from '@mediajobs/domain'
import { startPostgres } from '@mediajobs/local-engines'
import { scratchFolder, until } from '@mediajobs/local-engines/testing'
import { migrate } from '@mediajobs/outbox'
import { startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { startApi, startDispatcher } from '@mediajobs/testing/service/process'
import pg from 'pg'
import t, { type Test } from 'tap'

// Hot statements keep their plans. PostgreSQL plans a prepared statement for its values five times per connection, then
// on every call if such plans look cheaper, which with small tables they never do.

const ORGANIZATIONS = 2_000
const PROJECTS_EACH = 20
const CALLS = 1_000
const AT_ONCE = 10
// Enough that none comes near its rate limit.
const SUBSCRIBERS = 200
// Twice the plans allowed for each of the api's and dispatcher's two connections.
const MOST_PLANS = 25
const POOL = { DATABASE_POOL_SIZE: '2' }

interface Statement {
  query: string
  calls: number
  plans: number
}

/** A PostgreSQL that counts how often it plans each statement. */
async function countingPostgres(t: Test) {
  const directory = await scratchFolder(t)
  const options = { directory, durable: false }
  const unconfigured = await startPostgres(options)
  const configuring = await open(unconfigured.url)
  for (const setting of [
    `shared_preload_libraries = 'pg_stat_statements'`,
    `pg_stat_statements.track_planning = on`,
    `pg_stat_statements.track = 'top'`,
  ]) {
    await configuring.query(`alter system set ${setting}`)
  }
  await configuring.end()
  await unconfigured.stop()
  const postgres = await startPostgres(options)
  t.teardown(() => postgres.stop())
  return postgres
}

async function open(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  return client
}

const postgres = await countingPostgres(t)
await migrate(postgres.url)
const client = await open(postgres.url)
t.teardown(() => client.end())
await client.query('create extension pg_stat_statements')
const keys = await fill()
const receiver = await startReceiver()
t.teardown(() => receiver.close())
const api = await startApi(t, postgres.url, {
  ...POOL,
  WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
  WEBHOOK_ALLOW_HTTP: 'true',
})
await startDispatcher(t, postgres.url, POOL)

/** Creates many studios with a key each, like a regional installation. Returns the keys. */
async function fill(): Promise<string[]> {
  const made = Array.from({ length: ORGANIZATIONS }, () => generateApiKey())
  const studios = `generate_series(1, ${ORGANIZATIONS}) as n`
  const id = (kind: number) => `('00000000-0000-700${kind}-8000-' || lpad(n::text, 12, '0'))::uuid`
  await client.query(
    `insert into organizations (id, name) select ${id(0)}, 'Studio ' || n from ${studios}`,
  )
  await client.query(
    `insert into users (id, email) select ${id(1)}, n || '@studio.test' from ${studios}`,
  )
  await client.query(
    `insert into memberships (organization_id, user_id, name, role, account_id, accepted_at)
     select ${id(0)}, ${id(1)}, 'Owner', 'ADMIN', ${id(1)}, now() from ${studios}`,
  )
  await client.query(
    `insert into projects (organization_id, id, status, scheduled_time, city, media_types, created_at, updated_at)
     select ${id(0)}, uuid_v7(), 'PENDING', now(), 'Springfield', array['PHOTO'], now(), now()
     from ${studios}, generate_series(1, ${PROJECTS_EACH})`,
  )
  await client.query(
    `insert into api_keys (organization_id, id, name, scopes, prefix, key_hash, created_by_user_id)
     select ${id(0)}, uuid_v7(), 'Key', array['ADMIN'], 'mjk_plans', hash, ${id(1)}
     from unnest($1::bytea[]) with ordinality as made (hash, n)`,
    [made.map((key) => hashSecret(key))],
  )
  await client.query('vacuum analyze')
  return made
}

async function call(key: string, method: string, path: string, body?: object): Promise<void> {
  const response = await fetch(`${api.url}${path}`, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
  await response.arrayBuffer()
}

const list = (key: string) => call(key, 'GET', '/projects?limit=20')
const book = (key: string) =>
  call(key, 'POST', '/projects/create', { scheduledTime: '2026-12-01T10:00:00Z', city: 'Salem' })

/** The statements that `work` runs for each call or batch, most often planned first. */
async function hotStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  await client.query('select pg_stat_statements_reset()')
  await work()
  const { rows } = await client.query<Statement>(
    `select query, calls::int, plans::int from pg_stat_statements
     where calls >= ${CALLS / AT_ONCE / 2} and query !~* '^\\s*(begin|commit|set|listen|notify)' order by plans desc`,
  )
  return rows
}

function expectKeptPlans(t: Test, statements: Statement[]): void {
  t.ok(statements.length > 0, 'hot statements were recorded')
  for (const { query, calls, plans } of statements) {
    t.ok(plans <= MOST_PLANS, `${plans} plans in ${calls} calls: ${query.trim().slice(0, 80)}`)
  }
}

t.test('statements of a single caller aren’t replanned', async (t) => {
  const statements = await hotStatements(async () => {
    for (const key of keys.slice(0, CALLS)) await list(key)
  })
  expectKeptPlans(t, statements)
})

t.test('statements of concurrent callers aren’t replanned', async (t) => {
  const statements = await hotStatements(async () => {
    for (let i = 0; i < CALLS; i += AT_ONCE) {
      await Promise.all(keys.slice(i, i + AT_ONCE).map(list))
    }
  })
  expectKeptPlans(t, statements)
})

t.test('statements of a booking, its event and its webhook aren’t replanned', async (t) => {
  const subscribers = keys.slice(0, SUBSCRIBERS)
  for (const key of subscribers) {
    const body = { url: receiver.url, events: ['PROJECT_CREATED'] }
    await call(key, 'POST', '/webhooks/subscriptions', body)
  }
  const statements = await hotStatements(async () => {
    for (let i = 0; i < CALLS; i++) await book(subscribers[i % SUBSCRIBERS] ?? '')
    await until('all webhooks are there', () => receiver.requests.length >= CALLS, 60_000)
  })
  expectKeptPlans(t, statements)
})
