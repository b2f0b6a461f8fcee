import type { Sql } from '@mediajobs/db'
import { createTestDatabase } from '@mediajobs/db/testing'
import { openFixture } from '@mediajobs/dispatcher/testing'
import { type TestApp, testApp } from '@mediajobs/testing/api/app'
import { startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { prove } from './support/fault.ts'

const FUNCTIONS = `
  select pg_get_functiondef(oid) as definition from pg_proc
  where proname in ('uuid_v7', 'make_day_partitions')`
// Each reading of the clock, including any earlier shift to replace.
const READING = /(?:\((clock_timestamp|now)\(\) - interval '\d+ days'\)|(clock_timestamp|now)\(\))/g

const HOUR_MS = 3_600_000
const DAYS_AHEAD = `
  select count(*)::int as count from pg_inherits
  where inhparent = 'events'::regclass
    and right(inhrelid::regclass::text, 8) > to_char(now() at time zone 'UTC', 'YYYYMMDD')`

await prove({
  id: 'F20',
  promise:
    "a service whose dispatcher is down for days stores every event, and sends them all once it's back",
  target:
    'off for 3 and for 16 days: 0 bookings refused, 0 webhooks lost, partitions for 7 days ahead',
  async run({ t, isFull }) {
    const figures: string[] = []
    let isMet = true
    const absences = isFull ? [3, 8, 16, 29] : [3, 16]
    for (const days of absences) {
      const fixture = await openFixture(t)
      const receiver = await startReceiver()
      t.teardown(() => receiver.close())
      const { databaseUrl } = fixture
      await setClockBack(fixture.store.sql, days)
      await remakePartitions(fixture.store.sql)
      const app = await testApp(t, { databaseUrl })
      const { key } = await app.createOrg()
      const subscription = { url: receiver.url, events: ['PROJECT_CREATED'] }
      await app.request('POST', '/webhooks/subscriptions', { key, body: subscription })

      const statuses = await create(app, key, 5)
      // The api keeps running, with a booking every five days.
      for (let daysAgo = days - 5; daysAgo > 0; daysAgo -= 5) {
        await setClockBack(fixture.store.sql, daysAgo)
        passHour()
        statuses.push(...(await create(app, key, 1)))
      }
      await setClockBack(fixture.store.sql, 0)
      statuses.push(...(await create(app, key, 5)))
      const [ahead] = await fixture.store.sql.query<{ count: number }>(DAYS_AHEAD)

      await fixture.dispatch()
      await fixture.settled()
      const refused = statuses.filter((status) => status !== 201).length
      const sent = new Set(receiver.requests.map(({ headers }) => headers['x-webhook-id'])).size
      figures.push(
        `${days} days: ${refused} of ${statuses.length} refused, ${statuses.length - sent} lost, ${ahead?.count} days ahead`,
      )
      isMet &&= refused === 0 && sent === statuses.length && (ahead?.count ?? 0) >= 7
    }
    const { started, idle } = await firstWritesAfterAbsence()
    t.equal(started, 201, 'an api started afterwards creates partitions before its first write')
    t.equal(idle, 503, 'an idle api responds 503 to the first write')
    return { figure: figures.join('; '), isMet }

    /** The statuses of the first writes after 16 days: of an api started then, and of one that was idle. */
    async function firstWritesAfterAbsence() {
      const { url: databaseUrl } = await createTestDatabase(t)
      const asleep = await testApp(t, { databaseUrl })
      const { key } = await asleep.createOrg()
      await setClockBack(asleep.store.sql, 16)
      await remakePartitions(asleep.store.sql)
      await setClockBack(asleep.store.sql, 0)
      const [idle, again] = await create(asleep, key, 2)
      t.equal(again, 201, 'the second write has partitions')
      await setClockBack(asleep.store.sql, 16)
      await remakePartitions(asleep.store.sql)
      await setClockBack(asleep.store.sql, 0)
      const fresh = await testApp(t, { databaseUrl })
      const [started] = await create(fresh, key, 1)
      return { started, idle }
    }
  },
})

async function create(app: TestApp, key: string, count: number): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < count; n += 1) {
    const body = { scheduledTime: '2026-05-01T09:30:00Z' }
    statuses.push((await app.request('POST', '/projects/create', { key, body })).status)
  }
  return statuses
}

/** Advances this process's monotonic clock by an hour. */
function passHour(): void {
  const now = performance.now.bind(performance)
  performance.now = () => now() + HOUR_MS
}

/** Sets back the clock for this database's ids and partitions by `daysAgo` days. */
async function setClockBack(sql: Sql, daysAgo: number): Promise<void> {
  const functions = await sql.query<{ definition: string }>(FUNCTIONS)
  for (const { definition } of functions) {
    const shifted = definition.replace(READING, (_reading, again, first) => {
      return `(${again ?? first}() - interval '${daysAgo} days')`
    })
    await sql.queryOnce(shifted)
  }
}

/** Replaces all partitions with those of that time. */
async function remakePartitions(sql: Sql): Promise<void> {
  const partitions = await sql.query<{ name: string }>(`
    select inhrelid::regclass::text as name from pg_inherits
    where inhparent in ('events'::regclass, 'webhook_deliveries'::regclass, 'webhook_attempts'::regclass)`)
  await sql.queryOnce(`drop table ${partitions.map(({ name }) => name).join(', ')}`)
  await sql.query('select make_day_partitions(14)')
}
