import { setTimeout as pause } from 'node:timers/promises'
import { openFixture } from '@mediajobs/dispatcher/testing'
import { createDatabaseProxy } from '@mediajobs/testing/dispatcher/database-proxy'
import { startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { eventually } from '@mediajobs/testing/eventually'
import { prove } from './support/fault.ts'

const STARTED_MS = 1_000
const LISTENER = 'dispatcher listener'
// Longer than the polling interval, so one poll never finds two first attempts.
const BETWEEN_MS = 1_000

const LISTENING = `
  select pid from pg_stat_activity
  where datname = current_database() and application_name = $1`
const TERMINATE = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and application_name = $1`

await prove({
  id: 'F4',
  promise:
    'first attempts start promptly, even if the connection announcing them is lost or silent',
  rules: '[c7-on-time]',
  target: `connection cut, and silent: each first attempt starts within ${STARTED_MS} ms`,
  async run({ t, isFull }) {
    const fixture = await openFixture(t)
    const receiver = await startReceiver()
    t.teardown(() => receiver.close())
    const { organizationId } = await fixture.subscribe(receiver.url)
    const proxy = await createDatabaseProxy(t, fixture.databaseUrl)
    await proxy.open()
    await fixture.dispatch({ databaseUrl: proxy.url })
    const listener = async () =>
      (await fixture.store.sql.query<{ pid: number }>(LISTENING, [LISTENER]))[0]?.pid
    await eventually('listening', listener)
    let published = 0
    const firstTryMs = async () => {
      const publishedMs = Date.now()
      await fixture.publish(organizationId)
      published += 1
      return (await receiver.waitFor(published)).receivedAtMs - publishedMs
    }

    const afterCutMs: number[] = []
    for (let n = 0; n < (isFull ? 20 : 3); n += 1) {
      const before = await listener()
      await fixture.store.sql.query(TERMINATE, [LISTENER])
      afterCutMs.push(await firstTryMs())
      await eventually('listening again', async () => {
        const now = await listener()
        return now && now !== before
      })
    }

    proxy.fallSilent(LISTENER)
    t.equal(proxy.silentCount, 1, 'the connection is open and receives nothing')
    const inSilenceMs: number[] = []
    for (let n = 0; n < (isFull ? 30 : 4); n += 1) {
      inSilenceMs.push(await firstTryMs())
      await pause(BETWEEN_MS)
    }
    const worstMs = [Math.max(...afterCutMs), Math.max(...inSilenceMs)]
    return {
      figure: `${afterCutMs.length} cuts: ${worstMs[0]} ms at most; silent for ${inSilenceMs.length} first attempts: ${worstMs[1]} ms at most`,
      isMet: worstMs.every((ms) => ms < STARTED_MS),
    }
  },
})
