import { request as httpRequest } from 'node:http'
import { apiKeys } from '@mediajobs/db/schema'
import { hashSecret } from '@mediajobs/domain'
import { openObjectStore } from '@mediajobs/object-store'
import { eq, sql } from 'drizzle-orm'
import t from 'tap'
import { testApp } from './support/app.ts'
import { testObjectStore, testObjectStoreOptions } from './support/object-store.ts'
import { openStudio, put } from './support/studio.ts'

const service = await testApp(t)
const { org, confirm, presign, call, projectId } = await openStudio(service)

t.test('an upload address takes its file as it was presigned, and nothing else', async (t) => {
  const { uploadUrl, key } = await presign('strict.jpg')
  const url = new URL(uploadUrl)
  const changed = (name: string, value: string) => {
    const other = new URL(url)
    other.searchParams.set(name, value)
    return other.href
  }
  t.equal(url.searchParams.get('X-Amz-Expires'), '3600')
  const refused = {
    'another type': put(uploadUrl, 'x', { 'content-type': 'text/html' }),
    'a longer life': put(changed('X-Amz-Expires', '86400'), 'x'),
    'another key': put(uploadUrl.replace(url.pathname, `${url.pathname}x`), 'x'),
    'the final key': put(uploadUrl.replace(/staging\/[^?]+/, key), 'x'),
    'an unsigned x-amz header': put(uploadUrl, 'x', { 'x-amz-acl': 'public-read' }),
    'a copy on top': put(uploadUrl, 'x', { 'x-amz-copy-source': url.pathname }),
    'another method': fetch(uploadUrl, { method: 'DELETE' }),
  }
  for (const [what, answer] of Object.entries(refused)) t.equal((await answer).status, 403, what)
  const authorized = await put(uploadUrl, 'x', { authorization: 'Bearer x' })
  t.equal(authorized.status, 400, 'an Authorization header')
  t.equal((await confirm({ filename: 'strict.jpg', size: 1, key })).status, 400)
  t.equal((await put(uploadUrl, 'pixels')).status, 200)
  t.equal((await fetch(uploadUrl)).status, 403, 'it does not read')
  t.equal((await fetch(url.origin + url.pathname)).status, 403, 'staging is read by nobody')
  t.equal((await confirm({ filename: 'strict.jpg', size: 6, key })).status, 201)
})

t.test('an address that has expired is refused', async (t) => {
  const store = openObjectStore(testObjectStoreOptions())
  const url = await store.presignPut(`staging/${org.organizationId}/expired`, 'image/jpeg', 1)
  await new Promise((resolve) => setTimeout(resolve, 2_100))
  t.equal((await put(url, 'x')).status, 403)
})

t.test(
  'an address is good for an hour whatever becomes of the key that asked for it',
  async (t) => {
    const key = await org.keyWith('WRITE')
    const body = { projectId, filename: 'k.jpg', contentType: 'image/jpeg', mediaType: 'PHOTO' }
    const presigned = await call('POST', '/media/presign', body, key)
    await service.store.sql.orm
      .update(apiKeys)
      .set({ revokedAt: sql`now()` })
      .where(eq(apiKeys.keyHash, hashSecret(key)))
    t.equal((await put(presigned.body.uploadUrl, 'pixels')).status, 200)
    const file = { filename: 'k.jpg', size: 6, key: presigned.body.key }
    t.equal((await confirm(file, key)).status, 401)
    t.equal((await confirm(file)).status, 201)
  },
)

t.test('an upload that was cut off is not there to be confirmed', async (t) => {
  const { uploadUrl, key } = await presign('cut.jpg')
  const upload = httpRequest(uploadUrl, {
    method: 'PUT',
    headers: { 'content-type': 'image/jpeg', 'content-length': 1_000_000 },
  })
  const broken = new Promise((resolve) => upload.on('error', resolve))
  await new Promise<void>((resolve) => upload.write(Buffer.alloc(1_000), () => resolve()))
  upload.destroy()
  await broken
  const { status, body } = await confirm({ filename: 'cut.jpg', size: 1_000_000, key })
  t.equal(status, 400)
  t.strictSame(body.message, ['key has no bytes yet: PUT them to its uploadUrl first'])
})

t.test('a PUT after the confirm does not change what was confirmed', async (t) => {
  const { uploadUrl, key, cdnUrl } = await presign('kept.jpg')
  await put(uploadUrl, 'first!')
  const file = { filename: 'kept.jpg', size: 6, key }
  const first = await confirm(file)
  t.equal((await put(uploadUrl, 'second')).status, 200)
  const second = await confirm(file)
  t.equal(second.status, 200)
  t.strictSame(second.body, first.body)
  t.equal(await (await fetch(cdnUrl)).text(), 'first!')
})

t.test('a confirm that broke off after its copy is repeated and ends well', async (t) => {
  const { uploadUrl, key, cdnUrl } = await presign('crash.jpg')
  await put(uploadUrl, 'pixels')
  const broken = { ...testObjectStore(), copy: async () => Promise.reject(new Error('killed')) }
  const other = await testApp(t, { databaseUrl: service.databaseUrl, objectStore: broken })
  const body = { projectId, filename: 'crash.jpg', size: 6, type: 'PHOTO', key }
  const crashed = await other.request('POST', '/media/confirm-upload', { key: org.key, body })
  t.equal(crashed.status, 500)
  t.equal((await call('GET', `/media/project/${projectId}?`)).status, 200)
  t.equal((await confirm(body)).status, 201)
  t.equal(await (await fetch(cdnUrl)).text(), 'pixels')
})

t.test('other bytes than those of the first try are not confirmed under its key', async (t) => {
  const { uploadUrl, key, cdnUrl } = await presign('swap.jpg')
  await put(uploadUrl, 'first!')
  const store = testObjectStore()
  const swapping = {
    ...store,
    copy: async (...args: Parameters<typeof store.copy>) => {
      await put(uploadUrl, 'second')
      return store.copy(...args)
    },
  }
  const other = await testApp(t, { databaseUrl: service.databaseUrl, objectStore: swapping })
  const body = { projectId, filename: 'swap.jpg', size: 6, type: 'PHOTO', key }
  const swapped = await other.request('POST', '/media/confirm-upload', { key: org.key, body })
  t.equal(swapped.status, 409)
  t.equal(swapped.body.code, 'upload_changed')
  t.equal((await confirm(body)).status, 409)
  t.not((await fetch(cdnUrl)).status, 200)
})

t.test('while the object store is away presigning works, and a confirm is a 503', async (t) => {
  const objectStore = openObjectStore({
    ...testObjectStoreOptions(),
    endpoint: 'http://127.0.0.1:1',
  })
  const lonely = await testApp(t, { databaseUrl: service.databaseUrl, objectStore })
  const { uploadUrl, key } = await presign('away.jpg')
  await put(uploadUrl, 'pixels')
  const body = { projectId, filename: 'away.jpg', size: 6, type: 'PHOTO', key }
  const refused = await lonely.request('POST', '/media/confirm-upload', { key: org.key, body })
  t.equal(refused.status, 503)
  t.equal(refused.body.code, 'object_store_unavailable')
  t.ok(Number(refused.headers['retry-after']) >= 1)
  const presigning = { projectId, filename: 'a.jpg', contentType: 'image/jpeg', mediaType: 'PHOTO' }
  const presigned = await lonely.request('POST', '/media/presign', {
    key: org.key,
    body: presigning,
  })
  t.equal(presigned.status, 201)
  t.equal((await confirm(body)).status, 201)
})
