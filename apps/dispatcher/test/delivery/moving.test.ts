import { newId } from '@mediajobs/db'
import { mediaUploads, objectRemovals, projects } from '@mediajobs/db/schema'
import { findRunnableImports } from '@mediajobs/operations/bulk-imports'
import { testLogger } from '@mediajobs/runtime/testing'
import { testObjectStore } from '@mediajobs/testing/api/object-store'
import { startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import t from 'tap'
import { removeDue, sweepUploads } from '../../src/upkeep/object-removal.ts'
import { reconcile } from '../../src/upkeep/reconcile.ts'
import { openFixture } from '../../testing/fixture.ts'

// docs/contract.md#c15-move-freeze. `admin move-organization` writes these rows (test/move-organization.test.ts).

const fixture = await openFixture(t)
const { sql } = fixture.store
const receiver = await startReceiver()
t.teardown(() => receiver.close())
const freeze = (organizationId: string, seconds: number) =>
  sql.query(
    `insert into organization_moves (organization_id, step, cell, frozen_until, quiet_until)
     values ($1, 'FROZEN', 'bb', now() + $2 * interval '1 second', now() + $2 * interval '1 second')`,
    [organizationId, seconds],
  )
const takeAway = (organizationId: string) =>
  sql.query(
    `insert into organization_moves (organization_id, step, cell, is_away) values ($1, 'MOVED', 'bb', true)`,
    [organizationId],
  )

t.test(
  "a frozen organization's webhook waits until the freeze ends [c15-move-freeze]",
  async (t) => {
    const { organizationId } = await fixture.subscribe(receiver.url)
    const thawsAtMs = Date.now() + 2_000
    await freeze(organizationId, 2)
    await fixture.publish(organizationId)
    const other = await fixture.subscribe(receiver.url)
    await fixture.publish(other.organizationId)
    await fixture.dispatch()
    await receiver.waitFor(1)
    t.ok(receiver.requests[0]?.body.includes(other.organizationId), 'others do not wait')
    const { receivedAtMs } = await receiver.waitFor(2)
    t.ok(receivedAtMs >= thawsAtMs)
    await fixture.settled()
    t.match(await fixture.deliveries(), [{ status: 'SUCCEEDED' }, { status: 'SUCCEEDED' }])
  },
)

t.test(
  'webhooks of an organization that has moved away stay unchanged [c15-move-freeze]',
  async (t) => {
    const seen = receiver.requests.length
    const { organizationId, id } = await fixture.subscribe(receiver.url)
    await takeAway(organizationId)
    await fixture.change(id, 'active = false')
    await fixture.publish(organizationId)
    await fixture.change(id, 'active = true')
    await fixture.publish(organizationId)
    const other = await fixture.subscribe(receiver.url)
    await fixture.publish(other.organizationId)
    await receiver.waitFor(seen + 1)
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    t.equal(receiver.requests.length, seen + 1)
    await fixture.change(id, 'active = false')
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    const [row] = await sql.query(
      'select status from webhook_deliveries where organization_id = $1',
      [organizationId],
    )
    t.match(row, { status: 'PENDING' }, 'not canceled either')
    await sql.query(`delete from pgboss.job where data ->> 'organizationId' = $1`, [organizationId])
    await sql.query(
      `update webhook_deliveries set next_attempt_at = now() - interval '2 minutes' where organization_id = $1`,
      [organizationId],
    )
    t.equal(await reconcile(fixture.store), 0, 'and gets no new job')
  },
)

t.test(
  "a moved organization's objects aren't removed, nor its uploads swept, nor its imports run [c15-move-freeze]",
  async (t) => {
    const { orm } = sql
    const { organizationId } = await fixture.subscribe(receiver.url)
    await takeAway(organizationId)
    const projectId = newId()
    await orm
      .insert(projects)
      .values({ organizationId, id: projectId, scheduledTime: '2026-05-01T09:30:00Z' })
    await orm
      .insert(objectRemovals)
      .values({ organizationId, key: 'a', nextAttemptAt: '2026-01-01T00:00:00Z' })
    await orm.insert(mediaUploads).values({
      organizationId,
      id: newId(),
      projectId,
      filename: 'a.jpg',
      contentType: 'image/jpeg',
      type: 'PHOTO',
      key: 'b',
      stagingKey: 'c',
      cdnUrl: 'https://cdn.test/b',
      createdAt: '2026-01-01T00:00:00Z',
    })
    const member = newId()
    await sql.query(`insert into users (id, email) values ($1, 'moved@moved.test')`, [member])
    await sql.query(
      `insert into memberships (organization_id, user_id, name, role) values ($1, $2, 'M', 'ADMIN')`,
      [organizationId, member],
    )
    await sql.query(
      `insert into bulk_imports (organization_id, id, kind, dry_run, emit_events, total, created_by_user_id)
     values ($1, $2, 'CUSTOMERS', false, false, 1, $3)`,
      [organizationId, newId(), member],
    )
    const removing = {
      store: fixture.store,
      objectStore: testObjectStore(),
      logger: testLogger('dispatcher'),
    }
    t.equal(await removeDue(removing), 0)
    t.equal(await sweepUploads(fixture.store), 0)
    const runnable = await findRunnableImports(fixture.store)
    t.notOk(runnable.some((ref) => ref.organizationId === organizationId))
  },
)
