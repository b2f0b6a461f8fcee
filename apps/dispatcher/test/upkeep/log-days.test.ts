import { createFaultLog } from '@mediajobs/runtime'
// docs/contract.md#c7-event-log
import { testLogger } from '@mediajobs/runtime/testing'
import { openFixture } from '@mediajobs/testing/dispatcher/fixture'
import t from 'tap'
import { cleanUp } from '../../src/upkeep/cleanup.ts'

const DAY_MS = 86_400_000

t.test('the log keeps 30 days, and drops older ones', async (t) => {
  const { store } = await openFixture(t)
  const makeDay = async (daysAgo: number) => {
    const startMs = Date.now() - (Date.now() % DAY_MS) - daysAgo * DAY_MS
    const [day = '', next] = [startMs, startMs + DAY_MS].map((ms) => new Date(ms).toISOString())
    const name = `events_${day.slice(0, 10).replaceAll('-', '')}`
    await store.sql.query(`
      create table if not exists ${name} partition of events
      for values from (uuid_v7_floor('${day}')) to (uuid_v7_floor('${next}'))`)
    return name
  }
  const [kept, dropped] = [await makeDay(29), await makeDay(32)]
  await cleanUp(store.database, createFaultLog(testLogger('dispatcher'), 'dispatcher'))
  const rows = await store.sql.query<{ name: string }>(
    `select relname as name from pg_class where relname = any ($1)`,
    [[kept, dropped]],
  )
  t.strictSame(rows, [{ name: kept }])
})
