import { startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { status } from '@mediajobs/testing/dispatcher/responders'
import t from 'tap'
import { openFixture } from '../../testing/fixture.ts'

t.test(
  'every attempt has the same id and data, but a new timestamp and signature [i6-body-id, i6-body-timestamp, c7-fresh]',
  async (t) => {
    const fixture = await openFixture(t)
    const receiver = await startReceiver()
    t.teardown(() => receiver.close())
    receiver.script(status(500))
    const { organizationId } = await fixture.subscribe(receiver.url)
    await fixture.dispatch({ retryDelaysMs: [1_100] })
    await fixture.publish(organizationId)
    await receiver.waitFor(2)
    await fixture.settled()
    const [first, second] = receiver.requests.map(({ body }) => JSON.parse(body.toString()))
    t.equal(second.id, first.id)
    t.strictSame(second.data, first.data)
    t.ok(Number(second.timestamp) > Number(first.timestamp))
    const [a, b] = receiver.requests.map(({ headers }) => headers['x-webhook-signature'])
    t.not(a, b)
    t.match(await fixture.deliveries(), [{ status: 'SUCCEEDED', attempts: 2, error: null }])
  },
)

t.test(
  'a delivery is RETRYING until its next attempt, and shows when that is due [c7-delivery-status]',
  async (t) => {
    const fixture = await openFixture(t)
    const receiver = await startReceiver({ fallback: status(500) })
    t.teardown(() => receiver.close())
    const { organizationId } = await fixture.subscribe(receiver.url)
    await fixture.dispatch({ retryDelaysMs: [60_000] })
    await fixture.publish(organizationId)
    await receiver.waitFor(1)
    type Next = { status: string; seconds: number }
    const NEXT = `
    select status, extract(epoch from next_attempt_at - last_attempt_at)::float8 as seconds
    from webhook_deliveries where attempts = 1`
    let rows = await fixture.store.sql.query<Next>(NEXT)
    while (rows.length === 0) rows = await fixture.store.sql.query<Next>(NEXT)
    t.match(rows, [{ status: 'RETRYING' }])
    const seconds = rows[0]?.seconds
    t.ok(typeof seconds === 'number' && seconds >= 60 && seconds < 61, `${seconds}`)
    const [job] = await fixture.store.sql.query<{ same: boolean }>(`
    select job.start_after - delivery.next_attempt_at between '-1 ms' and '1 ms' as same
    from pgboss.job, webhook_deliveries as delivery`)
    t.equal(job?.same, true, 'its job is due at that instant')
  },
)
