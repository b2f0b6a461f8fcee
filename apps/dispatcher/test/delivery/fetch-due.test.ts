import { openFixture } from '@mediajobs/testing/dispatcher/fixture'
import t from 'tap'
import { fetchDue } from '../../src/delivery/due-deliveries.ts'

const INLINE_BYTES = 8_192

t.test('a fetch of new jobs brings each once, with all that its POST needs', async (t) => {
  const fixture = await openFixture(t)
  const { organizationId, id } = await fixture.subscribe('https://receiver.test/hook')
  await fixture.publish(organizationId, 3)
  const jobs = await fetchDue(fixture.store.sql, 2, [], INLINE_BYTES)
  t.equal(jobs.length, 2, 'no more than it may')
  for (const { found, deliveryId } of jobs) {
    t.match(found?.due, { organizationId, deliveryId, subscriptionId: id, attempt: 1 })
    t.equal(found?.due.url, 'https://receiver.test/hook')
    t.match(JSON.parse(found?.data ?? '{}'), { orgId: organizationId })
  }
  const rest = await fetchDue(fixture.store.sql, 2, [], INLINE_BYTES)
  t.equal(new Set([...jobs, ...rest].map((job) => job.id)).size, 3)
  t.strictSame(await fetchDue(fixture.store.sql, 2, [], INLINE_BYTES), [])
})

t.test('a fetch of new jobs leaves subscriptions out, and large data', async (t) => {
  const fixture = await openFixture(t)
  const { organizationId, id } = await fixture.subscribe('https://receiver.test/hook')
  await fixture.publish(organizationId)
  t.strictSame(await fetchDue(fixture.store.sql, 2, [id], INLINE_BYTES), [])
  const [job] = await fetchDue(fixture.store.sql, 2, [], 1)
  t.equal(job?.found?.data, null)
  t.ok((job?.found?.dataBytes ?? 0) > 1)
})

t.test('a new job of a subscription that is off is fetched without its delivery', async (t) => {
  const fixture = await openFixture(t)
  const { organizationId, id } = await fixture.subscribe('https://receiver.test/hook')
  await fixture.publish(organizationId)
  await fixture.store.sql.query('update webhook_subscriptions set active = false where id = $1', [
    id,
  ])
  const [job] = await fetchDue(fixture.store.sql, 2, [], INLINE_BYTES)
  t.equal(job?.organizationId, organizationId)
  t.equal(job?.found, undefined)
})
