import t from 'tap'
import { after, status } from './support/answers.ts'
import { eventually, openBench } from './support/bench.ts'
import { createDatabaseProxy } from './support/database-proxy.ts'
import { startProcess } from './support/process.ts'
import { startReceiver } from './support/receiver.ts'

const TERMINATE = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and application_name like $1`

t.test('nothing is lost when all its connections are cut under load', async (t) => {
  const bench = await openBench(t)
  const receiver = await startReceiver({ fallback: after(5, status(200)) })
  t.teardown(() => receiver.close())
  const subscriptions = []
  for (let n = 0; n < 10; n += 1) subscriptions.push(await bench.subscribe(`${receiver.url}/${n}`))
  const dispatcher = startProcess(t, bench.databaseUrl, { WEBHOOK_SLOTS: '50' })
  await dispatcher.logged('dispatcher.started')
  for (const { organizationId } of subscriptions) await bench.publish(organizationId, 100)
  for (let cuts = 1; cuts <= 3; cuts += 1) {
    await receiver.waitFor(cuts * 150, { timeoutMs: 10_000 })
    await bench.store.sql.query(TERMINATE, ['dispatcher%'])
  }
  await bench.settled(25_000)
  const deliveries = await bench.deliveries()
  t.ok(deliveries.every((row) => row.status === 'SUCCEEDED' && row.attempts === 1))
  t.equal(deliveries.length, 1_000)
  const ids = new Set(receiver.requests.map(({ headers }) => headers['x-webhook-id']))
  t.equal(ids.size, 1_000)
  t.equal(dispatcher.child.exitCode, null)
})

t.test('it waits for a database that is not there, and for one that comes back', async (t) => {
  const bench = await openBench(t)
  const receiver = await startReceiver({ fallback: after(300, status(200)) })
  t.teardown(() => receiver.close())
  const { organizationId } = await bench.subscribe(receiver.url)
  const proxy = await createDatabaseProxy(t, bench.databaseUrl)
  const dispatcher = startProcess(t, proxy.url)
  await dispatcher.logged('dispatcher.failing')
  await bench.publish(organizationId, 3)
  await proxy.open()
  await receiver.waitFor(3)

  // In the middle of three POSTs, so that their outcomes must be kept.
  await proxy.close()
  await bench.publish(organizationId, 3)
  await new Promise((resolve) => setTimeout(resolve, 6_000))
  await proxy.open()
  const openedMs = Date.now()
  await receiver.waitFor(6)
  t.ok(Date.now() - openedMs < 5_000, `resumed after ${Date.now() - openedMs} ms`)
  await bench.settled()
  t.equal(receiver.requests.length, 6, 'the outcomes that were kept are not tried again')
  t.equal(dispatcher.child.exitCode, null)
  const complaints = dispatcher.log.filter((line) => line.level === 'warn')
  t.ok(complaints.length < 20, `${complaints.length} lines, no flood`)
})

t.test(
  'first tries still start within a second when the listening connection is cut',
  async (t) => {
    const bench = await openBench(t)
    const receiver = await startReceiver()
    t.teardown(() => receiver.close())
    const { organizationId } = await bench.subscribe(receiver.url)
    await bench.dispatch()
    const LISTENER = `select pid from pg_stat_activity
    where datname = current_database() and application_name = 'dispatcher listener'`
    const listener = () => bench.store.sql.query(LISTENER)
    await eventually('listening', async () => (await listener()).length === 1)
    for (let n = 1; n <= 3; n += 1) {
      const [before] = await listener()
      await bench.store.sql.query(TERMINATE, ['dispatcher listener'])
      const publishedMs = Date.now()
      await bench.publish(organizationId)
      const { receivedAtMs } = await receiver.waitFor(n)
      t.ok(receivedAtMs - publishedMs < 1_000, `after ${receivedAtMs - publishedMs} ms`)
      await eventually('listening again', async () => {
        const [now] = await listener()
        return now && now.pid !== before?.pid
      })
    }
  },
)
