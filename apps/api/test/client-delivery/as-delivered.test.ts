// docs/contract.md#c13-as-delivered and #c13-views.
import { testApp } from '@mediajobs/testing/api/app'
import { deliveringStudio } from '@mediajobs/testing/api/client-delivery'
import t from 'tap'

const api = await testApp(t, { trustProxy: true, mediaBaseUrl: 'https://media.test' })

const idsOf = (body: { media: { id: string }[] }) => body.media.map(({ id }) => id)

t.test(
  'a link shows the media as delivered; a new delivery shows the current media [c13-as-delivered]',
  async (t) => {
    const { call, client, deliver, addMedia } = await deliveringStudio(api)
    const ids: string[] = []
    const { project, open } = await deliver({}, {}, async (projectId) => {
      for (const position of [1, 2, 3]) ids.push(await addMedia(projectId, { position }))
    })
    const [a = '', b = '', c = ''] = ids
    const later = await addMedia(project.id, { position: 4 })
    t.strictSame(idsOf((await open()).body), [a, b, c], 'media added later are not shown')
    const order = { projectId: project.id, mediaIds: [later, c, b, a] }
    t.equal((await call('PATCH', '/media/reorder', order)).status, 200)
    t.strictSame(idsOf((await open()).body), [a, b, c], 'in the order of the delivery')
    t.equal((await call('DELETE', `/media/${b}`)).status, 204)
    t.strictSame(idsOf((await open()).body), [a, c], 'deleted media are not shown')
    const again = await call('POST', `/projects/${project.id}/deliver`)
    t.strictSame(idsOf((await client(again.body.deliveryToken).open()).body), [later, c, a])
    t.strictSame(idsOf((await open()).body), [a, c])
  },
)

t.test('a delivery shows the state and the size of its archive', async (t) => {
  const { deliver, addMedia, addPreview } = await deliveringStudio(api)
  let id = ''
  const { open } = await deliver({}, {}, async (projectId) => {
    id = await addMedia(projectId, { size: 9_000_000 })
    const video = await addMedia(projectId, { type: 'VIDEO', size: 50_000_000 })
    await addPreview(video, { state: 'NONE', mlsSize: null, mlsCrc32: null })
  })
  const archive = async () => (await open()).body.archive
  const originalBytes = 59_000_000
  t.strictSame(await archive(), { state: 'PREPARING', originalBytes, mlsBytes: originalBytes })
  await addPreview(id)
  t.strictSame(await archive(), { state: 'READY', originalBytes, mlsBytes: 50_500_000 })
  const { media } = (await open()).body
  t.strictSame(
    media.map(({ mlsBytes }: { mlsBytes: number }) => mlsBytes).sort(),
    [500_000, 50_000_000],
    'the size of each file',
  )
  const empty = (await (await deliver()).open()).body.archive
  t.strictSame(empty, { state: 'NONE', originalBytes: 0, mlsBytes: 0 })
})

t.test('a view is counted when the page reports it, not by a GET [c13-views]', async (t) => {
  const { call, deliver } = await deliveringStudio(api)
  const { project, open, view } = await deliver()
  const other = await deliver()
  const counts = async (id = project.id) => {
    const { body } = await call('GET', `/projects/${id}/delivery`)
    const { firstViewedAt, lastViewedAt, viewCount, downloadCount } = body
    return { firstViewedAt, lastViewedAt, viewCount, downloadCount }
  }
  const never = { firstViewedAt: null, lastViewedAt: null, viewCount: 0, downloadCount: 0 }
  await open()
  t.strictSame(await counts(), never)
  t.equal((await view()).status, 204)
  const once = await counts()
  t.match(once, { firstViewedAt: /Z$/, lastViewedAt: once.firstViewedAt, viewCount: 1 })
  await Promise.all([view(), view()])
  const thrice = await counts()
  t.match(thrice, { firstViewedAt: once.firstViewedAt, viewCount: 3 })
  t.ok(thrice.lastViewedAt > once.lastViewedAt)
  t.strictSame(await counts(other.project.id), never, 'another delivery has no views')
})

t.test(
  'staff who may read webhooks see the link until it is revoked [c13-delivery-url]',
  async (t) => {
    const { org, call, deliver } = await deliveringStudio(api)
    const { project, token } = await deliver()
    const path = `/projects/${project.id}/delivery`
    const linkFor = async (key: string) =>
      (await call('GET', path, undefined, key)).body.deliveryUrl
    const link = `http://deliveries.test/${token}`
    const [manager, editor] = [
      await api.createMember(org, 'MANAGER'),
      await api.createMember(org, 'EDITOR'),
    ]
    t.equal(await linkFor(org.key), link)
    t.equal(await linkFor(await manager.keyWith('READ', 'WEBHOOKS')), link)
    t.equal(await linkFor(await manager.keyWith('READ', 'WRITE')), null)
    t.equal(await linkFor(await editor.keyWith('ADMIN')), null)
    const headers = { 'x-org-id': org.organizationId }
    const session = await api.request('GET', path, { token: await manager.token(), headers })
    t.equal(session.body.deliveryUrl, link)
    await call('DELETE', path)
    t.equal(await linkFor(org.key), null)
  },
)
