// docs/contract.md#c13-derive-missing

import { openMediaFixture } from '@mediajobs/media/testing'
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
