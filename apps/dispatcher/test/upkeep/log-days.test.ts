// docs/contract.md#c7-event-log
import { createOrganization } from '@mediajobs/operations/organizations'
import { createFaultLog } from '@mediajobs/runtime'
import { testLogger } from '@mediajobs/runtime/testing'
import t from 'tap'
import { cleanUp } from '../../src/upkeep/cleanup.ts'
import { openFixture } from '../../testing/fixture.ts'

const DAY_MS = 86_400_000

for (const [log, table, days] of [
  ['the log', 'events', 30],
  ['the request log', 'api_requests', 7],
] as const) {
  t.test(
    `${log} keeps ${days} days and drops older ones [c7-event-log, c14-requests]`,
    async (t) => {
      const { store } = await openFixture(t)
      const makeDay = async (daysAgo: number) => {
        const startMs = Date.now() - (Date.now() % DAY_MS) - daysAgo * DAY_MS
        const [day = '', next] = [startMs, startMs + DAY_MS].map((ms) => new Date(ms).toISOString())
        const name = `${table}_${day.slice(0, 10).replaceAll('-', '')}`
        await store.sql.query(`
      create table if not exists ${name} partition of ${table}
      for values from (uuid_v7_floor('${day}')) to (uuid_v7_floor('${next}'))`)
        return name
      }
      const [kept, dropped] = [await makeDay(days - 1), await makeDay(days + 2)]
      await cleanUp(store.database, createFaultLog(testLogger('dispatcher'), 'dispatcher'))
      const rows = await store.sql.query<{ name: string }>(
        `select relname as name from pg_class where relname = any ($1)`,
        [[kept, dropped]],
      )
      t.strictSame(rows, [{ name: kept }])
    },
  )
}

t.test('EVENT_RETENTION_DAYS decides how many days the log keeps [c16-retention]', async (t) => {
  const { store } = await openFixture(t)
  const partitions = () =>
    store.sql.query<{ name: string }>(
      `select relname as name from pg_class where relname ~ '^events_\\d{8}$' order by relname`,
    )
  const before = (await partitions()).length
  const dayMs = Date.now() - (Date.now() % DAY_MS) - 20 * DAY_MS
  const [day = '', next] = [dayMs, dayMs + DAY_MS].map((ms) => new Date(ms).toISOString())
  await store.sql.query(`
    create table if not exists events_${day.slice(0, 10).replaceAll('-', '')} partition of events
    for values from (uuid_v7_floor('${day}')) to (uuid_v7_floor('${next}'))`)
  const faults = createFaultLog(testLogger('dispatcher'), 'dispatcher')
  await cleanUp(store.database, faults, { retentionDays: 22 })
  t.equal((await partitions()).length, before + 1, 'kept')
  await cleanUp(store.database, faults, { retentionDays: 18 })
  t.equal((await partitions()).length, before, 'dropped')
})

t.test('the calls of a key are counted for 30 days [c14-key-usage-days]', async (t) => {
  const { store } = await openFixture(t)
  const { organization, owner } = await store.transaction((tx) =>
    createOrganization(tx, { name: 'S', ownerEmail: 'owner@days.test', ownerName: 'O' }),
  )
  await store.sql.query(
    `with made as (
       insert into api_keys (organization_id, id, name, scopes, prefix, key_hash, created_by_user_id)
       values ($1, uuid_v7(), 'Key', array['READ'], 'mjk_none', '', $2) returning id
     )
     insert into api_key_calls (organization_id, api_key_id, day, status, calls)
     select $1, id, (now() at time zone 'UTC')::date - ago, 200, ago + 1
     from made, unnest(array[0, 29, 30, 400]) as ago`,
    [organization.id, owner.id],
  )
  await cleanUp(store.database, createFaultLog(testLogger('dispatcher'), 'dispatcher'))
  const kept = await store.sql.query<{ calls: number }>(
    'select calls from api_key_calls order by calls',
  )
  t.strictSame(kept, [{ calls: 1 }, { calls: 30 }])
})
