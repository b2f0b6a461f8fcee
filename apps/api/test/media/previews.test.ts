// docs/contract.md#c13-preview: the preview of a media item, in every response containing it.
import { mediaPreviews, objectRemovals } from '@mediajobs/db/schema'
import { DERIVATIVES, derivativeKey } from '@mediajobs/domain'
import { testApp } from '@mediajobs/testing/api/app'
import { deliveringStudio } from '@mediajobs/testing/api/client-delivery'
import { testObjectStore } from '@mediajobs/testing/api/object-store'
import { NO_PREVIEW } from '@mediajobs/testing/api/previews'
import { openStudio, put } from '@mediajobs/testing/api/studio'
import { eq } from 'drizzle-orm'
import t from 'tap'

const objectStore = testObjectStore()
const api = await testApp(t, { objectStore, trustProxy: true })
const { orm } = api.store.sql

async function rowOf(mediaId: string) {
  const [row] = await orm.select().from(mediaPreviews).where(eq(mediaPreviews.mediaId, mediaId))
  return row
}

t.test(
  'a new media item gets one preview job, even if confirmed again [c13-preview]',
  async (t) => {
    const { confirm, presign, call, projectId } = await openStudio(api)
    const { key, uploadUrl } = await presign()
    await put(uploadUrl, 'pixels')
    const file = { filename: 'front.jpg', size: 6, key }
    const { body } = await confirm(file)
    t.strictSame(body.preview, { ...NO_PREVIEW, state: 'PENDING' })
    t.match(await rowOf(body.id), { state: 'PENDING', attempts: 0, leasedUntil: null })
    t.strictSame((await confirm(file)).body, body)
    const list = await call('GET', `/media/project/${projectId}`)
    t.strictSame(list.body.data, [body])
  },
)

t.test('each media item in a batch has a different secret', async (t) => {
  const { presign, call, projectId } = await openStudio(api)
  const uploads = [await presign('a.jpg'), await presign('b.jpg')]
  for (const { uploadUrl } of uploads) await put(uploadUrl, 'x')
  const files = uploads.map(({ key }, n) => ({ key, filename: `${n}.jpg`, size: 1, type: 'PHOTO' }))
  const { body } = await call('POST', '/media/confirm-batch', { projectId, files })
  const rows = await Promise.all(body.data.map(({ id }: { id: string }) => rowOf(id)))
  t.equal(new Set(rows.map((row) => row?.keySecret.toString('hex'))).size, 2)
})

t.test(
  'READY previews have URLs with unguessable keys, in every response [c13-preview]',
  async (t) => {
    const { add, call, projectId, org } = await openStudio(api)
    const { id } = await add('front.jpg')
    const made = { state: 'READY', width: 6000, height: 4000, colour: '#8a7f70' } as const
    const changed = await orm
      .update(mediaPreviews)
      .set(made)
      .where(eq(mediaPreviews.mediaId, id))
      .returning()
    const keySecret = changed[0]?.keySecret ?? Buffer.alloc(0)
    const urlOf = (name: keyof typeof DERIVATIVES) =>
      objectStore.cdnUrl(derivativeKey(org.organizationId, keySecret, name))
    const preview = {
      ...NO_PREVIEW,
      ...made,
      thumbUrl: urlOf('thumb'),
      mediumUrl: urlOf('medium'),
      gridUrl: urlOf('grid'),
      largeUrl: urlOf('large'),
      mlsUrl: urlOf('mls'),
    }
    const { body } = await call('GET', `/media/${id}`)
    t.strictSame(body.preview, preview)
    t.strictSame((await call('GET', `/media/project/${projectId}`)).body.data, [body])
    const renamed = await call('PATCH', `/media/${id}/rename`, { filename: 'b.jpg' })
    t.strictSame(renamed.body.preview, preview)
    const order = { projectId, mediaIds: [id] }
    t.strictSame((await call('PATCH', '/media/reorder', order)).body.data[0].preview, preview)
    const { deliveryToken } = (await call('POST', `/projects/${projectId}/deliver`)).body
    const delivery = await api.request('GET', `/deliveries/${deliveryToken}`)
    t.strictSame(delivery.body.media[0].preview, preview)
    t.notMatch(JSON.stringify(delivery.body), keySecret.toString('hex'))
  },
)

t.test('a refused picture has a reason and no URL [c13-preview]', async (t) => {
  const { call, deliver, addMedia, addPreview } = await deliveringStudio(api)
  const { project } = await deliver()
  const id = await addMedia(project.id)
  const refused = { state: 'REFUSED', reason: 'It has 400 megapixels', width: null, height: null }
  await addPreview(id, { ...refused, state: 'REFUSED', colour: null })
  t.strictSame((await call('GET', `/media/${id}`)).body.preview, { ...NO_PREVIEW, ...refused })
  const older = await addMedia(project.id)
  t.equal((await call('GET', `/media/${older}`)).body.preview, null, 'older than previews')
})

t.test('the ETag changes when previews become available', async (t) => {
  const { add, call } = await openStudio(api)
  const { id } = await add('front.jpg')
  const before = (await call('GET', `/media/${id}`)).headers.etag
  await orm.update(mediaPreviews).set({ state: 'READY' }).where(eq(mediaPreviews.mediaId, id))
  t.not((await call('GET', `/media/${id}`)).headers.etag, before)
})

t.test(
  'deleting a media item removes the objects of its derivatives [c13-derived-keys]',
  async (t) => {
    const { org, call, deliver, addMedia, addPreview } = await deliveringStudio(api)
    const { project } = await deliver()
    const names = Object.keys(DERIVATIVES) as (keyof typeof DERIVATIVES)[]
    for (const state of ['READY', 'REFUSED', 'PENDING', 'NONE'] as const) {
      const id = await addMedia(project.id)
      await addPreview(id, { state })
      const secret = (await rowOf(id))?.keySecret ?? Buffer.alloc(0)
      t.equal((await call('DELETE', `/media/${id}`)).status, 204)
      t.equal(await rowOf(id), undefined)
      const removals = await orm
        .select()
        .from(objectRemovals)
        .where(eq(objectRemovals.organizationId, org.organizationId))
      const keys = removals.map(({ key }) => key)
      t.ok(keys.includes(`${org.organizationId}/${id}`))
      for (const name of names) {
        const key = derivativeKey(org.organizationId, secret, name)
        t.equal(keys.includes(key), state !== 'NONE', `${state} ${name}`)
      }
    }
  },
)
