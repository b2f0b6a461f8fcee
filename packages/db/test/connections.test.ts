import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase, UNFLUSHED } from '@mediajobs/db'
import t, { type Test } from 'tap'
import { createTestDatabase } from '../testing/index.ts'

const PID = 'select pg_backend_pid() as pid'
const COMMITS = `select current_setting('synchronous_commit') as waits`

t.test('one shared connection serves concurrent callers', async (t) => {
  const { quick } = await open(t)
  const rows = await Promise.all(Array.from({ length: 20 }, () => quick.query<Pid>(PID)))
  t.equal(new Set(rows.map(([row]) => row?.pid)).size, 1)
})

t.test('statements in one callback receive their results in order', async (t) => {
  const { quick } = await open(t)
  const finished: number[] = []
  await Promise.all(
    [0, 1, 2, 3].map(async (place) => {
      await quick.query('select pg_sleep($1::float8)', [place === 0 ? 0.1 : 0])
      finished.push(place)
    }),
  )
  t.strictSame(finished, [0, 1, 2, 3])
})

t.test('a failed statement rejects only for its caller', async (t) => {
  const { quick } = await open(t)
  const [before, failed, after] = await Promise.allSettled([
    quick.query('select 1 as one'),
    quick.query('select 1 / $1::int as none', [0]),
    quick.query('select 2 as two'),
  ])
  t.match(before, { value: [{ one: 1 }] })
  t.match(failed, { status: 'rejected', reason: { code: '22012' } })
  t.match(after, { value: [{ two: 2 }] })
})

t.test('a shared connection ended by the server is reported and replaced', async (t) => {
  const { quick, sql, errors } = await open(t)
  const [before] = await quick.query<Pid>(PID)
  const waiting = quick.query('select pg_sleep(30)')
  waiting.catch(() => {})
  await pause(50)
  await sql.query('select pg_terminate_backend($1)', [before?.pid ?? 0])
  await t.rejects(waiting, 'the running statement fails')
  while (errors.length === 0) await pause(10)
  const [after] = await quick.query<Pid>(PID)
  t.not(after?.pid, before?.pid)
})

t.test("a server that doesn't answer in time is reported as a connection timeout", async (t) => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  t.teardown(() => silent.close())
  const { port } = silent.address() as AddressInfo
  const database = openDatabase({
    url: `postgres://jobs@127.0.0.1:${port}/jobs`,
    poolSize: 1,
    connectTimeoutMs: 100,
    applicationName: 'test',
    onError: () => {},
  })
  t.teardown(() => database.close())
  const error = await database.sql.query('select 1').catch((reason) => reason)
  t.match(error.message, 'Connection terminated due to connection timeout')
  t.equal(error.cause, undefined, 'logs prefer a cause')
})

t.test('a statement with varying text never runs on a shared connection', async (t) => {
  const { quick } = await open(t)
  const [[shared], [other]] = await Promise.all([
    quick.query<Pid>(PID),
    quick.queryOnce<Pid>(`${PID} -- a text that varies`),
  ])
  t.not(shared?.pid, other?.pid)
})

t.test("an asynchronous commit doesn't affect the next one", async (t) => {
  const { sql, quick } = await open(t, { poolSize: 2 })
  t.strictSame(await sql.query(`${COMMITS} from ${UNFLUSHED}`), [{ waits: 'off' }])
  t.strictSame(await sql.query(COMMITS), [{ waits: 'on' }], 'on the same connection of the pool')
  await quick.query(`select 1 from ${UNFLUSHED}`)
  t.strictSame(await quick.query(COMMITS), [{ waits: 'on' }], 'on the same shared connection')
})

interface Pid {
  pid: number
}

async function open(t: Test, options: { poolSize?: number } = {}) {
  const { url } = await createTestDatabase(t)
  const errors: Error[] = []
  const database = openDatabase({
    url,
    poolSize: 4,
    sharedConnections: 1,
    applicationName: 'connections test',
    onError: (error) => errors.push(error),
    ...options,
  })
  t.teardown(() => database.close())
  return { ...database, errors }
}
