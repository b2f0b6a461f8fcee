// docs/contract.md#c12-project: everything about one job on one page.

import { ROLES } from '@mediajobs/domain'
import { until } from '@mediajobs/local-engines/testing'
import { sharedApp, testApp } from '@mediajobs/testing/api/app'
import { deliveringStudio } from '@mediajobs/testing/api/client-delivery'
import type { Member } from '@mediajobs/testing/api/members'
import { fieldsOf } from '@mediajobs/testing/api/page-forms'
import { type Opened, browserOf as sessionOf } from '@mediajobs/testing/api/staff-browser'
import t from 'tap'

const api = await sharedApp()
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

/** Opens each page in a new session: one session has 50 calls a second, and a page makes 14. */
async function browserOf(person: Pick<Member, 'token'>) {
  const { send } = await sessionOf(api, person)
  return { send, open: async (path: string) => (await sessionOf(api, person)).open(path) }
}

const open = async (person: Pick<Member, 'token'>, path: string) =>
  (await browserOf(person)).open(path)

t.test(
  'the page of a job shows its address, time, people and next move [c12-project]',
  async (t) => {
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
    t.match(text, '<b class="status SHOOTING">Shooting</b>')
    t.match(text, /May 1, 2026, 9:30\sAM<\/time> · 90 minutes/)
    t.match(text, 'Ann Agent, Agents &amp; Co')
    t.match(text, 'Ring twice.\nDog.')
    t.equal(text.match(/<button class="go" name="to"/g)?.length, 1, 'one primary button')
    t.match(text, 'value="UPLOADED">Shooting done</button>')
    t.match(text, '<b>Pending to Shooting</b>')
    for (const id of ['nope', org.organizationId]) {
      t.equal((await open(manager, at(id))).status, 404)
    }
  },
)

t.test('each role sees the moves and the forms that it may use [c12-project]', async (t) => {
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
      t.equal(text.includes('Change status'), isManaging, role)
      t.equal(text.includes('action="../../../app/') && text.includes('name="when"'), isManaging)
    }
  }
})

t.test('a form that a role does not see is refused to that role [c12-project]', async (t) => {
  const people = { ADMIN: org, MANAGER: manager, TECHNICIAN: technician, EDITOR: editor }
  const managing = ['status', 'items', 'revoke', 'send', 'void', 'assignments']
  const expected = {
    ADMIN: managing,
    MANAGER: managing,
    TECHNICIAN: [],
    EDITOR: ['status', 'items', 'revoke'],
  }
  const { body: customer } = await call('POST', '/customers', { name: 'A', email: 'r@agents.test' })
  const price = { name: 'Silver', priceAmount: 9_900, currency: 'USD' }
  const { body: silver } = await call('POST', '/packages', price)
  const { project, requestRevision } = await studio.deliver(
    {
      customerId: customer.id,
      packageId: silver.id,
      technicianId: technician.userId,
      editorId: editor.userId,
    },
    {},
    (id) => studio.addMedia(id),
  )
  const { body: media } = await call('GET', `/projects/${project.id}/media`)
  await requestRevision({ items: [{ mediaId: media.data[0].id, comment: 'Brighter' }] })
  await call('POST', `/projects/${project.id}/invoice`)
  const whole = await open(org, at(project.id))
  for (const role of ROLES) {
    const browser = await browserOf(people[role])
    const own = formsOf(await browser.open(at(project.id)))
    t.strictSame([...new Set(own.map(nameOf))], expected[role], role)
    for (const action of formsOf(whole)) {
      if (own.includes(action)) continue
      const { pathname } = new URL(action, `${api.url}${at(project.id)}`)
      const fields = {
        ...fieldsOf(whole, action),
        to: 'BOOKED',
        status: 'DONE',
        when: '2026-05-01T01:00',
      }
      const session = await sessionOf(api, people[role])
      t.equal((await session.send(pathname, fields)).status, 403, `${role}: ${nameOf(action)}`)
    }
  }
})

function formsOf({ text }: Opened): string[] {
  return [...text.matchAll(/<form method="post" action="([^"]+)"/g)].map(
    ([, action = '']) => action,
  )
}

/** The last step of an address; for an item of a round the step before. */
function nameOf(action: string): string {
  const steps = action.split('/')
  return (steps.at(-2) === 'items' ? steps.at(-2) : steps.at(-1)) ?? ''
}

t.test('a move is made once, and the slower of two people is asked [c12-project]', async (t) => {
  const project = await book({}, 'SHOOTING')
  const browser = await browserOf(technician)
  const page = await browser.open(at(project.id))
  const form = { ...fieldsOf(page, '/status'), to: 'UPLOADED' }
  await call('PATCH', `/projects/${project.id}`, { notes: 'Another code' })
  const asked = await browser.send(`${at(project.id)}/status`, form)
  t.equal(asked.status, 412)
  t.match(asked.text, '<dt>Your change</dt><dd dir="auto" class="lines">Uploaded</dd>')
  t.match(asked.text, '<dt>Current</dt><dd dir="auto" class="lines">Shooting</dd>')
  const again = fieldsOf(asked, 'status')
  t.equal(again.to, 'UPLOADED')
  const moved = await browser.send(`${at(project.id)}/status`, again)
  t.equal(moved.status, 303)
  t.match((await browser.open(moved.location ?? '')).text, 'Status changed.')
  const twice = await browser.send(`${at(project.id)}/status`, again)
  t.match(twice.location, 'done=same')
  const { body } = await call('GET', `/projects/${project.id}/history`)
  t.equal(body.data.length, 2)
})

t.test(
  'a job gets its people and its time, and only what was changed is saved [c12-project]',
  async (t) => {
    const project = await book({ scheduledTime: '2026-05-03T16:30:00Z' })
    await book({ scheduledTime: '2026-05-03T20:00:00Z' })
    const browser = await browserOf(manager)
    const page = await browser.open(at(project.id))
    t.match(page.text, /TECHNICIAN \(also [^<]*1:00\sPM/)
    const form = fieldsOf(page, '/assignments')
    t.match(form, { when: '2026-05-03T09:30', technicianId: technician.userId })
    const send = (fields: object) =>
      browser.send(`${at(project.id)}/assignments`, { ...form, ...fields })
    t.match((await send({})).location, 'done=same')
    t.match(await send({ when: '2026-02-30T09:30' }), {
      status: 400,
      text: 'Enter a valid date and time',
    })
    await call('PATCH', `/projects/${project.id}`, { editorId: null })
    const changed = { when: '2026-11-02T10:15', technicianId: '', projectManagerId: manager.userId }
    const asked = await send(changed)
    t.equal(asked.status, 412)
    t.match(
      asked.text,
      /Time: Nov 2, 2026, 10:15\sAM\nTechnician: No one\nProject manager: MANAGER/,
    )
    t.match(asked.text, /Time: May 3, 2026, 9:30\sAM\nTechnician: TECHNICIAN/)
    const saved = await browser.send(
      `${at(project.id)}/assignments`,
      fieldsOf(asked, 'assignments'),
    )
    t.equal(saved.status, 303)
    t.match((await call('GET', `/projects/${project.id}`)).body, {
      scheduledTime: '2026-11-02T18:15:00.000Z',
      technicianId: null,
      editorId: null,
      projectManagerId: manager.userId,
    })
    const refused = await (await browserOf(editor)).send(`${at(project.id)}/assignments`, form)
    t.not(refused.status, 200)
  },
)

t.test('texts of strangers are shown as text', async (t) => {
  const text = `<script>alert(1)</script>"'><img src=x onerror=alert(2)>`
  const project = await book({ addressLine1: text, notes: text })
  t.notMatch((await open(manager, at(project.id))).text, /<script>|<img src=x/)
})

t.test('a delivery is previewed, made once, seen, and revoked [c12-project]', async (t) => {
  const project = await book({}, 'IN_REVIEW')
  const path = at(project.id)
  const original = await studio.addMedia(project.id, { position: 1 })
  await studio.addPreview(original)
  const pair = { alteredFromMediaId: original, alterationKind: 'SKY' } as const
  await studio.addPreview(await studio.addMedia(project.id, { position: 2, ...pair }))
  const browser = await browserOf(editor)
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
  t.match(late.text, 'Last day of the link is too early')
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
  const delivered = `${path}?done=delivered`
  t.match((await open(manager, delivered)).text, 'Delivered. The client link is below.')
  t.match((await open(editor, delivered)).text, /role="status">Delivered\.<\/p>/)
  const seen = await open(manager, path)
  t.match(seen.text, /Views: 1, first .* Downloads: 0/)
  t.match(seen.text, `<input id="link" readonly value="${body.deliveryUrl}">`)
  const own = await browser.open(path)
  t.notMatch(own.text, token, 'an editor may not read delivery tokens')
  t.match(own.text, 'Only administrators and managers can see the link.')
  t.notMatch((await open(technician, path)).text, '/preview"')
  const revoked = await browser.send(`${path}/revoke`, fieldsOf(own, '/revoke'))
  t.match(revoked.location, 'done=revoked')
  t.match((await studio.client(token).open()).status, 404)
})

t.test('a client who decided is not said to have seen nothing', async (t) => {
  const [waiting, byClient, byStaff] = await Promise.all([1, 2, 3].map(() => studio.deliver()))
  // Their browser has no JavaScript: it reports no view.
  await byClient?.approve()
  await call('POST', `/projects/${byStaff?.project.id}/approve`)
  const says = async (each: typeof waiting) =>
    (await open(manager, at(each?.project.id))).text.includes(
      '<dd dir="auto" class="lines">Not yet',
    )
  t.strictSame(await Promise.all([waiting, byClient, byStaff].map(says)), [true, false, true])
})

t.test('open changes are named before a project is delivered again [c12-project]', async (t) => {
  const { project, requestRevision } = await studio.deliver({}, {}, (id) => studio.addMedia(id))
  const { body: media } = await call('GET', `/projects/${project.id}/media`)
  const items = [{ mediaId: media.data[0].id, comment: 'Remove the cable' }]
  t.equal((await requestRevision({ items })).status, 200)
  const browser = await browserOf(manager)
  const form = fieldsOf(await browser.open(`${at(project.id)}/preview`), '/deliver')
  const asked = await browser.send(`${at(project.id)}/deliver`, { ...form, message: 'Better' })
  t.equal(asked.status, 409)
  t.match(asked.text, 'Some changes are still open')
  const again = fieldsOf(asked, 'deliver')
  t.match(again, { message: 'Better', force: 'yes' })
  t.match((await browser.send(`${at(project.id)}/deliver`, again)).location, 'done=delivered')
})

t.test(
  'files are renamed, moved, paired and deleted, each on its own page [c12-project]',
  async (t) => {
    const project = await book()
    const ids: string[] = []
    for (const position of [1, 2, 3]) {
      ids.push(
        await studio.addMedia(project.id, { position, filename: `${position}.jpg`, size: 9 }),
      )
    }
    const [first = '', second = '', third = ''] = ids
    const browser = await browserOf(technician)
    const page = await browser.open(at(project.id))
    t.match(page.text, '3 files. Open one to change or move it.')
    t.ok(page.text.indexOf('1.jpg') < page.text.indexOf('3.jpg'))
    const of = (id: string, end = '') => `${at(project.id)}/files/${id}${end}`
    const file = await browser.open(of(first))
    t.match(file.text, '<dt>Place</dt><dd>1 of 3</dd>')

    const name = fieldsOf(file, '/rename')
    const order = fieldsOf(file, '/move')
    await call('PATCH', `/media/${first}/rename`, { filename: 'theirs.jpg' })
    const asked = await browser.send(of(first, '/rename'), { ...name, filename: 'mine.jpg' })
    t.equal(asked.status, 412)
    t.match(
      asked.text,
      /Your change<\/dt><dd[^>]*>mine.jpg<\/dd>\s*<dt>Current<\/dt><dd[^>]*>theirs.jpg/,
    )
    const renamed = await browser.send(of(first, '/rename'), fieldsOf(asked, 'rename'))
    t.match(renamed.location, 'done=renamed')
    const bad = await browser.send(of(second, '/rename'), {
      ...name,
      'if-match': '*',
      filename: '',
    })
    t.equal(bad.status, 400)
    t.match(bad.text, '<h1 dir="auto">2.jpg</h1>', 'the sentence is on the page of the file')

    const orderNow = async () =>
      (await call('GET', `/projects/${project.id}/media`)).body.data.map(
        (each: { id: string }) => each.id,
      )
    t.match(await browser.send(of(first, '/move'), { ...order, to: '9' }), {
      status: 400,
      text: 'from 1 to 3',
    })
    t.match(
      (await browser.send(of(first, '/move'), { ...order, to: '3' })).location,
      'done=reordered',
    )
    t.strictSame(await orderNow(), [second, third, first])
    const moved = await browser.send(of(first, '/move'), { ...order, to: '2' })
    t.equal(moved.status, 412)
    t.match(moved.text, /Position 2[\s\S]*Position 3/)
    await browser.send(of(first, '/move'), fieldsOf(moved, 'move'))
    t.strictSame(await orderNow(), [second, first, third])

    const pair = { ...fieldsOf(await browser.open(of(third)), '/original'), original: first }
    const paired = await browser.send(of(third, '/original'), {
      ...pair,
      kind: 'SKY',
      note: 'Blue',
    })
    t.match(paired.location, 'done=paired')
    t.match((await browser.open(of(third))).text, /Original<\/figcaption>[\s\S]*Sky replaced/)
    const gone = fieldsOf(await browser.open(of(second)), '/delete')
    t.match((await browser.send(of(second, '/delete'), gone)).location, 'done=deleted')
    t.equal((await browser.open(of(second))).status, 404)
    const other = await book()
    t.equal((await browser.open(`${at(other.id)}/files/${first}`)).status, 404)
  },
)

t.test(
  'each item of a round is answered, and an answer of others is not overwritten [c12-project]',
  async (t) => {
    const { project, requestRevision } = await studio.deliver(
      { editorId: editor.userId },
      {},
      async (id) => studio.addPreview(await studio.addMedia(id)),
    )
    const { body: media } = await call('GET', `/projects/${project.id}/media`)
    const mediaId = media.data[0].id
    const items = [
      { mediaId, comment: 'Remove the cable', x: 0.25, y: 0.5 },
      { mediaId, comment: 'Straighten the wall' },
    ]
    await requestRevision({ comment: 'Two things', items })
    const browser = await browserOf(editor)
    const page = await browser.open(at(project.id))
    t.match(page.text, '2 of 2 open')
    t.match(page.text, '<circle cx="1500" cy="2000"', 'the pin is over the picture')
    t.match(page.text, 'Straighten the wall')
    t.notMatch((await open(technician, at(project.id))).text, 'Answer to the client')
    const { body: list } = await call('GET', `/projects/${project.id}/revisions`)
    const [round] = list.data
    const path = (index: number) => `/revisions/${round.id}/items/${round.items[index].id}`
    const form = fieldsOf(page, path(0))
    const done = { ...form, status: 'DONE', answer: 'Gladly' }
    t.match((await browser.send(`${at(project.id)}${path(0)}`, done)).location, 'done=answered')
    t.match((await browser.send(`${at(project.id)}${path(0)}`, done)).status, 303, 'sent twice')
    const late = await browser.send(`${at(project.id)}${path(0)}`, {
      ...form,
      status: 'DECLINED',
      answer: '',
    })
    t.equal(late.status, 412)
    t.match(late.text, /Declined[\s\S]*Done: Gladly/)
    const declined = await browser.send(
      `${at(project.id)}${path(0)}`,
      fieldsOf(late, round.items[0].id),
    )
    t.match(declined.location, 'done=answered')
    const other = { ...fieldsOf(page, path(1)), status: 'DONE', answer: '' }
    await browser.send(`${at(project.id)}${path(1)}`, other)
    const after = await browser.open(at(project.id))
    t.match(after.text, 'all answered')
    const reopened = { ...fieldsOf(after, path(1)), status: 'OPEN' }
    await browser.send(`${at(project.id)}${path(1)}`, reopened)
    t.match((await browser.open(at(project.id))).text, '1 of 2 open')
  },
)

t.test(
  'an invoice is drafted, sent, paid and void, and only managers see it [c12-project]',
  async (t) => {
    const { body: customer } = await call('POST', '/customers', {
      name: 'Ann',
      email: 'a@agents.test',
    })
    const price = { name: 'Gold', priceAmount: 29_900, currency: 'USD' }
    const { body: gold } = await call('POST', '/packages', price)
    const project = await book({ customerId: customer.id, packageId: gold.id })
    const path = at(project.id)
    t.notMatch((await open(editor, path)).text, 'id="invoice"')
    const browser = await browserOf(manager)
    t.match((await browser.open(at((await book()).id))).text, 'Add a customer to the job')
    const draft = fieldsOf(await browser.open(path), '/invoice')
    for (const each of [1, 2]) {
      const { location } = await browser.send(`${path}/invoice`, draft)
      t.match(location, 'done=drafted', `sent ${each} times`)
    }
    const drafted = await browser.open(path)
    t.match(drafted.text, '<dd>$299.00</dd>')
    const { body: list } = await call('GET', `/invoices?projectId=${project.id}`)
    t.equal(list.data.length, 1)
    const [{ id }] = list.data
    const at1 = `${path}/invoices/${id}`
    const send = fieldsOf(drafted, `${id}/send`)
    await call('PATCH', `/invoices/${id}`, { notes: 'Thank you', dueDate: '2026-06-01' })
    const asked = await browser.send(`${at1}/send`, send)
    t.equal(asked.status, 412)
    t.match(asked.text, /Sent<\/dd>[\s\S]*Draft<\/dd>/)
    t.match((await browser.send(`${at1}/send`, fieldsOf(asked, 'send'))).location, 'done=sent')
    const printed = await browser.open(at1)
    t.match(printed.text, '<h1 dir="auto">Invoice INV-000001</h1>')
    t.match(printed.text, 'June 1, 2026')
    t.match(printed.text, '<td dir="auto">Gold</td><td>1</td><td>$299.00</td><td>$299.00</td>')
    const pay = { ...fieldsOf(await browser.open(path), '/pay'), method: 'Bank', reference: 'R-1' }
    t.match((await browser.send(`${at1}/pay`, pay)).location, 'done=paid')
    t.match((await browser.open(at1)).text, /Bank · R-1/)
    t.notMatch((await browser.open(path)).text, 'Void invoice', 'a paid invoice stays')
    t.equal((await open(editor, at1)).status, 403)

    const admin = await browserOf(org)
    const second = await book({ customerId: customer.id, packageId: gold.id })
    await admin.send(
      `${at(second.id)}/invoice`,
      fieldsOf(await admin.open(at(second.id)), '/invoice'),
    )
    const { body: others } = await call('GET', `/invoices?projectId=${second.id}`)
    const form = fieldsOf(await admin.open(at(second.id)), '/void')
    const voided = await admin.send(`${at(second.id)}/invoices/${others.data[0].id}/void`, form)
    t.match(voided.location, 'done=voided')
    t.match((await admin.open(at(second.id))).text, /Draft<\/a> · Void[\s\S]*/)
  },
)

t.test('a job that was never delivered leaves no error in the log of requests', async (t) => {
  const logging = await testApp(t, { trustProxy: true, requestLogSample: 0 })
  const own = await logging.createOrg()
  const ask = (path: string) => logging.request('GET', path, { key: own.key })
  const { body } = await logging.request('POST', '/projects/create', {
    key: own.key,
    body: { scheduledTime: '2026-05-01T16:30:00Z' },
  })
  const browser = await sessionOf(logging, own)
  const { status } = await browser.open(`/app/${own.organizationId}/projects/${body.id}`)
  t.equal(status, 200)
  await ask(`/customers/${body.id}`)
  let failed: string[] = []
  await until('the log has a later error', async () => {
    const { data } = (await ask('/requests?limit=100')).body
    const errors = data.filter((each: { status: number }) => each.status >= 400)
    failed = errors.map((each: { route: string }) => each.route)
    return failed.includes('/customers/{id}')
  })
  t.strictSame(failed, ['/customers/{id}'])
})

t.test('a person who opens several pages at once gets all of them [c12-project]', async (t) => {
  const { project } = await studio.deliver()
  const browser = await sessionOf(api, manager)
  const pages = await Promise.all(Array.from({ length: 6 }, () => browser.open(at(project.id))))
  for (const { status, text } of pages) {
    t.equal(status, 200)
    t.match(text, 'Client link')
  }
})

t.test(
  'a page that could not be read whole says so, and not half of it [c12-project]',
  async (t) => {
    const { project } = await studio.deliver()
    const { status, text } = await open(manager, `${at(project.id)}?history=nope`)
    t.equal(status, 400)
    t.notMatch(text, 'Client link')
  },
)
