import { createFaultLog } from '@mediajobs/runtime'
import { testLogger } from '@mediajobs/runtime/testing'
import { startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { after, status } from '@mediajobs/testing/dispatcher/responders'
import { eventually } from '@mediajobs/testing/eventually'
import t from 'tap'
import { cleanUp } from '../../src/upkeep/cleanup.ts'
import { reconcile } from '../../src/upkeep/reconcile.ts'
import { openFixture } from '../../testing/fixture.ts'

const faults = createFaultLog(testLogger('dispatcher'), 'dispatcher')

const OVERDUE = `update webhook_deliveries set next_attempt_at = now() - interval '2 minutes'`

t.test('a due webhook delivery without a job gets exactly one', async (t) => {
  const fixture = await openFixture(t)
  const receiver = await startReceiver()
  t.teardown(() => receiver.close())
  const { organizationId } = await fixture.subscribe(receiver.url)
  await fixture.publish(organizationId, 5)
  await fixture.store.sql.query(OVERDUE)
  t.equal(await reconcile(fixture.store), 0, 'each delivery has its job')
  await fixture.store.sql.query('delete from pgboss.job')
  await fixture.publish(organizationId, 1)
  t.equal(await reconcile(fixture.store), 5, 'a delivery not overdue gets no second job')
  t.equal(await reconcile(fixture.store), 0)
  t.equal(await fixture.countJobs(), 6)
  await fixture.dispatch()
  await fixture.settled()
  t.equal(receiver.requests.length, 6)
})

t.test('a job for an already made attempt is removed without effect', async (t) => {
  const fixture = await openFixture(t)
  const receiver = await startReceiver({ fallback: status(500) })
  t.teardown(() => receiver.close())
  const { organizationId, id: subscriptionId } = await fixture.subscribe(receiver.url)
  await fixture.publish(organizationId)
  await fixture.dispatch({ retryDelaysMs: [60_000] })
  const before = await eventually('the first attempt', async () => {
    const [delivery] = await fixture.deliveries()
    return delivery?.status === 'RETRYING' && delivery
  })
  const job = { organizationId, deliveryId: before.id, subscriptionId, attempt: 1 }
  await fixture.store.transaction(async (tx) => {
    await tx.webhookQueue.insert(tx, [job])
    tx.wakeDispatchers()
  })
  await eventually('only the retry has a job', async () => (await fixture.countJobs()) === 1)
  t.strictSame(await fixture.deliveries(), [before])
  t.equal(receiver.requests.length, 1)
})

t.test("an outcome isn't written once another dispatcher has fetched its job", async (t) => {
  const fixture = await openFixture(t)
  const receiver = await startReceiver({ fallback: after(300, status(200)) })
  t.teardown(() => receiver.close())
  const { organizationId } = await fixture.subscribe(receiver.url)
  await fixture.publish(organizationId)
  const dispatcher = await fixture.dispatch()
  await receiver.waitFor(1)
  await fixture.store.sql.query('update pgboss.job set retry_count = retry_count + 1')
  await dispatcher.stop()
  t.match(await fixture.deliveries(), [{ status: 'PENDING', attempts: 0 }])
  t.strictSame(await fixture.attempts(), [])
})

t.test(
  'partitions are created two weeks ahead, and days older than the log are dropped',
  async (t) => {
    const { store } = await openFixture(t)
    const partitions = async () => {
      const rows = await store.sql.query<{ name: string }>(`
      select relname as name from pg_class
      where relname ~ '^webhook_deliveries_[0-9]{8}$' and relkind = 'r' order by relname`)
      return rows.map(({ name }) => name)
    }
    const ahead = (await partitions()).at(-1) ?? ''
    await store.sql.queryOnce(`drop table ${ahead}`)
    await store.sql.query(`
    create table webhook_deliveries_20200101 partition of webhook_deliveries
    for values from (uuid_v7_floor('2020-01-01Z')) to (uuid_v7_floor('2020-01-02Z'))`)
    t.match(await cleanUp(store.database, faults), { partitionsDropped: 1 })
    const now = await partitions()
    t.equal(now.at(-1), ahead)
    t.notOk(now.includes('webhook_deliveries_20200101'))
  },
)

t.test('creating partitions yields to a transaction it would deadlock with', async (t) => {
  const { store } = await openFixture(t)
  const { database, sql } = store
  await cleanUp(database, faults)
  const [day] = await sql.query<{ day: string }>(`
    select max(right(relname, 8)) as day from pg_class where relname ~ '^webhook_attempts_[0-9]{8}$'`)
  for (const table of ['events', 'webhook_deliveries', 'webhook_attempts']) {
    await sql.queryOnce(`drop table ${table}_${day?.day}`)
  }
  const locked = (table: string) => `lock table ${table} in row exclusive mode`
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const blocker = database.transaction(async (tx) => {
    await tx.query(locked('webhook_deliveries'))
    await released
  })
  const writer = database.transaction(async (tx) => {
    await tx.query(locked('webhook_attempts'))
    const made = cleanUp(database, faults)
    await eventually('a partition is waited for', () => isWaited('webhook_deliveries'))
    const wrote = tx.query(locked('events'))
    await eventually('the writer waits', () => isWaited('events'))
    // Creating partitions proceeds to the writer's table, so each waits for the other.
    setTimeout(release, 300)
    await wrote
    return made
  })
  const isWaited = async (table: string) => {
    const waits = await sql.query(
      'select from pg_locks where relation = $1::regclass and not granted',
      [table],
    )
    return waits.length > 0
  }
  t.match(await writer.finally(release), { isDone: false })
  await blocker
  t.match(await cleanUp(database, faults), { isDone: true })
})

t.test('only rows that no client can see anymore are purged [c7-inactive]', async (t) => {
  const fixture = await openFixture(t)
  const { sql, database } = fixture.store
  const bare = await fixture.subscribe('http://127.0.0.1:1/bare')
  const used = await fixture.subscribe('http://127.0.0.1:1/used')
  const fresh = await fixture.subscribe('http://127.0.0.1:1/fresh')
  await fixture.publish(used.organizationId)
  await fixture.change(bare.id, `deleted_at = now() - interval '1 day'`)
  await fixture.change(used.id, `deleted_at = now() - interval '1 day'`)
  await fixture.change(fresh.id, 'deleted_at = now()')
  const user = fresh.id
  await sql.query(`insert into users (id, email) values ($1, 'a@example.test')`, [user])
  await sql.query(
    `insert into sessions (id, token_hash, user_id, expires_at) values
      (uuid_v7(), 'old', $1, now() - interval '1 second'),
      (uuid_v7(), 'new', $1, now() + interval '1 hour')`,
    [user],
  )
  await sql.query(`
    insert into rate_windows (subject, hits, allowed, judged_at, judged_day)
    select subject, '{}', true, at * 1000000, floor(at / 86400)
    from (values ('old', interval '2 days'), ('new', interval '0')) as made (subject, age),
      extract(epoch from now() - age) as at`)
  await sql.query(
    `insert into webhook_hours (organization_id, subscription_id, hour, at_most_ms, shard, succeeded, failed)
     select $1, $2, date_trunc('hour', now()) - n * interval '1 hour', 10, 0, n, 0
     from generate_series(22, 25) as n`,
    [used.organizationId, used.id],
  )
  await sql.query(
    `with job as (
       insert into projects (organization_id, id, status, scheduled_time)
       values ($1, uuid_v7(), 'DELIVERED', now()) returning organization_id, id)
     insert into archives (organization_id, id, token_hash, project_id, size, media_ids, expires_at)
     select organization_id, uuid_v7(), name::bytea, id, 'original', '{}', now() + part
     from job, (values ('old', interval '-1 second'), ('new', interval '1 hour')) as each (name, part)`,
    [used.organizationId],
  )
  await cleanUp(database, faults)
  t.match(await sql.query('select max(succeeded) as "oldest", count(*) from webhook_hours'), [
    { oldest: 23, count: 2 },
  ])
  t.match(await sql.query(`select convert_from(token_hash, 'UTF8') as hash from archives`), [
    { hash: 'new' },
  ])
  const left = await sql.query<{ id: string }>('select id from webhook_subscriptions')
  t.strictSame(new Set(left.map(({ id }) => id)), new Set([used.id, fresh.id]))
  t.match(await sql.query(`select convert_from(token_hash, 'UTF8') as hash from sessions`), [
    { hash: 'new' },
  ])
  t.match(await sql.query('select subject from rate_windows'), [{ subject: 'new' }])
})

t.test("a payment provider's events are kept for 30 days [c18-hint]", async (t) => {
  const fixture = await openFixture(t)
  const { sql, database } = fixture.store
  const { organizationId } = await fixture.subscribe('http://127.0.0.1:1/hook')
  await sql.query(
    `insert into payment_hints (organization_id, event_id, received_at, read_at)
     select $1, 'evt_' || hours, now() - hours * interval '1 hour', case when is_read then now() end
     from (values (1, true), (719, true), (721, true), (722, false)) as note (hours, is_read)`,
    [organizationId],
  )
  t.match(await cleanUp(database, faults), { isDone: true })
  t.strictSame(await sql.query('select event_id as id from payment_hints order by received_at'), [
    { id: 'evt_719' },
    { id: 'evt_1' },
  ])
})

t.test('a locked rate window is skipped', async (t) => {
  const { database, sql } = (await openFixture(t)).store
  await sql.query(`
    insert into rate_windows (subject, hits, allowed, judged_at, judged_day)
    values ('held', '{}', true, 0, 0), ('free', '{}', true, 0, 0)`)
  await database.transaction(async (tx) => {
    await tx.query(`select from rate_windows where subject = 'held' for update`)
    await cleanUp(database, faults)
  })
  t.match(await sql.query('select subject from rate_windows'), [{ subject: 'held' }])
})

t.test('a signing secret is deleted after its overlap, and no other secret is', async (t) => {
  const fixture = await openFixture(t)
  const over = await fixture.subscribe('http://127.0.0.1:1/over')
  const lasting = await fixture.subscribe('http://127.0.0.1:1/lasting')
  const former = `previous_secret_encrypted = 'former', previous_secret_until = now()`
  await fixture.change(over.id, `${former} - interval '1 second'`)
  await fixture.change(lasting.id, `${former} + interval '1 hour'`)
  await cleanUp(fixture.store.database, faults)
  const kept = await fixture.store.sql.query(
    'select id from webhook_subscriptions where previous_secret_encrypted is not null',
  )
  t.strictSame(kept, [{ id: lasting.id }])
})

// Makes a trigger's deletions fail.
const RAISE = `
  create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'refused by the test'; end $$`

t.test("a failed purge doesn't stop the others, and is named", async (t) => {
  const fixture = await openFixture(t)
  const { sql, database } = fixture.store
  const { id: user } = await fixture.subscribe('http://127.0.0.1:1/hook')
  await sql.queryOnce(RAISE)
  for (const { table, fill } of [
    {
      table: 'idempotency_keys',
      fill: `insert into idempotency_keys (organization_id, credential, route, key, body_hash, created_at)
        select id, 'c', 'r', 'k', 'h', now() - interval '2 days' from organizations`,
    },
    {
      table: 'sessions',
      fill: `with person as (
          insert into users (id, email) values ('${user}', 'a@example.test') returning id)
        insert into sessions (id, token_hash, user_id, expires_at)
        select uuid_v7(), 'old', id, now() - interval '1 second' from person`,
    },
    {
      table: 'rate_windows',
      fill: `insert into rate_windows (subject, hits, allowed, judged_at, judged_day) values ('old', '{}', true, 0, 0)`,
    },
  ]) {
    await sql.queryOnce(fill)
    await sql.queryOnce(`create trigger refuse before delete on ${table}
      for each row execute function refuse()`)
    const own = createFaultLog(testLogger('dispatcher'), 'dispatcher')
    t.match(await cleanUp(database, own), { isDone: false })
    t.strictSame(own.failing(), [`purging ${table.replace('_', ' ')}`])
    await sql.queryOnce(`drop trigger refuse on ${table}`)
    // The other purges ran: only the failed one left rows.
    for (const other of ['idempotency_keys', 'sessions', 'rate_windows']) {
      const [row] = await sql.queryOnce<{ count: number }>(`select count(*) from ${other}`)
      t.equal(row?.count, other === table ? 1 : 0, `${other} when ${table} fails`)
    }
    t.match(await cleanUp(database, own), { isDone: true })
    t.strictSame(own.failing(), [])
  }
})

t.test("purges run even if a day of the log can't be dropped", async (t) => {
  const { sql, database } = (await openFixture(t)).store
  await sql.queryOnce(`
    create table events_20200101 partition of events
    for values from (uuid_v7_floor('2020-01-01Z')) to (uuid_v7_floor('2020-01-02Z'))`)
  await sql.query(
    `insert into rate_windows (subject, hits, allowed, judged_at, judged_day) values ('old', '{}', true, 0, 0)`,
  )
  const own = createFaultLog(testLogger('dispatcher'), 'dispatcher')
  await database.transaction(async (tx) => {
    await tx.query('lock table events_20200101 in access share mode')
    t.match(await cleanUp(database, own), { isDone: false, partitionsDropped: 0 })
  })
  t.strictSame(own.failing(), ['dropping the oldest days of the log'])
  t.strictSame(await sql.query('select subject from rate_windows'), [])
  t.match(await cleanUp(database, own), { isDone: true, partitionsDropped: 1 })
})

for (const [table, what, rows, expected] of [
  [
    'rate_windows',
    '(subject, hits, allowed, judged_at, judged_day) select n::text, array[]::bigint[], true, 0, 0',
    1_700,
    [500, 500, 500, 200],
  ],
  [
    'webhook_hours',
    `(organization_id, subscription_id, hour, at_most_ms, shard, succeeded, failed)
     select gen_random_uuid(), gen_random_uuid(), now() - interval '2 days', 10, 0, 1, 0`,
    11_000,
    [5_000, 5_000, 1_000],
  ],
] as const) {
  t.test(`a purge of many ${table} runs in batches, each in a separate transaction`, async (t) => {
    const fixture = await openFixture(t)
    const { sql, database } = fixture.store
    await sql.query(`insert into ${table} ${what} from generate_series(1, ${rows}) as n`)
    await sql.queryOnce('create table batches (transaction_id xid8 not null)')
    await sql.queryOnce(`
      create function note() returns trigger language plpgsql as
        $$ begin insert into batches values (pg_current_xact_id()); return null; end $$`)
    await sql.queryOnce(`create trigger note after delete on ${table}
      for each row execute function note()`)
    t.match(await cleanUp(database, faults), { isDone: true })
    t.strictSame(await sql.query(`select from ${table}`), [])
    const batches = await sql.query<{ count: number }>(
      'select count(*) from batches group by transaction_id order by transaction_id',
    )
    t.strictSame(
      batches.map(({ count }) => count),
      expected,
    )
  })
}
