import { objectRemovals } from '@mediajobs/db/schema'
import { sharedApp } from '@mediajobs/testing/api/app'
import { openStudio } from '@mediajobs/testing/api/studio'
import { and, eq } from 'drizzle-orm'
import t from 'tap'

const service = await sharedApp()
const { call, confirm, add, org } = await openStudio(service)

t.test(
  'both lists return all media in order, without a limit parameter [i4-project-media, i4-media-list, c6-whole-list]',
  async (t) => {
    const { add, projectId, call } = await openStudio(service)
    for (let i = 0; i < 25; i += 1) await add(`photo-${i}.jpg`)
    const list = await call('GET', `/media/project/${projectId}`)
    const same = await call('GET', `/projects/${projectId}/media`)
    t.strictSame(same.body, list.body)
    t.equal(list.body.nextCursor, null)
    const positions = list.body.data.map((item: { position: number }) => item.position)
    t.strictSame(
      positions,
      Array.from({ length: 25 }, (_, i) => i + 1),
    )
    t.equal((await call('GET', `/projects/${projectId}/media?limit=5`)).status, 400)
  },
)

t.test(
  'reordering requires every media id once, and returns the list [i4-reorder, c6-reorder, c6-fixed-paths]',
  async (t) => {
    const { add, call, projectId, createProject } = await openStudio(service)
    const [a, b, c] = [await add('a.jpg'), await add('b.jpg'), await add('c.jpg')]
    const reorder = (mediaIds: unknown[]) =>
      call('PATCH', '/media/reorder', { projectId, mediaIds })
    const { status, body } = await reorder([c.id, a.id, b.id])
    t.equal(status, 200)
    const names = (list: { filename: string }[]) => list.map(({ filename }) => filename)
    t.strictSame(names(body.data), ['c.jpg', 'a.jpg', 'b.jpg'])
    t.strictSame((await call('GET', `/media/project/${projectId}`)).body, body)
    const foreign = (await (await openStudio(service)).add('x.jpg')).id
    const wrong = [
      [c.id, a.id],
      [c.id, a.id, b.id, b.id],
      [c.id, a.id, a.id],
      [c.id, a.id, foreign],
      [c.id, a.id, 'nope'],
      [],
    ]
    for (const ids of wrong) {
      const refused = await reorder(ids)
      t.equal(refused.status, 400)
      t.strictSame(refused.body.message, [
        'mediaIds must list all media of the project exactly once',
      ])
    }
    const added = await add('d.jpg')
    t.equal(added.position, 4)
    const empty = { projectId: await createProject(), mediaIds: [] }
    t.strictSame((await call('PATCH', '/media/reorder', empty)).body.data, [])
  },
)

t.test(
  'a renamed file keeps its URL; the same name changes nothing [i4-rename, c6-rename]',
  async (t) => {
    const item = await add('old.jpg')
    const path = `/media/${item.id}/rename`
    const { body } = await call('PATCH', path, { filename: 'new.jpg' })
    t.strictSame({ ...body, updatedAt: null }, { ...item, filename: 'new.jpg', updatedAt: null })
    t.strictSame((await call('PATCH', path, { filename: 'new.jpg' })).body, body)
    t.equal((await call('PATCH', path, { filename: 'a/b' })).status, 400)
  },
)

t.test(
  'DELETE removes the record immediately, and queues removal of the object [i4-media-delete, c6-delete]',
  async (t) => {
    const item = await add('gone.jpg')
    t.equal((await call('DELETE', `/media/${item.id}`)).status, 204)
    t.equal((await call('DELETE', `/media/${item.id}`)).status, 404)
    t.equal((await call('GET', `/media/${item.id}`)).status, 404)
    const removals = await service.store.sql.orm
      .select()
      .from(objectRemovals)
      .where(
        and(
          eq(objectRemovals.organizationId, org.organizationId),
          eq(objectRemovals.key, item.key),
        ),
      )
    t.equal(removals.length, 1)
    const again = await confirm({ filename: 'gone.jpg', size: item.size, key: item.key })
    t.equal(again.status, 404, "its upload can't be confirmed again")
  },
)
