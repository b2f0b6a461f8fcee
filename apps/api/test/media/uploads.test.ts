import { request as httpRequest } from 'node:http'
import { apiKeys } from '@mediajobs/db/schema'
import { hashSecret } from '@mediajobs/domain'
import { openObjectStore } from '@mediajobs/object-store'
import { createLogger } from '@mediajobs/runtime'
import { sharedApp, testApp } from '@mediajobs/testing/api/app'
import { testObjectStore, testObjectStoreOptions } from '@mediajobs/testing/api/object-store'
import { openStudio, put } from '@mediajobs/testing/api/studio'
import { eq, sql } from 'drizzle-orm'
import t from 'tap'

const service = await sharedApp()
const { org, confirm, presign, call, projectId } = await openStudio(service)

t.test(
  'an upload URL accepts only the presigned key and content type [i4-put, i4-put-headers, i4-put-content-type, i7-signature-mismatch, c6-cdn-url, c6-signature]',
  async (t) => {
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
    }
    for (const [what, response] of Object.entries(refused))
      t.equal((await response).status, 403, what)
    for (const method of ['GET', 'DELETE']) {
      const { status } = await fetch(uploadUrl, { method })
      t.ok(status === 400 || status === 403, `${method}: ${status}`)
    }
    t.equal((await confirm({ filename: 'strict.jpg', size: 1, key })).status, 400)
    t.equal((await put(uploadUrl, 'pixels')).status, 200)
    t.not((await fetch(uploadUrl)).status, 200, "the URL doesn't allow reads")
    t.equal((await fetch(url.origin + url.pathname)).status, 403, "a staging key can't be read")
    t.equal((await confirm({ filename: 'strict.jpg', size: 6, key })).status, 201)
  },
)

// docs/operating.md, "The bucket", lists the tested stores and what each does with these headers.
t.test('an unsigned header has no effect, with any object store [i4-put-headers]', async (t) => {
  const { uploadUrl, key } = await presign('headers.jpg')
  const url = new URL(uploadUrl)
  const secret = await presign('secret.jpg')
  await put(secret.uploadUrl, 'secret')
  const source = new URL(secret.uploadUrl).pathname
  const copied = await put(uploadUrl, '', { 'x-amz-copy-source': source })
  t.not(copied.status, 200, "the staged object isn't overwritten by a copy")
  t.equal((await confirm({ filename: 'headers.jpg', size: 6, key })).status, 400)
  const headers = {
    'x-amz-acl': 'public-read',
    'x-amz-tagging': 'a=b',
    'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    authorization: 'Bearer x',
  }
  for (const [name, value] of Object.entries(headers)) {
    const { status } = await put(uploadUrl, 'pixels', { [name]: value })
    t.ok([200, 400, 403].includes(status), `${name}: ${status}`)
    t.comment(`this store returns ${status} for an unsigned ${name}`)
    t.equal((await fetch(url.origin + url.pathname)).status, 403, `private after ${name}`)
  }
  t.equal((await put(uploadUrl, 'pixels')).status, 200)
  t.equal((await confirm({ filename: 'headers.jpg', size: 6, key })).status, 201)
})

t.test("an uploader's headers don't affect how a file is served", async (t) => {
  const types = {
    'kitchen é.jpg': [
      'image/jpeg',
      `inline; filename="kitchen ?.jpg"; filename*=UTF-8''kitchen%20%C3%A9.jpg`,
    ],
    'tour.mp4': ['video/mp4', 'inline; filename=tour.mp4'],
    'plan.pdf': ['application/pdf', 'inline; filename=plan.pdf'],
    'page.html': ['text/html', 'attachment; filename=page.html'],
    'logo.svg': ['image/svg+xml', 'attachment; filename=logo.svg'],
    'feed.xml': ['application/xml', 'attachment; filename=feed.xml'],
  } as const
  for (const [filename, [contentType, disposition]] of Object.entries(types)) {
    const asked = { projectId, filename, contentType, mediaType: 'DOCUMENT' }
    const { body: presigned } = await call('POST', '/media/presign', asked)
    const chosen = {
      'content-type': contentType,
      'content-disposition': 'attachment; filename="invoice.exe"',
      'content-encoding': 'identity',
      'content-language': 'xx',
      'cache-control': 'public, max-age=31536000',
    }
    t.equal((await put(presigned.uploadUrl, 'bytes', chosen)).status, 200)
    const file = { filename, size: 5, type: 'DOCUMENT', key: presigned.key }
    t.equal((await confirm(file)).status, 201)
    const { headers } = await fetch(presigned.cdnUrl)
    t.equal(headers.get('content-type'), contentType)
    t.equal(headers.get('content-disposition'), disposition)
    for (const name of ['content-language', 'cache-control', 'content-encoding'] as const) {
      t.not(headers.get(name), chosen[name], `${filename}: ${name}`)
    }
  }
})

t.test(
  'an expired upload URL is refused [i4-url-hour, i7-signature-mismatch, i8-url-hour]',
  async (t) => {
    const store = openObjectStore(testObjectStoreOptions())
    const url = await store.presignPut(`staging/${org.organizationId}/expired`, 'image/jpeg', 1)
    await new Promise((resolve) => setTimeout(resolve, 2_100))
    t.equal((await put(url, 'x')).status, 403)
  },
)

t.test(
  'an upload URL keeps working when its API key is revoked [i4-url-alone, c6-revoked-key]',
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

t.test('an interrupted upload can’t be confirmed [i4-three-steps, c6-confirm-size]', async (t) => {
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
  t.strictSame(body.message, ['key has not been uploaded yet: PUT it to its uploadUrl first'])
})

t.test(
  'a PUT after the confirm does not change the confirmed file [c6-no-overwrite]',
  async (t) => {
    const { uploadUrl, key, cdnUrl } = await presign('kept.jpg')
    await put(uploadUrl, 'first!')
    const file = { filename: 'kept.jpg', size: 6, key }
    const first = await confirm(file)
    t.equal((await put(uploadUrl, 'second')).status, 200)
    const second = await confirm(file)
    t.equal(second.status, 200)
    t.strictSame(second.body, first.body)
    t.equal(await (await fetch(cdnUrl)).text(), 'first!')
  },
)

t.test('a confirm whose copy failed succeeds when repeated [c6-no-overwrite]', async (t) => {
  const { uploadUrl, key, cdnUrl } = await presign('crash.jpg')
  await put(uploadUrl, 'pixels')
  const broken = { ...testObjectStore(), copy: async () => Promise.reject(new Error('killed')) }
  const other = await testApp(t, { databaseUrl: service.databaseUrl, objectStore: broken })
  const body = { projectId, filename: 'crash.jpg', size: 6, type: 'PHOTO', key }
  const crashed = await other.request('POST', '/media/confirm-upload', { key: org.key, body })
  t.equal(crashed.status, 500)
  const listed: { key: string }[] = (await call('GET', `/media/project/${projectId}`)).body.data
  t.notOk(listed.some((item) => item.key === key))
  t.equal((await confirm(body)).status, 201)
  t.equal(await (await fetch(cdnUrl)).text(), 'pixels')
})

t.test('a confirm is a 409 if the bytes change during its copy [c6-no-overwrite]', async (t) => {
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
  t.match(swapped.body, {
    code: 'upload_changed',
    fields: [{ path: 'key', code: 'upload_changed' }],
  })
  t.equal((await confirm(body)).status, 409)
  t.not((await fetch(cdnUrl)).status, 200)
})

t.test(
  'a store that refuses the service is reported, counted, and logged with advice',
  async (t) => {
    const logged: object[] = []
    const logger = createLogger('api', 'error', { write: (line) => logged.push(JSON.parse(line)) })
    const objectStore = openObjectStore({ ...testObjectStoreOptions(), secretKey: 'wrong' })
    const locked = await testApp(t, { databaseUrl: service.databaseUrl, objectStore, logger })
    const { uploadUrl, key } = await presign('refused.jpg')
    await put(uploadUrl, 'pixels')
    const body = { projectId, filename: 'refused.jpg', size: 6, type: 'PHOTO', key }
    const refused = await locked.request('POST', '/media/confirm-upload', { key: org.key, body })
    t.equal(refused.status, 503)
    t.equal(refused.body.code, 'object_store_unavailable')
    t.match(refused.body.message, /^The object store refuses this service/)
    t.equal(objectStore.refusals(), 1)
    t.match(logged, [
      {
        msg: 'a request failed',
        err: {
          type: 'ObjectStoreRefused',
          message:
            /^the object store refused to stat for the service \(.+\): check the clock .*S3_SECRET_KEY/,
        },
      },
    ])
    t.equal((await confirm(body)).status, 201)
  },
)

t.test('without the object store, a presign works, but a confirm is a 503', async (t) => {
  const objectStore = openObjectStore({
    ...testObjectStoreOptions(),
    endpoint: 'http://127.0.0.1:1',
  })
  const withoutStore = await testApp(t, { databaseUrl: service.databaseUrl, objectStore })
  const { uploadUrl, key } = await presign('away.jpg')
  await put(uploadUrl, 'pixels')
  const body = { projectId, filename: 'away.jpg', size: 6, type: 'PHOTO', key }
  const refused = await withoutStore.request('POST', '/media/confirm-upload', {
    key: org.key,
    body,
  })
  t.equal(refused.status, 503)
  t.equal(refused.body.code, 'object_store_unavailable')
  t.ok(Number(refused.headers['retry-after']) >= 1)
  const presigning = { projectId, filename: 'a.jpg', contentType: 'image/jpeg', mediaType: 'PHOTO' }
  const presigned = await withoutStore.request('POST', '/media/presign', {
    key: org.key,
    body: presigning,
  })
  t.equal(presigned.status, 201)
  t.equal((await confirm(body)).status, 201)
})
