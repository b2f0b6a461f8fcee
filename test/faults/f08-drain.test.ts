import { openFixture } from '@mediajobs/dispatcher/testing'
import { startDispatcher } from '@mediajobs/testing/service/process'
import { quantile } from './support/arrivals.ts'
import { prove } from './support/fault.ts'
import { startReceiverProcess } from './support/receiver-process.ts'
import { watchMemory } from './support/resident-memory.ts'

const LIMIT_MIB = 200
// Flat: the last quarter of the drain uses at most a tenth more than the second quarter.
const FLAT = 1.1
const TENANTS = 20
const DRAIN_LIMIT_MS = 600_000

const QUEUE = `
  select pg_total_relation_size(relid) / 1024 ^ 2 as mib
  from pg_stat_user_tables where schemaname = 'pgboss' order by 1 desc limit 1`

await prove({
  id: 'F8',
  promise: 'a long backlog is drained in bounded memory, and no webhook is lost',
  target: '100,000 drained, 0 lost, RSS ≤ 200 MB in every sample and flat, no job left',
  async run({ t, isFull }) {
    const count = isFull ? 100_000 : 5_000
    const fixture = await openFixture(t)
    const receiver = await startReceiverProcess(t)
    for (let n = 0; n < TENANTS; n += 1) {
      // Each event goes to five endpoints.
      const organizationId = await fixture.createOrg()
      for (let m = 0; m < 5; m += 1) await fixture.subscribe(`${receiver.url}/${m}`, organizationId)
      await fixture.publish(organizationId, count / TENANTS / 5)
    }
    const dispatcher = await startDispatcher(t, fixture.databaseUrl)
    const startedMs = performance.now()
    const memory = watchMemory(dispatcher.pid)
    t.teardown(() => memory.stop())
    await fixture.settled(DRAIN_LIMIT_MS)
    const seconds = (performance.now() - startedMs) / 1_000
    memory.stop()

    const peakMib = memory.peakMib()
    const quarters = quarterMedians(memory.samplesMib)
    const deliveries = await fixture.deliveries()
    const arrived = await receiver.count()
    const lost = count - arrived.ids
    t.ok(deliveries.every((row) => row.status === 'SUCCEEDED' && row.attempts === 1))
    t.equal(deliveries.length, count)
    t.equal(arrived.requests, count, 'each was sent once')
    t.equal(await fixture.countJobs(), 0)
    const [queue] = await fixture.store.sql.query<{ mib: number }>(QUEUE)
    return {
      figure: `${count} drained in ${seconds.toFixed(0)} s, ${lost} lost, RSS ≤ ${peakMib.toFixed(0)} MB, second quarter ${quarters[1]} MB, last ${quarters[3]} MB, the queue's table ${queue?.mib.toFixed(0)} MB`,
      isMet: lost === 0 && peakMib <= LIMIT_MIB && (quarters[3] ?? 0) <= (quarters[1] ?? 0) * FLAT,
    }
  },
})

function quarterMedians(samples: readonly number[]): number[] {
  return [0, 1, 2, 3].map((quarter) => {
    const [from, to] = [quarter, quarter + 1].map((n) => Math.floor((samples.length * n) / 4))
    return Math.round(quantile(samples.slice(from, to), 0.5))
  })
}
