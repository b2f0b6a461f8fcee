import { setTimeout as pause } from 'node:timers/promises'
import { openFixture } from '@mediajobs/dispatcher/testing'
import { startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { hang, status } from '@mediajobs/testing/dispatcher/responders'
import { startDispatcher } from '@mediajobs/testing/service/process'
import { prove } from './support/fault.ts'

// A lease ends 10 s after its last heartbeat.
const LAPSED_MS = 20_000

await prove({
  id: 'F12',
  promise: 'a frozen dispatcher that wakes up overwrites nothing written by another',
  target: 'frozen for 40 s: 0 outcomes written by it, 1 attempt row each',
  async run({ t, isFull }) {
    const fixture = await openFixture(t)
    const receiver = await startReceiver({ fallback: hang() })
    t.teardown(() => receiver.close())
    const { organizationId } = await fixture.subscribe(receiver.url)
    const frozen = await startDispatcher(t, fixture.databaseUrl, { WEBHOOK_TIMEOUT: '25s' })
    await fixture.publish(organizationId, 10)
    await receiver.waitFor(4)
    const inFlight = receiver.requests.length
    frozen.signal('SIGSTOP')
    const frozenAtMs = Date.now()
    receiver.fallback(status(200))

    await startDispatcher(t, fixture.databaseUrl)
    await fixture.settled(LAPSED_MS)
    const before = await fixture.attempts()
    if (isFull) await pause(40_000 - (Date.now() - frozenAtMs))
    receiver.dropConnections()
    frozen.signal('SIGCONT')
    await frozen.waitForOutput(new RegExp(`(SUPERSEDED[^]*){${inFlight}}`))

    t.strictSame(await fixture.attempts(), before, 'the log is as written by the other dispatcher')
    const deliveries = await fixture.deliveries()
    t.ok(deliveries.every((row) => row.status === 'SUCCEEDED' && row.attempts === 1))
    t.equal(await fixture.countJobs(), 0)
    const rewritten = (await fixture.attempts()).length - before.length
    return {
      figure: `frozen for ${Math.round((Date.now() - frozenAtMs) / 1_000)} s: ${rewritten} outcomes written by it, ${inFlight} repeated with the same id`,
      isMet: rewritten === 0 && receiver.requests.length === deliveries.length + inFlight,
    }
  },
})
