import { newId } from '@mediajobs/db'
import { mediaUploads, objectRemovals, organizations, projects } from '@mediajobs/db/schema'
import { createTestDatabase } from '@mediajobs/db/testing'
import { newObjectKeys } from '@mediajobs/domain'
import { openObjectStore } from '@mediajobs/object-store'
import { removeObjects } from '@mediajobs/operations/media'
import { openStore } from '@mediajobs/outbox'
import { createFaultLog } from '@mediajobs/runtime'
import { testLogger } from '@mediajobs/runtime/testing'
import { testObjectStoreForAnyKey } from '@mediajobs/testing/api/object-store'
import { eventually } from '@mediajobs/testing/eventually'
import t from 'tap'
import { removeDue, startObjectRemoval, sweepUploads } from '../../src/upkeep/object-removal.ts'

const { url } = await createTestDatabase(t)
const store = openStore({ databaseUrl: url, poolSize: 5, applicationName: 'test', onError() {} })
t.teardown(() => store.close())
const objectStore = testObjectStoreForAnyKey()
const logger = testLogger('dispatcher')
const organizationId = newId()
const projectId = newId()
const { orm } = store.sql
await orm.insert(organizations).values({ id: organizationId, name: 'Test Studio' })
await orm
  .insert(projects)
  .values({ organizationId, id: projectId, scheduledTime: '2026-05-01T09:30:00Z' })

async function putObject(): Promise<string> {
  const { key } = newObjectKeys(organizationId, 'a.jpg')
  await upload(key)
  return key
}

async function upload(key: string): Promise<void> {
  const url = await objectStore.presignPut(key, 'image/jpeg', 60)
  await fetch(url, { method: 'PUT', body: 'x', headers: { 'content-type': 'image/jpeg' } })
}

const removals = () => orm.select().from(objectRemovals)
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

t.test('each due object is removed once, whatever the number of dispatchers', async (t) => {
  const keys = await Promise.all(Array.from({ length: 40 }, putObject))
  const later = await putObject()
  await removeObjects(store.sql, organizationId, keys)
  await removeObjects(store.sql, organizationId, [later], 3_600)
  const counts = await Promise.all(
    Array.from({ length: 6 }, () => removeDue({ store, objectStore, logger })),
  )
  t.equal(
    counts.reduce((sum, count) => sum + count, 0),
    40,
  )
  for (const key of keys) t.equal(await objectStore.stat(key), null)
  t.ok(await objectStore.stat(later), 'an object not yet due stays')
  t.strictSame(
    (await removals()).map(({ key }) => key),
    [later],
  )
  await orm.delete(objectRemovals)
})

t.test(
  'a removal is retried with backoff while the store is unavailable, not lost [c6-delete]',
  async (t) => {
    const away = openObjectStore({
      ...{ endpoint: 'http://127.0.0.1:1', region: 'r', bucket: 'b' },
      ...{ accessKey: 'a', secretKey: 's', cdnBaseUrl: 'http://127.0.0.1:1' },
    })
    const key = await putObject()
    await removeObjects(store.sql, organizationId, [key])
    const waits: number[] = []
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await t.rejects(removeDue({ store, objectStore: away, logger }), {
        name: 'ObjectStoreUnavailable',
      })
      const [row] = await removals()
      t.equal(row?.attempts, attempt)
      waits.push(Math.round((Date.parse(row?.nextAttemptAt ?? '') - Date.now()) / 10_000) * 10)
      await orm.update(objectRemovals).set({ nextAttemptAt: ago(1) })
    }
    t.strictSame(waits, [30, 60, 120])
    t.equal(await removeDue({ store, objectStore, logger }), 1)
    t.equal(await objectStore.stat(key), null)
    t.strictSame(await removals(), [])
  },
)

t.test('an unconfirmed upload is swept after a day, with its bytes [c6-unconfirmed]', async (t) => {
  const ageHours = { old: 24.1, young: 23, confirmed: 72 }
  const keys: Record<string, { key: string; stagingKey: string }> = {}
  for (const [name, hours] of Object.entries(ageHours)) {
    const made = newObjectKeys(organizationId, 'a.jpg')
    keys[name] = made
    await upload(made.stagingKey)
    await orm.insert(mediaUploads).values({
      ...made,
      organizationId,
      id: newId(),
      projectId,
      filename: 'a.jpg',
      contentType: 'image/jpeg',
      type: 'PHOTO',
      cdnUrl: 'https://cdn.test/a',
      createdAt: ago(hours),
      mediaId: name === 'confirmed' ? newId() : null,
    })
  }
  t.equal(await sweepUploads(store), 1)
  t.equal(await sweepUploads(store), 0)
  await removeDue({ store, objectStore, logger })
  t.equal(await objectStore.stat(keys.old?.stagingKey ?? ''), null)
  t.ok(await objectStore.stat(keys.young?.stagingKey ?? ''))
  t.ok(await objectStore.stat(keys.confirmed?.stagingKey ?? ''))
})

t.test('removal runs by itself until stopped', async (t) => {
  const key = await putObject()
  await removeObjects(store.sql, organizationId, [key])
  const faults = createFaultLog(logger, 'dispatcher')
  const removal = startObjectRemoval({ store, objectStore, logger, faults })
  await eventually('the object is removed', async () => !(await objectStore.stat(key)))
  await removal.stop()
  await removeObjects(store.sql, organizationId, [await putObject()])
  t.equal((await removals()).length, 1)
})
