import { openObjectStore } from '@mediajobs/object-store'
import { testApp } from '@mediajobs/testing/api/app'
import { openStudio, put } from '@mediajobs/testing/api/studio'
import t, { type Test } from 'tap'
import { ownObjectStore } from './support/own-object-store.ts'

// docs/contract.md#c11-stores-differ: a store that obeys unsigned headers, as MinIO does.

const SECRET = 'a dump of another system'

/** A studio on such a store. `keep` stores an object that doesn't belong to the service. */
async function permissiveStudio(t: Test, signsWith: 'options' | 'withoutUpload') {
  const store = await ownObjectStore(t, { obeysUnsigned: true })
  const service = await testApp(t, { objectStore: openObjectStore(store[signsWith]) })
  const studio = await openStudio(service)
  const owner = openObjectStore(store.withoutUpload)
  const keep = async (contentType: string) => {
    const key = `backups/${contentType}`
    const url = await owner.presignPut(key, contentType, 60)
    const response = await put(url, SECRET, { 'content-type': contentType })
    t.equal(response.status, 200)
    return `/${store.options.bucket}/${key}`
  }
  return { ...studio, keep }
}

t.test(
  "with an upload credential, an upload URL can't read other objects [c11-stores-differ]",
  async (t) => {
    const { presign, confirm, keep } = await permissiveStudio(t, 'options')
    const { uploadUrl, key, cdnUrl } = await presign('stolen.jpg')
    // The object has the presign's type, so only the credential protects it.
    const copied = await put(uploadUrl, '', { 'x-amz-copy-source': await keep('image/jpeg') })
    t.equal(copied.status, 403)
    const refused = await confirm({ filename: 'stolen.jpg', size: SECRET.length, key })
    t.equal(refused.status, 400)
    t.strictSame(refused.body.message, [
      'key has not been uploaded yet: PUT it to its uploadUrl first',
    ])
    t.not((await fetch(cdnUrl)).status, 200)
    t.equal((await put(uploadUrl, 'pixels')).status, 200)
    t.equal((await confirm({ filename: 'stolen.jpg', size: 6, key })).status, 201)
  },
)

t.test(
  'a confirm refuses an object whose type differs from the presign [c11-confirm-type]',
  async (t) => {
    const { presign, confirm, keep } = await permissiveStudio(t, 'withoutUpload')
    const { uploadUrl, key, cdnUrl } = await presign('stolen.jpg')
    const copied = await put(uploadUrl, '', { 'x-amz-copy-source': await keep('application/sql') })
    t.equal(copied.status, 200, 'this store obeys')
    const refused = await confirm({ filename: 'stolen.jpg', size: SECRET.length, key })
    t.equal(refused.status, 400)
    t.strictSame(refused.body.message, [
      'key was uploaded as application/sql, but image/jpeg was presigned',
    ])
    t.not((await fetch(cdnUrl)).status, 200)
  },
)

t.test('content types are compared case-insensitively', async (t) => {
  const { call, confirm, projectId } = await permissiveStudio(t, 'options')
  const asked = { projectId, filename: 'a.jpg', contentType: 'Image/JPEG', mediaType: 'PHOTO' }
  const { body } = await call('POST', '/media/presign', asked)
  const response = await put(body.uploadUrl, 'pixels', { 'content-type': 'Image/JPEG' })
  t.equal(response.status, 200)
  t.equal((await confirm({ filename: 'a.jpg', size: 6, key: body.key })).status, 201)
})
