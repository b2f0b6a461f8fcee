import { randomUUID } from 'node:crypto'
import { media } from '@mediajobs/db/schema'
import { sharedApp } from '@mediajobs/testing/api/app'
import { openStudio, put } from '@mediajobs/testing/api/studio'
import t from 'tap'

const service = await sharedApp()

t.test(
  'two calls presign and confirm many files, all or nothing, in order [c6-batches]',
  async (t) => {
    const { call, projectId } = await openStudio(service)
    const names = Array.from({ length: 60 }, (_, i) => `${i}.jpg`)
    const presigned = await call('POST', '/media/presign-batch', {
      projectId,
      files: names.map((filename) => ({ filename, contentType: 'image/jpeg', mediaType: 'PHOTO' })),
    })
    t.equal(presigned.status, 201)
    const uploads: { uploadUrl: string; key: string }[] = presigned.body.data
    for (const [i, { uploadUrl }] of uploads.entries()) await put(uploadUrl, names[i] ?? '')
    const files = uploads.map(({ key }, i) => {
      const filename = names[i] ?? ''
      return { filename, key, size: filename.length, type: 'PHOTO' }
    })
    const confirmAll = (changed: Record<number, object> = {}) =>
      call('POST', '/media/confirm-batch', {
        projectId,
        files: files.map((file, i) => ({ ...file, ...changed[i] })),
      })
    const wrong = await confirmAll({ 3: { size: 99 }, 7: { type: 'VIDEO' } })
    t.strictSame(wrong.body.message, ['files[7].type is VIDEO, but PHOTO was presigned'])
    const wrongSizes = await confirmAll({ 3: { size: 99 }, 5: { size: 98 } })
    t.strictSame(wrongSizes.body.message, [
      'files[3].size is 99, but 5 bytes were uploaded',
      'files[5].size is 98, but 5 bytes were uploaded',
    ])
    const unknown = await confirmAll({ 2: { key: 'nope' } })
    t.equal(unknown.status, 404)
    t.match(unknown.body.message, /^files\[2\]\.key: /)
    const twice = await confirmAll({ 4: { key: files[1]?.key } })
    t.strictSame(twice.body.message, ['files[4].key is the same upload as files[1]'])
    t.strictSame((await call('GET', `/media/project/${projectId}`)).body.data, [])
    const done = await confirmAll()
    t.equal(done.status, 201)
    t.strictSame(
      done.body.data.map((item: { filename: string }) => item.filename),
      names,
    )
    t.strictSame((await call('GET', `/media/project/${projectId}`)).body.data, done.body.data)
    const repeated = await confirmAll()
    t.equal(repeated.status, 200)
    t.strictSame(repeated.body, done.body)
    t.equal((await call('POST', '/media/confirm-batch', { projectId, files: [] })).status, 400)
  },
)

t.test('a project has at most 1,000 media [c6-thousand]', async (t) => {
  const { org, projectId, presign, confirm } = await openStudio(service)
  const waiting = await presign('late.jpg')
  await put(waiting.uploadUrl, 'late')
  const last = await presign('last.jpg')
  await put(last.uploadUrl, 'last')
  const filler = Array.from({ length: 999 }, (_, i) => ({
    organizationId: org.organizationId,
    id: randomUUID(),
    projectId,
    type: 'PHOTO' as const,
    filename: 'x.jpg',
    key: `${org.organizationId}/filler-${i}`,
    contentType: 'image/jpeg',
    size: 1,
    cdnUrl: 'https://cdn.test/x',
    position: i + 1,
  }))
  await service.store.sql.orm.insert(media).values(filler)
  const responses = await Promise.all([
    confirm({ filename: 'late.jpg', size: 4, key: waiting.key }),
    confirm({ filename: 'last.jpg', size: 4, key: last.key }),
  ])
  t.strictSame(responses.map(({ status }) => status).sort(), [201, 409])
  t.equal(responses.find(({ status }) => status === 409)?.body.code, 'too_many_media')
  await t.rejects(presign('more.jpg'), { message: 'presign returned 409' })
})
