// docs/contract.md#c12-upload: the page before its module runs.

import { sharedApp } from '@mediajobs/testing/api/app'
import { testObjectStoreOptions } from '@mediajobs/testing/api/object-store'
import { browserOf } from '@mediajobs/testing/api/staff-browser'
import t from 'tap'

const api = await sharedApp()
const org = await api.createOrg()
const technician = await api.createMember(org, 'TECHNICIAN')
const { body: project } = await org.call('POST', '/projects/create', {
  scheduledTime: '2026-05-01T16:30:00Z',
  addressLine1: '<script>48 Alder',
})
const at = `/app/${org.organizationId}/projects/${project.id}`
const browser = await browserOf(api, technician)

t.test('the page names the project and what it needs [c12-upload]', async (t) => {
  const { status, text } = await browser.open(`${at}/upload`)
  t.equal(status, 200)
  t.match(text, `<a href="../${project.id}">&lt;script&gt;48 Alder</a>`)
  t.match(text, 'No files yet.')
  t.match(text, /<noscript><p[^>]*>Uploading needs JavaScript\./)
  t.match(text, '<div id="upload" hidden', 'nothing that needs the module is shown yet')
})

t.test('only the upload page may load local files [c12-upload]', async (t) => {
  const policyOf = async (path: string) =>
    String((await browser.open(path)).headers.get('content-security-policy'))
  const [upload, other] = [await policyOf(`${at}/upload`), await policyOf(at)]
  const { origin } = new URL(testObjectStoreOptions().endpoint)
  t.match(upload, `connect-src 'self' ${origin};`)
  t.match(upload, "media-src 'self' blob: ")
  t.match(upload, "trusted-types 'none'")
  t.notMatch(upload, 'unsafe')
  t.notMatch(other, 'blob:')
})

t.test(
  'whoever may end a shoot can do so next to its files, even without JavaScript',
  async (t) => {
    const body = { scheduledTime: '2026-05-01T16:30:00Z', technicianId: technician.userId }
    const { body: job } = await org.call('POST', '/projects/create', body)
    const path = `/app/${org.organizationId}/projects/${job.id}/upload`
    const end = /<div id="done"( hidden)?>.*Shooting done<\/button>/s
    t.notMatch((await browser.open(path)).text, end, "a booked shoot hasn't started")
    await org.call('PATCH', `/projects/${job.id}/status`, { status: 'SHOOTING' })
    const { text } = await browser.open(path)
    t.equal(end.exec(text)?.[1], ' hidden', 'not before there are files')
    const editor = await browserOf(api, await api.createMember(org, 'EDITOR'))
    t.notMatch((await editor.open(path)).text, end)
  },
)

t.test('another organization’s project is a 404 [c12-upload]', async (t) => {
  const stranger = await api.createOrg()
  const theirs = await browserOf(api, stranger)
  for (const path of [
    `${at}/upload`,
    `/app/${stranger.organizationId}/projects/${project.id}/upload`,
  ]) {
    t.equal((await theirs.open(path)).status, 404)
  }
})
