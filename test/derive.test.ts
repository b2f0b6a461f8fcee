// docs/contract.md#c13-derive-missing

import { openMediaFixture } from '@mediajobs/media/testing'
import { testObjectStoreOptions } from '@mediajobs/testing/api/object-store'
import { plain } from '@mediajobs/testing/media/pictures'
import t from 'tap'
import { runAdmin } from './support/admin.ts'

t.test(
  'derive --missing creates derivatives and checksums for earlier media, and shows how many are left [c13-derive-missing]',
  async (t) => {
    const { api, org, call, put, startMedia } = await openMediaFixture(t)
    const { id: projectId } = await org.make('/projects/create', {
      scheduledTime: '2026-05-01T09:30:00Z',
    })
    const id = await put(projectId, await plain(900, 600).jpeg().toBuffer())
    const { body: before } = await call('GET', `/media/${id}`)
    t.equal(before.preview, null)
    await startMedia()
    const { code, stdout, stderr } = await runAdmin(['derive', '--missing'], api.databaseUrl)
    t.equal(code, 0, stderr)
    t.match(stdout, /^1 requested\. All are done or refused\.$/m)
    const { body: after } = await call('GET', `/media/${id}`)
    t.match(after.preview, { state: 'READY', width: 900, height: 600, colour: /^#33[0-9a-f]{4}$/ })
    const again = await runAdmin(['derive', '--missing'], api.databaseUrl)
    t.match(again.stdout, /^0 requested/m)
    const wrong = await runAdmin(['derive'], api.databaseUrl)
    t.equal(wrong.code, 2)
  },
)

t.test(
  'after a loss in the bucket, derive --lost makes pictures again, and lists originals',
  async (t) => {
    const { api, org, call, put, requestPreviews, finished, objectStore, startMedia } =
      await openMediaFixture(t)
    const { id: projectId } = await org.make('/projects/create', {
      scheduledTime: '2026-05-01T09:30:00Z',
    })
    const picture = await plain(900, 600).jpeg().toBuffer()
    const ids = [
      await put(projectId, picture),
      await put(projectId, picture, { filename: 'lost.jpg' }),
      await put(projectId, picture, { filename: 'cut.jpg' }),
    ] as const
    await startMedia()
    await requestPreviews()
    await finished()
    const { cdnBaseUrl, endpoint, bucket, accessKey, secretKey } = testObjectStoreOptions()
    const stored = { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY: accessKey }
    const derive = (more: Record<string, string> = {}) => {
      const env = { ...stored, S3_SECRET_KEY: secretKey, ...more }
      return runAdmin(['derive', '--lost'], api.databaseUrl, env)
    }
    t.match(await derive(), { code: 0, stdout: /^0 requested\. All are done or refused\.\n$/ })

    const { body: media } = await call('GET', `/media/${ids[0]}`)
    const { gridUrl } = media.preview
    await objectStore.remove(gridUrl.slice(cdnBaseUrl.length + 1))
    await objectStore.remove(`${org.organizationId}/${ids[1]}`)
    const half = { contentType: 'image/jpeg', cacheControl: 'no-store' }
    await objectStore.put(`${org.organizationId}/${ids[2]}`, picture.subarray(0, 100), half)
    t.not((await fetch(gridUrl)).status, 200)
    const { code, stdout } = await derive()
    t.equal(code, 1)
    t.match(stdout, /^1 requested\./)
    t.strictSame(stdout.match(/[a-z]+\.jpg/g)?.sort(), ['cut.jpg', 'lost.jpg'])
    t.equal((await fetch(gridUrl)).status, 200)

    const refused = await derive({ S3_SECRET_KEY: 'wrong' })
    t.match(refused, { code: 1, stderr: /^the object store refused to stat/ })
  },
)
