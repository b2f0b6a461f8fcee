import { openDatabase } from '@mediajobs/db'
import { createTestDatabase, readerOfMessages, relayDatabase } from '@mediajobs/db/testing'
import { until } from '@mediajobs/local-engines/testing'
import { migrate } from '@mediajobs/outbox'
import { testApp } from '@mediajobs/testing/api/app'
import { startApi, startDispatcher } from '@mediajobs/testing/service/process'
import t, { type Test } from 'tap'
import { runAdmin } from './support/admin.ts'

// docs/operating.md, "Connections". PostgreSQL compiles statements if `jit` is on, its default. The tests' PostgreSQL
// has no compiler, but has the setting.

const { url: databaseUrl } = await createTestDatabase(t)
const setup = await testApp(t, { databaseUrl })
const org = await setup.createOrg()
// Only events with a receiver wake the dispatchers.
const subscribed = await org.call('POST', '/webhooks/subscriptions', {
  url: 'http://127.0.0.1:1/',
  events: ['PROJECT_CREATED'],
})
if (subscribed.status !== 201) throw new Error(JSON.stringify(subscribed.body))

t.test('every connection of the service turns off JIT compilation', async (t) => {
  const watch = await watchConnections(t, databaseUrl)
  await migrate(watch.url)
  const listed = await runAdmin(['list'], watch.url)
  t.equal(listed.code, 0, listed.stderr)
  await startDispatcher(t, watch.url)
  const api = await startApi(t, watch.url)
  const { status } = await fetch(`${api.url}/projects/create`, {
    method: 'POST',
    headers: { 'x-api-key': org.key, 'content-type': 'application/json' },
    body: '{"scheduledTime":"2026-05-01T09:30:00Z"}',
  })
  t.equal(status, 201)
  const names = ['admin', 'api', 'dispatcher', 'dispatcher listener', 'migrate', 'waker']
  // A process's name ends with its version, process id and host.
  const seen = () => new Set(watch.connections.map(({ name }) => name.replace(/ \S+ \d+@.*/, '')))
  await until('every kind of connection', () => names.every((name) => seen().has(name)))
  t.strictSame([...seen()].sort(), names)
  const started = watch.connections.filter(({ statements }) => statements.length > 0)
  t.ok(started.length >= names.length)
  for (const { name, statements } of started) t.equal(statements[0], 'set jit = off', name)
  const switches = started.flatMap(({ statements }) =>
    statements.filter((text) => /\bjit\b/.test(text)),
  )
  t.equal(switches.length, started.length, 'and nothing turns it back on')
})

t.test(
  'the setting is in effect for the pool, for shared connections and in transactions',
  async (t) => {
    const database = openDatabase({
      url: databaseUrl,
      poolSize: 2,
      sharedConnections: 1,
      applicationName: 'test',
      onError() {},
    })
    t.teardown(() => database.close())
    const [usual] = await setup.store.sql.queryOnce(
      'select reset_val from pg_settings where name = $1',
      ['jit'],
    )
    t.same(usual, { reset_val: 'on' }, "the server's default is on")
    const show = 'show jit'
    t.same(await database.sql.query(show), [{ jit: 'off' }])
    t.same(await database.quick.query(show), [{ jit: 'off' }])
    t.same(await database.transaction((tx) => tx.query(show)), [{ jit: 'off' }])
  },
)

/** One connection to PostgreSQL. */
interface WatchedConnection {
  /** `application_name`. */
  readonly name: string
  /** Statements sent, in order. */
  readonly statements: string[]
}

/** Starts a relay to the database that records the statements of each connection. */
async function watchConnections(t: Test, databaseUrl: string) {
  const connections: WatchedConnection[] = []
  const ofClient = () => {
    const statements: string[] = []
    const messages = readerOfMessages()
    return (chunk: Buffer) => {
      for (const { type, body } of messages(chunk)) {
        const fields = body.toString().split('\0')
        const nameOf = () => fields[fields.indexOf('application_name') + 1] ?? ''
        if (type === '') connections.push({ name: nameOf(), statements })
        else statements.push(...textsOf(type, fields))
      }
      return true
    }
  }
  const url = await relayDatabase(t, databaseUrl, { ofClient })
  return { url: url.href, connections }
}

// In a Parse message, the text follows the statement's name.
function textsOf(type: string, [first = '', second = '']: string[]): string[] {
  if (type === 'Q') return [first]
  return type === 'P' ? [second] : []
}
