// docs/contract.md#c13-derive-missing

import { createMedia } from '@mediajobs/media'
import { testLogger } from '@mediajobs/runtime/testing'
import { testApp } from '@mediajobs/testing/api/app'
import { testObjectStore } from '@mediajobs/testing/api/object-store'
import { openStudio } from '@mediajobs/testing/api/studio'
import sharp from 'sharp'
import t from 'tap'
import { runAdmin } from './support/admin.ts'

t.test(
  'derive --missing creates derivatives and checksums for earlier media, and shows how many are left [c13-derive-missing]',
  async (t) => {
    const api = await testApp(t)
    const studio = await openStudio(api)
    const picture = Buffer.from(
      await sharp({
        create: { width: 900, height: 600, channels: 3, background: '#336699' },
      })
        .jpeg()
        .toBuffer(),
    )
    const photo = await studio.add('front.jpg', picture)
    // As left by an earlier version.
    await api.store.sql.query('delete from media_previews')
    const { body: before } = await studio.call('GET', `/media/${photo.id}`)
    t.equal(before.preview, null)
    const media = createMedia({
      databaseUrl: api.databaseUrl,
      poolSize: 4,
      objectStore: testObjectStore(),
      logger: testLogger('media'),
      host: '127.0.0.1',
      port: 0,
    })
    await media.start()
    t.teardown(() => media.stop())
    const { code, stdout, stderr } = await runAdmin(['derive', '--missing'], api.databaseUrl)
    t.equal(code, 0, stderr)
    t.match(stdout, /^1 requested\. All are done or refused\.$/m)
    const { body: after } = await studio.call('GET', `/media/${photo.id}`)
    t.match(after.preview, { state: 'READY', width: 900, height: 600, colour: /^#33[0-9a-f]{4}$/ })
    const again = await runAdmin(['derive', '--missing'], api.databaseUrl)
    t.match(again.stdout, /^0 requested/m)
    const wrong = await runAdmin(['derive'], api.databaseUrl)
    t.equal(wrong.code, 2)
  },
)
