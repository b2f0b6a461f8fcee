// docs/contract.md#c12-project: everything about one job on one page.

import { ROLES } from '@mediajobs/domain'
import { testApp } from '@mediajobs/testing/api/app'
import { deliveringStudio } from '@mediajobs/testing/api/client-delivery'
import type { Member } from '@mediajobs/testing/api/members'
import { browserOf, type Opened } from '@mediajobs/testing/api/staff-browser'
import t from 'tap'

const api = await testApp(t, { trustProxy: true })
const studio = await deliveringStudio(api)
const { org, call } = studio
const at = (id: string) => `/app/${org.organizationId}/projects/${id}`

const [technician, editor, manager] = await Promise.all(
  (['TECHNICIAN', 'EDITOR', 'MANAGER'] as const).map((role) => api.createMember(org, role)),
)
if (!technician || !editor || !manager) throw new Error('three people are made')
await call('PATCH', '/organization', { timeZone: 'America/Los_Angeles' })

async function book(fields: object = {}, status?: string) {
  const { body } = await call('POST', '/projects/create', {
    scheduledTime: '2026-05-01T16:30:00Z',
    addressLine1: '48 Alder Ridge Road',
    city: 'Pasadena',
    technicianId: technician?.userId,
    editorId: editor?.userId,
    ...fields,
  })
  return status ? (await call('PATCH', `/projects/${body.id}/status`, { status })).body : body
}

/** The fields of the form of a page that is sent to an address with this end. */
function fieldsOf({ text }: Opened, end: string): Record<string, string> {
  const forms = [...text.matchAll(/<form method="post" action="([^"]+)"[^>]*>(.*?)<\/form>/gs)]
  const [, , content] = forms.find(([, action]) => action?.endsWith(end)) ?? []
  if (content === undefined) throw new Error(`no form for ${end}`)
  const fields = [...content.matchAll(/name="([^"]+)"[^>]*? value="([^"]*)"/g)]
  const chosen = [...content.matchAll(/<select [^>]*name="([^"]+)"[^>]*>(.*?)<\/select>/gs)].map(
    ([, name, options = '']) => [name, /value="([^"]*)" selected/.exec(options)?.[1] ?? ''],
  )
  const plain = (value = '') => value.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  return Object.fromEntries(
    [...fields.map(([, name, value]) => [name, value]), ...chosen].map(([name, value]) => [
      name,
      plain(value),
    ]),
  )
}

const open = async (person: Pick<Member, 'token'>, path: string) =>
  (await browserOf(api, person)).open(path)

t.test('a page says what, when, who and what comes next', async (t) => {
  const { body: customer } = await call('POST', '/customers', {
    name: 'Ann Agent',
    company: 'Agents & Co',
    email: 'ann@agents.test',
  })
  const fields = { customerId: customer.id, estimatedDuration: 90, notes: 'Ring twice.\nDog.' }
  const project = await book(fields, 'SHOOTING')
  const { status, text } = await open(manager, at(project.id))
  t.equal(status, 200)
  t.match(text, '<h1 dir="auto">48 Alder Ridge Road, Pasadena</h1>')
  t.match(text, '<b class="status">Shooting</b>')
  t.match(text, /May 1, 2026, 9:30\sAM<\/time> · 90 minutes/)
  t.match(text, 'Ann Agent, Agents &amp; Co')
  t.match(text, 'Ring twice.\nDog.')
  t.equal(text.match(/<button class="go" name="to"/g)?.length, 1, 'one primary button')
  t.match(text, 'value="UPLOADED">Shooting done</button>')
  t.match(text, '<b>Pending → Shooting</b>')
  for (const id of ['nope', org.organizationId]) {
    t.equal((await open(manager, at(id))).status, 404)
  }
})

t.test('each role sees the moves and the forms that it may use', async (t) => {
  const people = { ADMIN: org, MANAGER: manager, TECHNICIAN: technician, EDITOR: editor }
  const [shooting, editing] = [await book({}, 'SHOOTING'), await book({}, 'EDITING')]
  const others = await book({ technicianId: null, editorId: null }, 'SHOOTING')
  for (const role of ROLES) {
    const isManaging = role === 'ADMIN' || role === 'MANAGER'
    const texts = {
      shooting: (await open(people[role], at(shooting.id))).text,
      editing: (await open(people[role], at(editing.id))).text,
      others: (await open(people[role], at(others.id))).text,
    }
    t.equal(texts.shooting.includes('Shooting done'), role !== 'EDITOR', role)
    t.equal(texts.editing.includes('Editing done'), role !== 'TECHNICIAN', role)
    t.equal(texts.others.includes('name="to"'), isManaging, `${role}: of others`)
    for (const text of Object.values(texts)) {
      t.equal(text.includes('Other moves'), isManaging, role)
      t.equal(text.includes('action="../../../app/') && text.includes('name="when"'), isManaging)
    }
  }
})

t.test('a move is made once, and who was slower is asked', async (t) => {
  const project = await book({}, 'SHOOTING')
  const browser = await browserOf(api, technician)
  const page = await browser.open(at(project.id))
  const form = { ...fieldsOf(page, '/status'), to: 'UPLOADED' }
  await call('PATCH', `/projects/${project.id}`, { notes: 'Another code' })
  const asked = await browser.send(`${at(project.id)}/status`, form)
  t.equal(asked.status, 412)
  t.match(asked.text, '<dt>You chose</dt><dd dir="auto" class="lines">Uploaded</dd>')
  t.match(asked.text, '<dt>It is now</dt><dd dir="auto" class="lines">Shooting</dd>')
  const again = fieldsOf(asked, 'status')
  t.equal(again.to, 'UPLOADED')
  const moved = await browser.send(`${at(project.id)}/status`, again)
  t.equal(moved.status, 303)
  t.match((await browser.open(moved.location ?? '')).text, 'Saved. The status is changed.')
  const twice = await browser.send(`${at(project.id)}/status`, again)
  t.match(twice.location, 'done=same')
  const { body } = await call('GET', `/projects/${project.id}/history`)
  t.equal(body.data.length, 2)
})

t.test('a job gets its people and its time, and only what was changed is saved', async (t) => {
  const project = await book({ scheduledTime: '2026-05-03T16:30:00Z' })
  await book({ scheduledTime: '2026-05-03T20:00:00Z' })
  const browser = await browserOf(api, manager)
  const page = await browser.open(at(project.id))
  t.match(page.text, /TECHNICIAN \(also [^<]*1:00\sPM/)
  const form = fieldsOf(page, '/assignments')
  t.match(form, { when: '2026-05-03T09:30', technicianId: technician.userId })
  const send = (fields: object) =>
    browser.send(`${at(project.id)}/assignments`, { ...form, ...fields })
  t.match((await send({})).location, 'done=same')
  t.match(await send({ when: '2026-02-30T09:30' }), { status: 400, text: 'does not exist' })
  await call('PATCH', `/projects/${project.id}`, { editorId: null })
  const changed = { when: '2026-11-02T10:15', technicianId: '', projectManagerId: manager.userId }
  const asked = await send(changed)
  t.equal(asked.status, 412)
  t.match(asked.text, /Time: Nov 2, 2026, 10:15\sAM\nTechnician: No one\nProject manager: MANAGER/)
  t.match(asked.text, /Time: May 3, 2026, 9:30\sAM\nTechnician: TECHNICIAN/)
  const saved = await browser.send(`${at(project.id)}/assignments`, fieldsOf(asked, 'assignments'))
  t.equal(saved.status, 303)
  t.match((await call('GET', `/projects/${project.id}`)).body, {
    scheduledTime: '2026-11-02T18:15:00.000Z',
    technicianId: null,
    editorId: null,
    projectManagerId: manager.userId,
  })
  const refused = await (await browserOf(api, editor)).send(`${at(project.id)}/assignments`, form)
  t.not(refused.status, 200)
})

t.test('texts of strangers are shown as text', async (t) => {
  const text = `<script>alert(1)</script>"'><img src=x onerror=alert(2)>`
  const project = await book({ addressLine1: text, notes: text })
  t.notMatch((await open(manager, at(project.id))).text, /<script>|<img src=x/)
})

t.test('a delivery is previewed, made once, seen, and revoked', async (t) => {
  const project = await book({}, 'IN_REVIEW')
  const path = at(project.id)
  const original = await studio.addMedia(project.id, { position: 1 })
  await studio.addPreview(original)
  const pair = { alteredFromMediaId: original, alterationKind: 'SKY' } as const
  await studio.addPreview(await studio.addMedia(project.id, { position: 2, ...pair }))
  const browser = await browserOf(api, editor)
  t.match((await browser.open(path)).text, `/preview">Deliver…</a>`)
  const preview = await browser.open(`${path}/preview`)
  t.match(preview.text, 'The client will see 2 photos. Nothing is sent yet.')
  t.match(preview.text, 'Sky replaced')
  t.equal(preview.text.match(/<img /g)?.length, 4, 'the gallery, and the pair')
  const form = fieldsOf(preview, '/deliver')
  const late = await browser.send(`${path}/deliver`, {
    ...form,
    message: 'Kept words',
    expires: '2020-01-01',
    'idempotency-key': 'other',
  })
  t.equal(late.status, 400)
  t.match(late.text, 'expiresAt must be in the future')
  t.match(late.text, '>Kept words</textarea>', 'what was written is kept')
  const sent = { ...form, message: 'Enjoy', expires: '2199-05-01' }
  for (const each of [1, 2]) {
    const { location } = await browser.send(`${path}/deliver`, sent)
    t.match(location, 'done=delivered', `sent ${each} times`)
  }
  t.equal((await studio.eventsOf(project.id, 'PROJECT_DELIVERED')).length, 1)
  const { body } = await call('GET', `/projects/${project.id}/delivery`)
  t.match(body, { message: 'Enjoy', expiresAt: '2199-05-02T06:59:59.000Z' })
  const token = body.deliveryUrl.split('/').at(-1)
  await studio.client(token).view()
  const seen = await open(manager, path)
  t.match(seen.text, /Views: 1, first .* Downloads: 0/)
  t.match(seen.text, `<input id="link" readonly value="${body.deliveryUrl}">`)
  const own = await browser.open(path)
  t.notMatch(own.text, token, 'an editor may not read delivery tokens')
  t.match(own.text, 'Administrators and managers see the link.')
  t.notMatch((await open(technician, path)).text, '/preview"')
  const revoked = await browser.send(`${path}/revoke`, fieldsOf(own, '/revoke'))
  t.match(revoked.location, 'done=revoked')
  t.match((await studio.client(token).open()).status, 404)
})

t.test('open changes are named before a project is delivered again', async (t) => {
  const { project, requestRevision } = await studio.deliver({}, {}, (id) => studio.addMedia(id))
  const { body: media } = await call('GET', `/projects/${project.id}/media`)
  const items = [{ mediaId: media.data[0].id, comment: 'Remove the cable' }]
  t.equal((await requestRevision({ items })).status, 200)
  const browser = await browserOf(api, manager)
  const form = fieldsOf(await browser.open(`${at(project.id)}/preview`), '/deliver')
  const asked = await browser.send(`${at(project.id)}/deliver`, { ...form, message: 'Better' })
  t.equal(asked.status, 409)
  t.match(asked.text, 'Some changes are still open')
  const again = fieldsOf(asked, 'deliver')
  t.match(again, { message: 'Better', force: 'yes' })
  t.match((await browser.send(`${at(project.id)}/deliver`, again)).location, 'done=delivered')
})
