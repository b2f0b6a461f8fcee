// docs/contract.md#c12-project: a job's page.

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
if (!technician || !editor || !manager) throw new Error('three people are created')
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

/** Opens each page in a new session: one is limited to 50 calls a second, and a page makes 14. */
async function browserOf(person: Pick<Member, 'token'>) {
  const { send } = await sessionOf(api, person)
  return { send, open: async (path: string) => (await sessionOf(api, person)).open(path) }
}

const open = async (person: Pick<Member, 'token'>, path: string) =>
  (await browserOf(person)).open(path)

t.test("a job's page shows its address, time, people and next move [c12-project]", async (t) => {
  const { body: customer } = await call('POST', '/customers', {
    name: 'Ann Agent',
    company: 'Agents & Co',
    email: 'ann@agents.test',
  })
  const fields = { customerId: customer.id, estimatedDuration: 90, notes: 'Ring twice.\nDog.' }
  const project = await book(fields, 'SHOOTING')
  const { status, text } = await open(manager, at(project.id))
  t.equal(status, 200)
  t.match(text, '<h1 dir="auto">48 Alder Ridge Road</h1>')
  t.match(text, '<span class="soft" dir="auto">Pasadena</span>')
  t.match(text, '<b class="status SHOOTING">Shooting</b>')
  t.match(text, /title="May 1, 2026, 9:30\sAM">May 1 9:30\s–\s11:00\sAM<\/time>/)
  t.match(text, '90 minutes')
  t.match(text, /Ann Agent<\/a><span[^>]*>Agents &amp; Co/)
  t.match(text, 'Ring twice.\nDog.')
  t.equal(text.match(/<button class="go" name="to"/g)?.length, 1, 'one primary button')
  t.match(text, 'value="UPLOADED">Shooting done</button>')
  t.match(text, '<b>Pending to Shooting</b>')
  for (const id of ['nope', org.organizationId]) {
    t.equal((await open(manager, at(id))).status, 404)
  }
})

t.test('each role sees the moves and forms it may use [c12-project]', async (t) => {
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
      t.equal(text.includes('?edit=when'), isManaging, role)
    }
  }
})

t.test('a move to an earlier status is named as the way back [c12-project]', async (t) => {
  const { id } = await book({}, 'IN_REVIEW')
  const { text } = await open(manager, at(id))
  const labels = [...text.matchAll(/name="to" value="(\w+)">([^<]+)</g)].map(([, to, label]) => [
    to,
    label,
  ])
  t.strictSame(labels, [
    ['PENDING', 'Back to pending'],
    ['BOOKED', 'Back to booked'],
    ['SHOOTING', 'Back to shooting'],
    ['UPLOADED', 'Back to uploaded'],
    ['EDITING', 'Back to editing'],
    ['IN_REVISION', 'Back to revision'],
  ])
  const revised = await book({}, 'IN_REVISION')
  t.match((await open(manager, at(revised.id))).text, 'value="IN_REVIEW">Editing done</button>')
})

t.test('a shoot without files asks before it is done [c12-project]', async (t) => {
  const project = await book({}, 'SHOOTING')
  const path = at(project.id)
  const browser = await browserOf(technician)
  const form = { ...fieldsOf(await browser.open(path), '/status'), to: 'UPLOADED' }
  const { location } = await browser.send(`${path}/status`, form)
  t.match(location, 'no-files?')
  const question = await browser.open(location ?? '')
  t.match(question.text, 'Nothing was uploaded for 48 Alder Ridge Road, Pasadena.')
  t.match(question.text, `/projects/${project.id}">Go back</a>`)
  const yes = { ...fieldsOf(question, 'status'), to: 'UPLOADED' }
  t.match((await browser.send(`${path}/status`, yes)).location, 'done=moved')
  t.equal((await call('GET', `/projects/${project.id}`)).body.status, 'UPLOADED')
})

t.test('a shoot with files is done without a question [c12-project]', async (t) => {
  const project = await book({}, 'SHOOTING')
  await studio.addMedia(project.id)
  const browser = await browserOf(technician)
  const form = { ...fieldsOf(await browser.open(at(project.id)), '/status'), to: 'UPLOADED' }
  t.match((await browser.send(`${at(project.id)}/status`, form)).location, 'done=moved')
})

t.test('a form hidden from a role is also refused to it [c12-project]', async (t) => {
  const people = { ADMIN: org, MANAGER: manager, TECHNICIAN: technician, EDITOR: editor }
  const managing = ['status', 'items', 'notes', 'originals', 'revoke', 'send', 'void', 'charge']
  const expected = {
    ADMIN: managing,
    MANAGER: managing,
    TECHNICIAN: ['originals'],
    EDITOR: ['status', 'items', 'originals', 'revoke'],
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
  const edited = `${at(project.id)}?edit=notes`
  const whole = await open(org, edited)
  for (const role of ROLES) {
    const browser = await browserOf(people[role])
    const own = formsOf(await browser.open(edited))
    t.strictSame([...new Set(own.map(nameOf))].sort(), expected[role].toSorted(), role)
    for (const action of formsOf(whole)) {
      if (own.includes(action)) continue
      const { pathname } = new URL(action, `${api.url}${at(project.id)}`)
      const fields = {
        ...fieldsOf(whole, action),
        to: 'BOOKED',
        status: 'DONE',
        notes: 'Changed',
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

/** A path's last segment; for an item of a round, the one before. */
function nameOf(action: string): string {
  const steps = action.split('/')
  return (steps.at(-2) === 'items' ? steps.at(-2) : steps.at(-1)) ?? ''
}

t.test(
  'a move is made once; the slower of two people is asked to decide [c12-project]',
  async (t) => {
    const project = await book({}, 'SHOOTING')
    await studio.addMedia(project.id)
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
  },
)

t.test(
  'people and time are assigned, and only changed fields are saved [c12-project]',
  async (t) => {
    const project = await book({ scheduledTime: '2026-05-03T16:30:00Z' })
    await book({ scheduledTime: '2026-05-03T20:00:00Z' })
    const browser = await browserOf(manager)
    const fact = (name: string) => `${at(project.id)}/facts/${name}`
    const opened = async (name: string) =>
      fieldsOf(await (await browserOf(manager)).open(`${at(project.id)}?edit=${name}`), `/${name}`)
    const people = await browser.open(`${at(project.id)}?edit=technician`)
    t.match(people.text, /TECHNICIAN \(also May 3 1:00\sPM\)/)
    const time = await opened('when')
    t.match(time, { scheduledTime: '2026-05-03T09:30', estimatedDuration: '' })
    t.match((await browser.send(fact('when'), time)).location, 'done=same')
    t.match(await browser.send(fact('when'), { ...time, scheduledTime: '2026-02-30T09:30' }), {
      status: 400,
      text: 'Enter a valid date and time',
    })
    await call('PATCH', `/projects/${project.id}`, { editorId: null, estimatedDuration: 45 })
    const wanted = { ...time, scheduledTime: '2026-11-02T10:15' }
    const asked = await browser.send(fact('when'), wanted)
    t.equal(asked.status, 412)
    t.match(asked.text, /Time: Nov 2, 2026, 10:15\sAM</)
    t.match(asked.text, /Time: May 3, 2026, 9:30\sAM</)
    const saved = await browser.send(fact('when'), fieldsOf(asked, 'when'))
    t.match(saved.location, 'done=saved')
    const person = { ...(await opened('technician')), technicianId: '' }
    await call('PATCH', `/projects/${project.id}`, { technicianId: manager.userId })
    const other = await browser.send(fact('technician'), person)
    t.match(other.text, /Technician: No one<[\s\S]*Technician: MANAGER · Manager</)
    await browser.send(fact('technician'), fieldsOf(other, 'technician'))
    const lead = { ...(await opened('manager')), projectManagerId: manager.userId }
    await browser.send(fact('manager'), lead)
    t.match((await call('GET', `/projects/${project.id}`)).body, {
      scheduledTime: '2026-11-02T18:15:00.000Z',
      estimatedDuration: 45,
      technicianId: null,
      editorId: null,
      projectManagerId: manager.userId,
    })
    t.equal((await (await browserOf(editor)).send(fact('when'), wanted)).status, 403)
    t.equal((await browser.send(fact('nope'), wanted)).status, 404)
  },
)

t.test('each fact of a job is edited in its row [c12-project]', async (t) => {
  const price = { name: 'Day', priceAmount: 40_000, currency: 'USD', durationMinutes: 60 }
  const [{ body: day }, { body: dusk }] = await Promise.all([
    call('POST', '/packages', price),
    call('POST', '/add-ons', { ...price, name: 'Dusk', priceAmount: 10_000 }),
  ])
  const discount = { code: 'TENTH', percentBasisPoints: 1_000, maxRedemptions: 1 }
  await call('POST', '/discounts', discount)
  const agent = { name: 'Zed Zimmer', email: 'zed@agents.test' }
  const { body: customer } = await call('POST', '/customers', agent)
  const project = await book({ lat: 34.1, lng: -118.1, notes: 'Old code' })
  const change = async (fact: string, fields: object, query = '') => {
    const browser = await browserOf(manager)
    const page = await browser.open(`${at(project.id)}?edit=${fact}${query}`)
    const form = { ...fieldsOf(page, `/facts/${fact}`), ...fields }
    const sent = await browser.send(`${at(project.id)}/facts/${fact}`, form)
    t.match(sent.location, 'done=saved', fact)
    return (await call('GET', `/projects/${project.id}`)).body
  }
  const place = { addressLine1: '1 Elm St', addressLine2: '', city: 'Altadena', countryCode: 'us' }
  t.match(await change('place', place), {
    addressLine1: '1 Elm St',
    city: 'Altadena',
    countryCode: 'US',
    lat: null,
    lng: null,
  })
  const { text } = await open(manager, `${at(project.id)}?edit=customer&q=zimmer`)
  t.match(text, `<option value="${customer.id}">Zed Zimmer</option>`)
  t.match(await change('customer', { customerId: customer.id }, '&q=zimmer'), {
    customerId: customer.id,
  })
  t.match(await change('package', { packageId: day.id, selectedAddOnIds: dusk.id }), {
    packageId: day.id,
    selectedAddOnIds: [dusk.id],
    estimatedDuration: 120,
  })
  t.match(await change('price', { discountCode: 'tenth' }), { discountCode: 'TENTH' })
  t.match(await change('notes', { notes: 'Gate 4417\nDog' }), { notes: 'Gate 4417\nDog' })
  const page = await open(manager, at(project.id))
  for (const each of ['Day\nDusk', '$450.00', 'TENTH', 'Zed Zimmer', 'Gate 4417\nDog']) {
    t.match(page.text, each)
  }
  t.notMatch((await open(editor, at(project.id))).text, '$450.00', 'an editor sees no price')

  // The current choice remains selectable, even if it can't be booked anymore.
  await call('POST', `/packages/${day.id}/archive`)
  await call('POST', `/add-ons/${dusk.id}/archive`)
  const kept = await open(manager, `${at(project.id)}?edit=package`)
  t.match(fieldsOf(kept, '/package'), { packageId: day.id, selectedAddOnIds: dusk.id })
  t.match(kept.text, `selected>Day`)
})

t.test("a job's price is that of its invoice, with the travel fee [c17-travel-fee]", async (t) => {
  const zone = { name: 'Far', postalCodes: ['55555'], feeAmount: 2_500, currency: 'USD' }
  await call('PATCH', '/organization', { travelZones: [zone] })
  const { body: day } = await call('POST', '/packages', {
    name: 'Far away',
    priceAmount: 40_000,
    currency: 'USD',
  })
  await call('POST', '/discounts', { code: 'ONCE', percentBasisPoints: 1_000, maxRedemptions: 1 })
  const offer = { packageId: day.id, postalCode: '55555' }
  const payer = await call('POST', '/customers', { name: 'Pay Er', email: 'payer@agents.test' })
  const project = await book({ ...offer, customerId: payer.body.id, discountCode: 'ONCE' })
  const { text } = await open(manager, at(project.id))
  t.match(text, '<span>$382.50</span>', 'the fee, less the discount that this job used up')
  const invoice = await call('POST', `/projects/${project.id}/invoice`)
  t.equal(invoice.body.totalAmount, 38_250)
})

t.test("a job's price is that of its customer's group [c22-price]", async (t) => {
  const day = { name: 'Day', priceAmount: 24_900, currency: 'USD' }
  const { body: offer } = await call('POST', '/packages', day)
  const { body: customer } = await call('POST', '/customers', {
    name: 'Gil Group',
    email: 'gil@group.test',
  })
  const { body: group } = await call('POST', '/customer-groups', {
    name: 'Gold',
    billing: 'MEMBER',
    paymentTerms: 'ON_DELIVERY',
    prices: [{ offerId: offer.id, priceAmount: 18_000 }],
  })
  const project = await book({ customerId: customer.id, packageId: offer.id })
  const priceFor = async () =>
    (await open(manager, at(project.id))).text.match(/\$(?:249|180)\.00/g)
  t.strictSame(await priceFor(), ['$249.00'])
  await call('PUT', `/customer-groups/${group.id}/members/${customer.id}`, { role: 'MEMBER' })
  t.strictSame(await priceFor(), ['$180.00'])
})

t.test('a refused fact stays open with its input [c12-project]', async (t) => {
  const project = await book()
  const browser = await browserOf(manager)
  const send = async (fact: string, fields: object) => {
    const form = fieldsOf(await browser.open(`${at(project.id)}?edit=${fact}`), `/facts/${fact}`)
    return browser.send(`${at(project.id)}/facts/${fact}`, { ...form, ...fields })
  }
  const place = await send('place', { addressLine1: '9 Oak St', countryCode: 'USA' })
  t.equal(place.status, 400)
  t.match(place.text, /value="9 Oak St"[\s\S]*Enter a two-letter country code/)
  const price = await send('price', { discountCode: 'NOPE' })
  t.equal(price.status, 400)
  t.match(price.text, /aria-invalid="true"[^>]*value="NOPE"/)
  const gone = await send('customer', { customerId: project.id })
  t.equal(gone.status, 404)
  t.match(gone.text, 'action="../../../../../app/')
})

t.test('the situation is summarized first, with a link to the work [c12-project]', async (t) => {
  const soon = new Date(Date.now() + 3_600_000).toISOString()
  const says = async (person: Pick<Member, 'token'>, id: string) => {
    const { text } = await open(person, at(id))
    const [, href, said] =
      /class="banner [^"]*"(?: href="([^"]*)")?>.*?<span[^>]*>(.*?)</s.exec(text) ?? []
    return [said, href?.split(id).at(-1)]
  }
  const job = await book({ scheduledTime: soon, technicianId: null })
  const { id } = job
  t.strictSame(await says(manager, id), ['No technician yet.', '?edit=technician#fact-technician'])
  t.strictSame(await says(editor, id), ['No technician yet.', '#fact-technician'])
  await call('PATCH', `/projects/${id}`, { technicianId: technician.userId })
  t.strictSame(await says(manager, id), ['This job isn&#39;t confirmed yet.', undefined])
  const steps = [
    ['BOOKED', 'Booked with TECHNICIAN.', undefined],
    ['SHOOTING', 'TECHNICIAN is shooting.', undefined],
    ['UPLOADED', 'The shoot is done. EDITOR edits it next.', '#files'],
    ['EDITING', 'EDITOR is editing.', '#files'],
    ['IN_REVIEW', 'Editing is done. Check the files, then deliver.', '/preview'],
    ['CANCELLED', 'This job is canceled.', undefined],
  ] as const
  for (const [status, said, href] of steps) {
    await call('PATCH', `/projects/${id}/status`, { status })
    t.strictSame(await says(manager, id), [said, href])
  }
  const late = await book({}, 'BOOKED')
  t.match(await says(manager, late.id), [/hasn&#39;t started/])

  const { body: ann } = await call('POST', '/customers', { name: 'Ann', email: 'ann@said.test' })
  const delivery = await studio.deliver({ customerId: ann.id }, {}, (to) => studio.addMedia(to))
  const own = delivery.project.id
  t.strictSame(await says(manager, own), ['Delivered. Ann hasn&#39;t opened it yet.', '#delivery'])
  const { body: media } = await call('GET', `/projects/${own}/media`)
  const mediaId = media.data[0].id
  await delivery.requestRevision({ items: [1, 2].map((n) => ({ mediaId, comment: `${n}` })) })
  t.strictSame(await says(manager, own), ['Ann asked for 2 changes.', '#changes'])
  const { body: list } = await call('GET', `/projects/${own}/revisions`)
  const [{ id: round, items }] = list.data
  const done = (n: number) =>
    call('PATCH', `/projects/${own}/revisions/${round}/items/${items[n].id}`, { status: 'DONE' })
  await done(0)
  t.match(await says(manager, own), ['Ann asked for 2 changes. One is still open.', '#changes'])
  await done(1)
  t.match(await says(manager, own), [/^All changes are answered\./, '/preview'])

  // So does the list of older rounds.
  const again = await call('POST', `/projects/${own}/deliver`)
  const client = studio.client(again.body.deliveryToken)
  await client.requestRevision({ items: [{ mediaId, comment: 'Once more' }] })
  const { body: part } = await call('GET', `/projects/${own}/revisions?limit=1`)
  const older = new URLSearchParams({ rounds: part.nextCursor })
  const { text } = await open(manager, `${at(own)}?${older}`)
  t.match(text, 'Ann asked for 1 change.')
  t.match(text, /<details class="round"><summary>Round 1 /)

  const byHand = await book({}, 'IN_REVISION')
  t.strictSame(await says(manager, byHand.id), ['EDITOR is revising.', '#files'])
})

t.test('untrusted text is escaped', async (t) => {
  const text = `<script>alert(1)</script>"'><img src=x onerror=alert(2)>`
  const project = await book({ addressLine1: text, notes: text })
  t.notMatch((await open(manager, at(project.id))).text, /<script>|<img src=x/)
})

t.test(
  "a link's last day is whole where the clocks go back at midnight [c12-project]",
  async (t) => {
    const chilean = await deliveringStudio(api)
    await chilean.call('PATCH', '/organization', { timeZone: 'America/Santiago' })
    const scheduledTime = '2026-05-01T16:30:00Z'
    const { body: project } = await chilean.call('POST', '/projects/create', { scheduledTime })
    const path = `/app/${chilean.org.organizationId}/projects/${project.id}`
    const browser = await sessionOf(api, chilean.org)
    const form = fieldsOf(await browser.open(`${path}/preview`), '/deliver')
    await browser.send(`${path}/deliver`, { ...form, expires: '2099-04-04' })
    const { body } = await chilean.call('GET', `/projects/${project.id}/delivery`)
    t.match(body, { expiresAt: '2099-04-05T03:59:59.000Z' })
  },
)

t.test('a delivery is previewed, made once, viewed and revoked [c12-project]', async (t) => {
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
  t.match(late.text, '<span class="alarm" id="expires-problem">Choose today or a later day.</span>')
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
  t.match(seen.text, /Opened once, <time[^>]*>Today [^<]*<\/time>\. 0 downloads\./)
  t.match(seen.text, `<input id="link" readonly value="${body.deliveryUrl}">`)
  const own = await browser.open(path)
  t.notMatch(own.text, token, 'an editor may not read delivery tokens')
  t.match(own.text, 'Only administrators and managers can see the link.')
  t.notMatch((await open(technician, path)).text, '/preview"')
  const revoked = await browser.send(`${path}/revoke`, fieldsOf(own, '/revoke'))
  t.match(revoked.location, 'done=revoked')
  t.match((await studio.client(token).open()).status, 404)
})

t.test('a choice that the form lacks counts as the default [c12-project]', async (t) => {
  const project = await book({}, 'IN_REVIEW')
  const browser = await browserOf(manager)
  const form = fieldsOf(await browser.open(`${at(project.id)}/preview`), '/deliver')
  const sent = await browser.send(`${at(project.id)}/deliver`, { ...form, payment: '__proto__' })
  t.match(sent.location, 'done=delivered')
})

t.test('a client who decided counts as having viewed the delivery', async (t) => {
  const [waiting, byClient, byStaff] = await Promise.all([1, 2, 3].map(() => studio.deliver()))
  // Their browser has no JavaScript, so it doesn't report views.
  await byClient?.approve()
  await call('POST', `/projects/${byStaff?.project.id}/approve`)
  const says = async (each: typeof waiting) =>
    (await open(manager, at(each?.project.id))).text.includes('Not opened yet.')
  t.strictSame(await Promise.all([waiting, byClient, byStaff].map(says)), [true, false, true])
})

t.test('open changes are listed before redelivery [c12-project]', async (t) => {
  const { project, requestRevision } = await studio.deliver({}, {}, (id) => studio.addMedia(id))
  const { body: media } = await call('GET', `/projects/${project.id}/media`)
  const items = [{ mediaId: media.data[0].id, comment: 'Remove the cable' }]
  t.equal((await requestRevision({ items })).status, 200)
  const browser = await browserOf(manager)
  const form = fieldsOf(await browser.open(`${at(project.id)}/preview`), '/deliver')
  const asked = await browser.send(`${at(project.id)}/deliver`, { ...form, message: 'Better' })
  t.equal(asked.status, 409)
  t.match(asked.text, 'Some changes are still open')
  t.match(asked.text, 'Don&#39;t deliver yet</a>')
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
    t.match(file.text, '<dt>Position</dt><dd>1 of 3</dd>')

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
      filename: 'hall/2.jpg',
    })
    t.equal(bad.status, 400)
    t.match(bad.text, 'Enter a file name without / or \\')
    t.match(bad.text, '<h1 dir="auto">2.jpg</h1>', "the error is on the file's page")
    t.equal(fieldsOf(bad, '/rename').filename, 'hall/2.jpg', 'input is kept')

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
  "each item of a round can be answered, without overwriting someone else's answer [c12-project]",
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
  'an invoice is drafted, sent, paid and voided, and only managers see it [c12-project]',
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
    const free = await book({ customerId: customer.id, packageId: null })
    t.match((await browser.open(at(free.id))).text, 'Add a package or add-ons')
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

/** A job with a package, drafted as an invoice. */
async function invoiced(client: string) {
  const { body: customer } = await call('POST', '/customers', {
    name: client,
    email: `${client.toLowerCase()}@agents.test`,
  })
  const { body: chosen } = await call('POST', '/packages', offer(`${client}'s package`))
  const { id } = await book({ customerId: customer.id, packageId: chosen.id })
  const { body: invoice } = await call('POST', `/projects/${id}/invoice`)
  return { id, customer, invoice }
}

function offer(name: string) {
  return { name, priceAmount: 10_000, currency: 'USD' }
}

t.test('an invoice says what was added to its job since [c12-project]', async (t) => {
  const { id, invoice } = await invoiced('Ada')
  const { body: dusk } = await call('POST', '/add-ons', offer('Dusk <1>'))
  const shown = async () => (await (await browserOf(manager)).open(at(id))).text
  t.notMatch(await shown(), 'Not invoiced yet')
  await call('PATCH', `/projects/${id}`, { selectedAddOnIds: [dusk.id] })
  t.match(await shown(), 'Not invoiced yet: Dusk &lt;1&gt;. To bill for everything, void this')
  await call('POST', `/invoices/${invoice.id}/send`)
  await call('POST', `/invoices/${invoice.id}/pay`)
  const paid = await shown()
  t.match(paid, 'Not invoiced yet: Dusk &lt;1&gt;.')
  t.notMatch(paid, 'To bill for everything')
})

t.test('what was added after the payment gets another invoice [c12-project]', async (t) => {
  const { id, customer, invoice: first } = await invoiced('Late')
  const { body: plan } = await call('POST', '/add-ons', { ...offer('Plan'), taxBasisPoints: 1_000 })
  await call('POST', `/invoices/${first.id}/send`)
  await call('POST', `/invoices/${first.id}/pay`)
  await call('PATCH', `/projects/${id}`, { selectedAddOnIds: [plan.id] })
  const browser = await browserOf(manager)
  const form = fieldsOf(await browser.open(at(id)), '/add-ons')
  for (let click = 1; click <= 2; click += 1) {
    const drafted = await browser.send(`${at(id)}/invoices/${first.id}/add-ons`, form)
    t.match(drafted.location, /done=drafted$/)
  }
  const { body: invoices } = await call('GET', `/invoices?projectId=${id}`)
  t.match(invoices.data, [
    {
      status: 'DRAFT',
      customerId: customer.id,
      totalAmount: 11_000,
      lineItems: [{ description: 'Plan', quantity: 1, unitAmount: 10_000, taxBasisPoints: 1_000 }],
    },
    { id: first.id, status: 'PAID' },
  ])
  const { text } = await browser.open(at(id))
  t.notMatch(text, 'Not invoiced yet')
  t.match(text, '>$210.00<', 'the price is that of both')

  const { body: video } = await call('POST', '/add-ons', offer('Video'))
  await call('PATCH', `/projects/${id}`, { selectedAddOnIds: [plan.id, video.id] })
  const later = fieldsOf(await browser.open(at(id)), '/add-ons')
  await call('DELETE', `/add-ons/${video.id}`)
  const refused = await browser.send(`${at(id)}/invoices/${first.id}/add-ons`, later)
  t.equal(refused.status, 404)
  t.match(refused.text, 'one of these add-ons has been archived.')
  t.notMatch(refused.text, '/add-ons"')
  const { body: aerial } = await call('POST', '/add-ons', offer('Aerial'))
  await call('PATCH', `/projects/${id}`, { selectedAddOnIds: [plan.id, aerial.id] })
  t.match((await browser.open(at(id))).text, 'Not invoiced yet: Aerial.')
  await call('POST', `/projects/${id}/cancel`, { refund: 'NONE' })
  t.notMatch((await browser.open(at(id))).text, 'Not invoiced yet', 'a canceled job has no extras')
})

t.test('a job is charged for what no offer covers [c12-project]', async (t) => {
  const { body: payer } = await call('POST', '/customers', { name: 'P', email: 'p@charge.test' })
  const { body: agent } = await call('POST', '/customers', { name: 'A', email: 'a@charge.test' })
  const { body: group } = await call('POST', '/customer-groups', {
    name: 'Brokerage',
    billing: 'GROUP',
    billingCustomerId: payer.id,
    paymentTerms: 'ON_DELIVERY',
  })
  await call('PUT', `/customer-groups/${group.id}/members/${agent.id}`, { role: 'MEMBER' })
  const booking = { scheduledTime: '2026-05-01T09:30:00Z', customerId: agent.id }
  const { body: job } = await call('POST', '/projects/create', booking)
  const browser = await browserOf(manager)
  const form = fieldsOf(await browser.open(at(job.id)), '/charge')
  const send = (fields: object) => browser.send(`${at(job.id)}/charge`, { ...form, ...fields })
  for (const [fields, problem] of [
    [{ 'charge-for': ' ', 'charge-amount': '80' }, 'Enter a description.'],
    [{ 'charge-for': 'Parking', 'charge-amount': 'eighty' }, 'Enter a number'],
    [{ 'charge-for': 'Parking', 'charge-amount': '80', 'charge-currency': '$' }, 'currency'],
  ] as const) {
    const refused = await send(fields)
    t.equal(refused.status, 400)
    t.match(refused.text, problem)
    t.match(refused.text, `value="${fields['charge-amount']}"`)
  }
  const sent = { 'charge-for': 'Parking', 'charge-amount': '12.50', 'charge-currency': 'usd' }
  for (let click = 1; click <= 2; click += 1) {
    t.match((await send(sent)).location, /done=drafted$/)
  }
  const { body: invoices } = await call('GET', `/invoices?projectId=${job.id}`)
  t.equal(invoices.data.length, 1)
  t.match(invoices.data, [
    {
      status: 'DRAFT',
      customerId: payer.id,
      currency: 'USD',
      lineItems: [{ description: 'Parking', quantity: 1, unitAmount: 1_250 }],
    },
  ])
  t.match(fieldsOf(await browser.open(at(job.id)), '/charge'), { 'charge-currency': 'USD' })

  const { body: gold } = await call('POST', '/packages', offer('Gold'))
  const { body: planned } = await call('POST', '/projects/create', {
    ...booking,
    packageId: gold.id,
  })
  const unbilled = await browser.open(at(planned.id))
  t.match(unbilled.text, 'Draft invoice')
  t.notMatch(unbilled.text, '/charge"', 'first the invoice of its package')
})

t.test('an invoice says that its only package was exchanged since [c12-project]', async (t) => {
  const { id, invoice } = await invoiced('Eve')
  const { body: grand } = await call('POST', '/packages', offer('Grand'))
  await call('PATCH', `/projects/${id}`, { packageId: grand.id })
  const shown = async () => (await (await browserOf(manager)).open(at(id))).text
  t.match(await shown(), 'Not invoiced yet: Grand.')
  await call('PATCH', `/invoices/${invoice.id}`, {
    lineItems: [{ description: 'As agreed', quantity: 1, unitAmount: 9_000 }],
  })
  t.notMatch(await shown(), 'Not invoiced yet', 'lines of an integration')
})

t.test('opening an undelivered job leaves no error in the request log', async (t) => {
  const logging = await testApp(t, { trustProxy: true, requestLogSample: 0 })
  const own = await logging.createOrg()
  const ask = (path: string) => own.call('GET', path)
  const { body } = await own.call('POST', '/projects/create', {
    scheduledTime: '2026-05-01T16:30:00Z',
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

t.test(
  'a form that its page refuses is in the request log with its code [c12-client]',
  async (t) => {
    const logging = await testApp(t, { trustProxy: true, requestLogSample: 0 })
    const own = await logging.createOrg()
    const { body } = await own.call('POST', '/projects/create', {
      scheduledTime: '2026-05-01T16:30:00Z',
    })
    await own.call('PATCH', `/projects/${body.id}/status`, { status: 'IN_REVIEW' })
    const page = `/app/${own.organizationId}/projects/${body.id}`
    const browser = await sessionOf(logging, own)
    const form = fieldsOf(await browser.open(`${page}/preview`), '/deliver')
    await browser.send(`${page}/deliver`, { ...form, expires: '2020-01-01' })
    const route = '/app/{organizationId}/projects/{id}/deliver'
    let refused: { status: number; code: string } | undefined
    await until('the log has the form', async () => {
      const { data } = (await own.call('GET', '/requests?limit=100')).body
      refused = data.find((each: { route: string }) => each.route === route)
      return refused !== undefined
    })
    t.match(refused, { status: 400, code: 'invalid_request' })
  },
)

t.test('several pages opened concurrently all load [c12-project]', async (t) => {
  const { project } = await studio.deliver()
  const browser = await sessionOf(api, manager)
  const pages = await Promise.all(Array.from({ length: 6 }, () => browser.open(at(project.id))))
  for (const { status, text } of pages) {
    t.equal(status, 200)
    t.match(text, 'Client link')
  }
})

t.test(
  "a page that can't be read completely shows an error, not a part [c12-project]",
  async (t) => {
    const { project } = await studio.deliver()
    const { status, text } = await open(manager, `${at(project.id)}?history=nope`)
    t.equal(status, 400)
    t.notMatch(text, 'Client link')
  },
)
