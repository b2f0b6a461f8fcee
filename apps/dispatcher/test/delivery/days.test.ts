// The dispatcher's statements name a day's partitions. docs/performance.md, "A live event"
import { startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { after, status } from '@mediajobs/testing/dispatcher/responders'
import { eventually } from '@mediajobs/testing/eventually'
import t, { type Test } from 'tap'
import { type Fixture, openFixture } from '../../testing/fixture.ts'

const YESTERDAY = `uuid_v7_floor(clock_timestamp() - interval '1 day')`

async function open(t: Test, ...script: Parameters<typeof status>[0][]) {
  const fixture = await openFixture(t)
  const receiver = await startReceiver()
  t.teardown(() => receiver.close())
  receiver.script(...script.map((code) => status(code)))
  return { fixture, receiver, ...(await fixture.subscribe(receiver.url)) }
}

/** Backdates the first delivery and its job to yesterday. */
async function ageDelivery({ store: { sql } }: Fixture): Promise<void> {
  await sql.query(`
    with chosen as (select id as old, ${YESTERDAY} as fresh from webhook_deliveries order by id limit 1),
    job as (
      update pgboss.job set data = data || jsonb_build_object('deliveryId', fresh)
      from chosen where data ->> 'deliveryId' = old::text
    )
    update webhook_deliveries set id = fresh from chosen where id = old`)
}

/** Backdates the last delivery's event to yesterday, as if the delivery was recovered. */
async function ageEvent({ store: { sql } }: Fixture): Promise<void> {
  await sql.query(`
    with chosen as (
      select id, event_id as old, ${YESTERDAY} as fresh from webhook_deliveries order by id desc limit 1
    ), event as (update events set id = fresh from chosen where events.id = old)
    update webhook_deliveries as delivery set event_id = fresh from chosen where delivery.id = chosen.id`)
}

async function dropYesterday({ store: { sql } }: Fixture): Promise<void> {
  const [row] = await sql.query<{ day: string }>(
    `select to_char(now() at time zone 'UTC' - interval '1 day', 'YYYYMMDD') as day`,
  )
  for (const table of ['events', 'webhook_deliveries', 'webhook_attempts']) {
    await sql.queryOnce(`drop table ${table}_${row?.day}`)
  }
}

t.test('webhooks on both sides of midnight are posted once', async (t) => {
  const { fixture, receiver, organizationId } = await open(t)
  await fixture.publish(organizationId, 3)
  await ageDelivery(fixture)
  await ageEvent(fixture)
  await fixture.dispatch()
  await fixture.settled()
  t.equal(receiver.requests.length, 3)
  for (const { body } of receiver.requests) {
    t.match(JSON.parse(body.toString()), { data: { orgId: organizationId } })
  }
  t.match(await fixture.deliveries(), Array(3).fill({ status: 'SUCCEEDED', attempts: 1 }))
  t.equal((await fixture.attempts()).length, 3)
  t.equal(await fixture.countJobs(), 0)
})

t.test("an earlier day's delivery is retried along with today's", async (t) => {
  const { fixture, receiver, organizationId } = await open(t, 500, 500)
  await fixture.publish(organizationId, 2)
  await ageDelivery(fixture)
  await fixture.dispatch({ retryDelaysMs: [100] })
  await fixture.settled()
  t.equal(receiver.requests.length, 4)
  t.match(await fixture.deliveries(), Array(2).fill({ status: 'SUCCEEDED', attempts: 2 }))
  t.equal((await fixture.attempts()).length, 4)
  t.equal(await fixture.countJobs(), 0)
})

t.test("a delivery whose day was dropped isn't posted, and doesn't delay others", async (t) => {
  const { fixture, receiver, organizationId } = await open(t)
  await fixture.publish(organizationId, 2)
  await ageDelivery(fixture)
  await dropYesterday(fixture)
  await fixture.dispatch()
  await eventually('no job is left', async () => (await fixture.countJobs()) === 0)
  t.equal(receiver.requests.length, 1)
  t.match(await fixture.deliveries(), [{ status: 'SUCCEEDED', attempts: 1 }])
})

t.test('dropping a day during a POST discards its outcome', async (t) => {
  const { fixture, receiver, organizationId } = await open(t)
  receiver.script(after(500, status(200)), after(500, status(200)))
  await fixture.publish(organizationId, 2)
  await ageDelivery(fixture)
  await fixture.dispatch()
  await receiver.waitFor(2)
  await dropYesterday(fixture)
  await eventually('no job is left', async () => (await fixture.countJobs()) === 0)
  t.match(await fixture.deliveries(), [{ status: 'SUCCEEDED', attempts: 1 }])
  t.equal((await fixture.attempts()).length, 1)
})
