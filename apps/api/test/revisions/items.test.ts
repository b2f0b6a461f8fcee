// docs/contract.md#c13-round-items and #c13-open-items: staff resolve items, then redeliver.
import { sharedApp } from '@mediajobs/testing/api/app'
import { deliveringStudio } from '@mediajobs/testing/api/client-delivery'
import t from 'tap'

const api = await sharedApp()

async function studioInRevision() {
  const studio = await deliveringStudio(api)
  const { call } = studio
  let mediaId = ''
  const delivered = await studio.deliver({}, {}, async (projectId) => {
    mediaId = await studio.addMedia(projectId)
  })
  const items = ['Remove the cable', 'Brighter'].map((comment) => ({ mediaId, comment }))
  await delivered.requestRevision({ items })
  const path = `/projects/${delivered.project.id}`
  const round = async () => (await call('GET', `${path}/revisions`)).body.data[0]
  const { id: revisionId, items: kept } = await round()
  const [first, second] = kept.map(
    ({ id }: { id: string }) => `${path}/revisions/${revisionId}/items/${id}`,
  )
  const deliver = (body: object = {}) => call('POST', `${path}/deliver`, body)
  return { ...studio, ...delivered, path, round, first, second, mediaId, deliver }
}

t.test('an item can be resolved, and the last one resolves the round [c13-rounds]', async (t) => {
  const { call, first, second, round, mediaId, open } = await studioInRevision()
  const done = { status: 'DONE', answer: 'Gone', resolvedMediaId: mediaId }
  const updated = await call('PATCH', first, done)
  t.equal(updated.status, 200)
  t.match(updated.body, { ...done, comment: 'Remove the cable' })
  t.strictSame((await call('GET', first)).body, updated.body)
  t.equal((await round()).resolvedAt, null)
  t.match((await open()).body.revision.items, [done, { status: 'OPEN' }])
  await call('PATCH', second, { status: 'DECLINED', answer: 'It is bright' })
  t.match((await round()).resolvedAt, /Z$/)
  await call('PATCH', second, { status: 'OPEN', answer: null })
  t.equal((await round()).resolvedAt, null, 'opened again')
})

t.test('an item has an ETag, and a stale one is a 412 [c13-round-items]', async (t) => {
  const { call, org, first } = await studioInRevision()
  const { etag = '' } = (await call('GET', first)).headers
  const patch = (body: object) =>
    api.request('PATCH', first, { key: org.key, body, headers: { 'if-match': etag } })
  t.equal((await patch({ status: 'DONE' })).status, 200)
  t.match(await patch({ status: 'OPEN' }), { status: 412, body: { code: 'version_mismatch' } })
})

t.test(
  'only ADMIN, MANAGER and the assigned editor may change an item [c13-round-items]',
  async (t) => {
    const { org, call, project, first } = await studioInRevision()
    const patch = (key: string) => call('PATCH', first, { answer: key.slice(-5) }, key)
    const editor = await api.createMember(org, 'EDITOR')
    const editorKey = await editor.keyWith('WRITE', 'READ')
    const forbidden = { status: 403, body: { code: 'role_forbids' } }
    t.match(await patch(editorKey), forbidden)
    await call('PATCH', `/projects/${project.id}/assign-editor`, { userId: editor.userId })
    t.equal((await patch(editorKey)).status, 200)
    const manager = await api.createMember(org, 'MANAGER')
    t.equal((await patch(await manager.keyWith('WRITE'))).status, 200)
    const readOnly = { status: 403, body: { code: 'scope_missing' } }
    t.match(await patch(await manager.keyWith('READ')), readOnly)
    const technician = await api.createMember(org, 'TECHNICIAN')
    await call('PATCH', `/projects/${project.id}/assign-technician`, { userId: technician.userId })
    t.match(await patch(await technician.keyWith('WRITE')), forbidden)
    t.equal((await patch((await api.createOrg()).key)).status, 404)
  },
)

t.test(
  'a wrong path is a 404, a media item of another project a 400 [c13-round-items]',
  async (t) => {
    const { call, addMedia, first, path, deliver: _, ...studio } = await studioInRevision()
    const other = await studioInRevision()
    const itemId = first.split('/').at(-1)
    const revisionId = first.split('/').at(-3)
    for (const wrong of [
      `${path}/revisions/${revisionId}/items/${revisionId}`,
      `${path}/revisions/${itemId}/items/${itemId}`,
      `${other.path}/revisions/${revisionId}/items/${itemId}`,
      `${path}/revisions/nope/items/nope`,
    ]) {
      t.equal((await call('PATCH', wrong, { status: 'DONE' })).status, 404)
    }
    const project = await call('POST', '/projects/create', {
      scheduledTime: '2026-05-01T09:30:00Z',
    })
    const elsewhere = await addMedia(project.body.id)
    const refused = await call('PATCH', first, { resolvedMediaId: elsewhere })
    t.strictSame(refused.body.message, ['resolvedMediaId is media of another project'])
    t.equal((await call('PATCH', first, { resolvedMediaId: other.mediaId })).status, 404)
    t.ok(studio)
  },
)

t.test(
  "a project can't be redelivered while items are OPEN, unless forced [c13-open-items]",
  async (t) => {
    const { call, client, project, path, first, second, deliver, round, eventsOf } =
      await studioInRevision()
    const open = { status: 409, body: { code: 'open_revision_items' } }
    const refused = await deliver()
    t.match(refused, open)
    t.match(refused.body.message, /^2 revision items are still OPEN/)
    t.match(await call('PATCH', `${path}/status`, { status: 'DELIVERED' }), open)
    await call('PATCH', first, { status: 'DONE' })
    t.match((await deliver()).body.message, /^1 revision item is still OPEN/)
    t.equal((await eventsOf(project.id, 'PROJECT_DELIVERED')).length, 1)
    const forced = await deliver({ force: true })
    t.equal(forced.status, 200)
    t.match((await round()).resolvedAt, /Z$/, 'delivering again resolves the round')
    const view = (await client(forced.body.deliveryToken).open()).body
    t.match(view.revision.items, [{ status: 'DONE' }, { status: 'OPEN' }])
    t.match(await deliver(), open, 'the item is still OPEN')
    await call('PATCH', second, { status: 'DECLINED' })
    t.equal((await deliver()).status, 200)
  },
)

t.test('the status operation also accepts force [c13-open-items]', async (t) => {
  const { call, path } = await studioInRevision()
  const body = { status: 'DELIVERED', force: true }
  t.match(await call('PATCH', `${path}/status`, body), {
    status: 200,
    body: { status: 'DELIVERED' },
  })
})

t.test(
  "a round without items doesn't block delivery, which resolves it [c13-rounds]",
  async (t) => {
    const studio = await deliveringStudio(api)
    const { project, requestRevision } = await studio.deliver()
    await requestRevision({ comment: 'Too dark' })
    const path = `/projects/${project.id}`
    t.equal((await studio.call('POST', `${path}/deliver`)).status, 200)
    const { data } = (await studio.call('GET', `${path}/revisions`)).body
    t.match(data, [{ comment: 'Too dark', resolvedAt: /Z$/ }])
  },
)
