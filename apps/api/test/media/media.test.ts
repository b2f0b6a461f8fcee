import { randomUUID } from 'node:crypto'
import { sharedApp } from '@mediajobs/testing/api/app'
import { NO_PREVIEW } from '@mediajobs/testing/api/previews'
import { openStudio, put } from '@mediajobs/testing/api/studio'
import t from 'tap'

const service = await sharedApp()
const studio = await openStudio(service)
const { call, confirm, presign, add, createProject, org, projectId } = studio

t.test(
  'a presigned, uploaded and confirmed file becomes a media item of its project [i1-three-steps, i2-media-project, i4-presign, i4-confirm, i4-media-item, i4-confirm-needed, c6-presign-key, c6-cdn-url, c6-record]',
  async (t) => {
    const { uploadUrl, key, cdnUrl } = await presign('Front door.JPG')
    t.match(key, new RegExp(`^${org.organizationId}/\\w{32}\\.jpg$`))
    t.notOk(uploadUrl.includes(key), 'the PUT goes to the staging key')
    t.strictSame((await call('GET', `/media/project/${projectId}`)).body.data, [])
    await put(uploadUrl, 'pixels')
    t.notOk((await fetch(cdnUrl)).ok, "nothing is readable before it's confirmed")
    const response = await confirm({ filename: 'Front.jpg', size: 6, key, cdnUrl })
    t.equal(response.status, 201)
    const { id, createdAt, updatedAt, ...rest } = response.body
    t.ok(createdAt && updatedAt)
    t.strictSame(rest, {
      organizationId: org.organizationId,
      projectId,
      type: 'PHOTO',
      filename: 'Front.jpg',
      key,
      contentType: 'image/jpeg',
      size: 6,
      cdnUrl,
      position: 1,
      alteredFromMediaId: null,
      alteration: null,
      replacesMediaId: null,
      replacedByMediaId: null,
      uploadedByUserId: org.userId,
      preview: { ...NO_PREVIEW, state: 'PENDING' },
      publishedAt: null,
    })
    t.strictSame((await call('GET', `/media/${id}`)).body, response.body)
    const read = await fetch(cdnUrl)
    t.equal(read.headers.get('content-type'), 'image/jpeg')
    t.equal(await read.text(), 'pixels')
  },
)

t.test('a repeated confirm returns the existing record [c6-confirm-again]', async (t) => {
  const { uploadUrl, key } = await presign('again.jpg')
  await put(uploadUrl, 'pixels')
  const file = { filename: 'again.jpg', size: 6, key }
  const first = await confirm(file)
  const second = await confirm({ ...file, filename: 'other.jpg' })
  t.strictSame([first.status, second.status], [201, 200])
  t.strictSame(second.body, first.body)
  const withoutKey = await confirm({ filename: 'again.jpg', size: 6 })
  t.strictSame(
    withoutKey.body,
    first.body,
    'without a key, the newest presign with that name is confirmed',
  )
  t.equal((await confirm({ ...file, size: 7 })).status, 400)
})

t.test(
  'a repeated confirm that names another original, alteration or version is a 400 [c6-confirm-again]',
  async (t) => {
    const confirmed = async (filename: string, relations: object = {}) => {
      const { uploadUrl, key } = await presign(filename)
      await put(uploadUrl, 'pixels')
      const file = { filename, size: 6, key }
      const { status, body } = await confirm({ ...file, ...relations })
      t.equal(status, 201)
      return { ...file, id: body.id }
    }
    const original = await confirmed('original.jpg')
    const plain = await confirmed('plain.jpg')
    const sky = { alteredFromMediaId: original.id, alteration: { kind: 'SKY' } }
    const altered = await confirmed('altered.jpg', sky)
    const cases: [file: object, relations: object, path: string][] = [
      [plain, { alteredFromMediaId: original.id }, 'alteredFromMediaId'],
      [plain, { replacesMediaId: original.id }, 'replacesMediaId'],
      [altered, { ...sky, alteredFromMediaId: plain.id }, 'alteredFromMediaId'],
      [altered, { ...sky, alteration: { kind: 'TWILIGHT' } }, 'alteration'],
    ]
    for (const [file, relations, path] of cases) {
      const { status, body } = await confirm({ ...file, ...relations })
      t.equal(status, 400, path)
      t.match(body.fields, [{ path, code: 'not_allowed' }])
    }
    for (const relations of [sky, {}]) {
      t.equal((await confirm({ ...altered, ...relations })).status, 200)
    }
  },
)

t.test(
  'without a key, the newest presign with the project and file name is confirmed [c6-confirm-without-key]',
  async (t) => {
    const older = await presign('twice.jpg')
    const newer = await presign('twice.jpg')
    await put(older.uploadUrl, 'older')
    await put(newer.uploadUrl, 'the newer')
    const { body } = await confirm({ filename: 'twice.jpg', size: 9 })
    t.equal(body.key, newer.key)
    t.equal((await confirm({ filename: 'never.jpg', size: 9 })).status, 404)
  },
)

t.test(
  'a field that contradicts the presign or the bytes is a 400 that names it [i2-media-types, i4-confirm, i4-size, c6-five-gib, c6-confirm-size, c6-confirm-differs]',
  async (t) => {
    const { uploadUrl, key } = await presign('wrong.jpg')
    const file = { filename: 'wrong.jpg', size: 6, key }
    const messages = async (change: object) => {
      const { status, body } = await confirm({ ...file, ...change })
      t.equal(status, 400)
      return body.message
    }
    t.strictSame(await messages({}), [
      'key has not been uploaded yet: PUT it to its uploadUrl first',
    ])
    await put(uploadUrl, 'pixels')
    t.strictSame(await messages({ size: 5 }), ['size is 5, but 6 bytes were uploaded'])
    t.strictSame(await messages({ type: 'VIDEO', cdnUrl: 'https://x.test/a' }), [
      'type is VIDEO, but PHOTO was presigned',
      'cdnUrl differs from the one presigned with this key',
    ])
    t.match(await messages({ size: 5_368_709_121 }), [/^size must be at most/])
    t.match(await messages({ size: 0 }), [/^size must be at least 1/])
    t.equal((await confirm(file)).status, 201)
  },
)

t.test(
  'an altered image names its original, which must be in the same project [c6-altered]',
  async (t) => {
    const original = await add('raw.jpg')
    const edited = await add('edited.jpg', 'edited', { alteredFromMediaId: original.id })
    t.equal(edited.alteredFromMediaId, original.id)
    const otherProjectId = await createProject()
    const elsewhere = await call('POST', '/media/presign', {
      projectId: otherProjectId,
      filename: 'x.jpg',
      contentType: 'image/jpeg',
      mediaType: 'PHOTO',
    })
    await put(elsewhere.body.uploadUrl, 'x')
    const there = { projectId: otherProjectId, filename: 'x.jpg', size: 1 }
    const ofOtherProject = await confirm(there)
    t.equal(ofOtherProject.status, 201)
    for (const [id, status] of [
      [randomUUID(), 404],
      ['nope', 404],
      [(await (await openStudio(service)).add('foreign.jpg')).id, 404],
      [ofOtherProject.body.id, 400],
      [5, 400],
    ] as const) {
      const { uploadUrl, key } = await presign('altered.jpg')
      await put(uploadUrl, 'x')
      const file = { filename: 'altered.jpg', size: 1, key, alteredFromMediaId: id }
      t.equal((await confirm(file)).status, status)
    }
  },
)

t.test(
  'a presign repeated with its Idempotency-Key returns the same key [c1-idempotency-presign]',
  async (t) => {
    const body = { projectId, filename: 'once.jpg', contentType: 'image/jpeg', mediaType: 'PHOTO' }
    const headers = { 'idempotency-key': randomUUID() }
    const send = () => service.request('POST', '/media/presign', { key: org.key, body, headers })
    const [first, second] = [await send(), await send()]
    t.equal(second.headers['idempotency-replayed'], 'true')
    t.equal(second.body.key, first.body.key)
    t.equal(new URL(second.body.uploadUrl).pathname, new URL(first.body.uploadUrl).pathname)
    t.equal((await put(second.body.uploadUrl, 'x')).status, 200)
  },
)
