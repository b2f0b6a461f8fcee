// docs/contract.md#c12-replace, #c12-versions and #c12-originals: the pages without their module.

import { ROLES } from '@mediajobs/domain'
import { sharedApp, testApp } from '@mediajobs/testing/api/app'
import { deliveringStudio } from '@mediajobs/testing/api/client-delivery'
import { browserOf } from '@mediajobs/testing/api/staff-browser'
import t from 'tap'

const api = await sharedApp()
const studio = await deliveringStudio(api)
const { org, call } = studio
const at = (id: string) => `/app/${org.organizationId}/projects/${id}`
const [technician, editor, manager] = await Promise.all(
  (['TECHNICIAN', 'EDITOR', 'MANAGER'] as const).map((role) => api.createMember(org, role)),
)
if (!technician || !editor || !manager) throw new Error('three people are created')

const open = async (person: { token: () => Promise<string> }, path: string) =>
  (await browserOf(api, person)).open(path)

/** A job whose client requested a change to `old.jpg`, optionally replaced by `new.jpg`. */
async function asked(isReplaced: boolean) {
  const ids: string[] = []
  const people = { technicianId: technician?.userId, editorId: editor?.userId }
  const { project, requestRevision } = await studio.deliver(people, {}, async (id) => {
    ids.push(await studio.addMedia(id, { filename: 'old.jpg', position: 1 }))
    ids.push(await studio.addMedia(id, { filename: 'other.jpg', position: 2 }))
  })
  const [old = ''] = ids
  await requestRevision({ items: [{ mediaId: old, comment: 'Brighter' }] })
  if (!isReplaced) return { projectId: project.id, old, newer: '' }
  const newer = await studio.addMedia(project.id, {
    ...{ filename: 'new.jpg', position: 1, replacesMediaId: old },
    uploadedByUserId: editor?.userId ?? null,
  })
  const sql = 'update media set replaced_by_media_id = $2 where id = $1'
  await api.store.sql.query(sql, [old, newer])
  return { projectId: project.id, old, newer }
}

t.test('whoever may answer a comment may replace its photo [c12-replace, c12-roles]', async (t) => {
  const { projectId, old } = await asked(false)
  const people = { ADMIN: org, MANAGER: manager, TECHNICIAN: technician, EDITOR: editor }
  for (const role of ROLES) {
    const { text } = await open(people[role], at(projectId))
    t.equal(text.includes('Replace photo'), role !== 'TECHNICIAN', role)
    const file = await open(people[role], `${at(projectId)}/files/${old}`)
    t.match(file.text, 'Replace photo', `${role}, on the page of the file`)
    t.match(file.text, /<noscript><p[^>]*>Replacing a file needs JavaScript\./)
  }
})

t.test('the button replaces the newest version [c12-replace]', async (t) => {
  const { projectId, old, newer } = await asked(true)
  const { text } = await open(manager, at(projectId))
  t.match(text, `data-replaces="${newer}"`)
  t.notMatch(text, `data-replaces="${old}"`)
  t.match(text, `/files/${old}`, 'the comment shows its photo')
  const files = text.slice(text.indexOf('<ol class="files-grid"'))
  const grid = files.slice(0, files.indexOf('</ol>'))
  t.match(grid, 'new.jpg')
  t.notMatch(grid, 'old.jpg')
})

t.test('a file lists its versions, with time and uploader [c12-versions]', async (t) => {
  const { projectId, old, newer } = await asked(true)
  const page = await open(technician, `${at(projectId)}/files/${newer}`)
  const versions = page.text.slice(page.text.indexOf('<section id="versions"'))
  t.ok(versions.indexOf('new.jpg') < versions.indexOf('old.jpg'), 'the newest first')
  t.match(versions, / · Test EDITOR|· [^<]+<\/figcaption>/)
  const earlier = await open(technician, `${at(projectId)}/files/${old}`)
  t.equal(earlier.status, 200)
  t.match(earlier.text, 'This is an earlier version.')
  for (const form of ['/move"', '/original"', 'Replace photo']) {
    t.notMatch(earlier.text, form, 'it has no place')
    t.match(page.text, form)
  }
  const alone = await asked(false)
  const { text } = await open(technician, `${at(alone.projectId)}/files/${alone.old}`)
  t.notMatch(text, 'id="versions"')
})

t.test("a delivery's preview has only the current version [c12-project]", async (t) => {
  const { projectId, old, newer } = await asked(true)
  const { text } = await open(manager, `${at(projectId)}/preview`)
  t.match(text, newer)
  t.notMatch(text, old)
})

t.test('deleting a version says which one it restores [c12-versions]', async (t) => {
  const { projectId, old, newer } = await asked(true)
  const browser = await browserOf(api, manager)
  const page = await browser.open(`${at(projectId)}/files/${newer}`)
  t.match(page.text, 'The previous version takes its place.')
  const sent = await browser.send(`${at(projectId)}/files/${newer}/delete`)
  t.equal(sent.status, 303)
  const { body } = await call('GET', `/projects/${projectId}/media`)
  t.equal(body.data[0].id, old)
})

t.test('the button for originals redirects to the archive [c12-originals]', async (t) => {
  const { projectId, newer } = await asked(true)
  const browser = await browserOf(api, technician)
  const page = await browser.open(at(projectId))
  t.match(page.text, /Download originals <span class="soft">10(\.0)? GB/)
  const early = await browser.send(`${at(projectId)}/originals`)
  t.equal(early.status, 409)
  t.match(early.text, 'The files are still being prepared.')
  const { body } = await call('GET', `/projects/${projectId}/media`)
  for (const { id } of body.data) await studio.addPreview(id)
  const started = await browser.send(`${at(projectId)}/originals`)
  t.equal(started.status, 200)
  const refresh = started.headers.get('refresh') ?? ''
  t.match(refresh, /^0; url=http:\/\/media\.test\/archives\/[\w-]+\/Delivery\.zip$/)
  t.match(started.text, `href="${refresh.slice('0; url='.length)}"`)
  const [row] = await api.store.sql.query<{ ids: string[] }>(
    'select media_ids as ids from archives where project_id = $1',
    [projectId],
  )
  t.equal(row?.ids[0], newer)
  const stranger = await browserOf(api, await api.createOrg())
  t.equal((await stranger.send(`${at(projectId)}/originals`)).status, 404)
})

t.test('without archives there is no button [c12-originals]', async (t) => {
  const off = await testApp(t, { trustProxy: true, mediaBaseUrl: undefined })
  const { org: theirs, deliver, addMedia } = await deliveringStudio(off)
  const { project } = await deliver({}, {}, (id) => addMedia(id))
  const browser = await browserOf(off, theirs)
  const { text } = await browser.open(`/app/${theirs.organizationId}/projects/${project.id}`)
  t.match(text, 'class="files-grid"')
  t.notMatch(text, 'Download originals')
})
