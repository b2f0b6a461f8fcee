import { ALL_DAYS, dayOf, newId } from '@mediajobs/db'
import t from 'tap'
import { fetchDue } from '../../src/delivery/due-deliveries.ts'
import { openFixture } from '../../testing/fixture.ts'

const INLINE_BYTES = 8_192
const TODAY = dayOf(newId())

t.test('a fetch returns each new job once, with everything its POST needs', async (t) => {
  const fixture = await openFixture(t)
  const { organizationId, id } = await fixture.subscribe('https://receiver.test/hook')
  await fixture.publish(organizationId, 3)
  const jobs = await fetchDue(fixture.store.sql, TODAY, 2, [], INLINE_BYTES)
  t.equal(jobs.length, 2, 'no more than allowed')
  for (const { found, deliveryId } of jobs) {
    t.match(found?.due, { organizationId, deliveryId, subscriptionId: id, attempt: 1 })
    t.equal(found?.due.url, 'https://receiver.test/hook')
    t.match(JSON.parse(found?.data ?? '{}'), { orgId: organizationId })
  }
  const rest = await fetchDue(fixture.store.sql, TODAY, 2, [], INLINE_BYTES)
  t.equal(new Set([...jobs, ...rest].map((job) => job.id)).size, 3)
  t.strictSame(await fetchDue(fixture.store.sql, TODAY, 2, [], INLINE_BYTES), [])
})

t.test('a fetch excludes given subscriptions, and omits large data', async (t) => {
  const fixture = await openFixture(t)
  const { organizationId, id } = await fixture.subscribe('https://receiver.test/hook')
  await fixture.publish(organizationId)
  t.strictSame(await fetchDue(fixture.store.sql, TODAY, 2, [id], INLINE_BYTES), [])
  const [job] = await fetchDue(fixture.store.sql, TODAY, 2, [], 1)
  t.equal(job?.found?.data, null)
  t.ok((job?.found?.dataBytes ?? 0) > 1)
})

t.test('a new job of an inactive subscription is fetched without its delivery', async (t) => {
  const fixture = await openFixture(t)
  const { organizationId, id } = await fixture.subscribe('https://receiver.test/hook')
  await fixture.publish(organizationId)
  await fixture.store.sql.query('update webhook_subscriptions set active = false where id = $1', [
    id,
  ])
  const [job] = await fetchDue(fixture.store.sql, TODAY, 2, [], INLINE_BYTES)
  t.equal(job?.organizationId, organizationId)
  t.equal(job?.found, undefined)
})

t.test('a fetch for a different day returns jobs without their deliveries', async (t) => {
  const fixture = await openFixture(t)
  const { organizationId } = await fixture.subscribe('https://receiver.test/hook')
  for (const [day, isFound] of [
    [ALL_DAYS, true],
    [dayOf(uuidOfYesterday()), false],
    ['_19990101', true],
  ] as const) {
    await fixture.publish(organizationId)
    const [job] = await fetchDue(fixture.store.sql, day, 2, [], INLINE_BYTES)
    t.equal(job?.organizationId, organizationId)
    t.equal(job?.found !== undefined, isFound, `for ${day}`)
  }
})

function uuidOfYesterday(): string {
  const ms = (Date.now() - 86_400_000).toString(16).padStart(12, '0')
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-000000000000`
}
