// docs/contract.md#c12-calendar: moving a job to another time or technician, and back.

import { WEEKDAYS } from '@mediajobs/domain'
import { sharedApp } from '@mediajobs/testing/api/app'
import { fieldsOf } from '@mediajobs/testing/api/page-forms'
import { browserOf } from '@mediajobs/testing/api/staff-browser'
import t from 'tap'

const api = await sharedApp()
const org = await api.createOrg()
const { call } = org
await call('PATCH', '/organization', { timeZone: 'America/Los_Angeles', locale: 'en-US' })
const [ann, tom] = await Promise.all([
  api.createMember(org, 'TECHNICIAN'),
  api.createMember(org, 'TECHNICIAN'),
])
await call('PATCH', `/users/${ann.userId}`, { name: 'Ann' })
await call('PATCH', `/users/${tom.userId}`, { name: 'Tom' })
const calendar = `/app/${org.organizationId}/calendar`

// Monday, 4 May 2099, 9:00 in Los Angeles.
const MONDAY = '2099-05-04T16:00:00Z'

async function book(addressLine1: string, fields: object = {}) {
  const body = { addressLine1, scheduledTime: MONDAY, technicianId: ann.userId, ...fields }
  return (await call('POST', '/projects/create', body)).body
}
const jobOf = async (id: string) => (await call('GET', `/projects/${id}`)).body

/** Opens the move form, and sends it with other values. */
async function move(id: string, values: Record<string, string>, query = '?day=2099-05-04') {
  const browser = await browserOf(api, org)
  const address = `${calendar}/${id}/move${query}`
  const form = await browser.open(address)
  t.equal(form.status, 200)
  const fields = { ...fieldsOf(form, '/move'), ...values }
  return { browser, form, fields, sent: await browser.send(address, fields) }
}

t.test("a job can't be moved to a time that the clocks skip [c12-calendar]", async (t) => {
  const { id } = await book('Skipped')
  const when = '2099-03-08T02:30'
  const { sent, browser } = await move(id, { when })
  t.match(sent, { status: 400, text: `id="when-problem">This time doesn` })
  t.match(sent.text, `value="${when}"`)
  t.match(await jobOf(id), { scheduledTime: '2099-05-04T16:00:00.000Z' })
  const dropped = await browser.open(`${calendar}/${id}/move?when=${when}`)
  t.match(dropped.text, `id="when-problem">This time doesn`)
})

t.test('a form moves a job to another time and technician, and back [c12-calendar]', async (t) => {
  const { id } = await book('Moved')
  const { browser, sent } = await move(id, { when: '2099-05-05T10:30', technicianId: tom.userId })
  t.equal(sent.status, 303)
  const page = await browser.open(sent.location ?? '')
  t.match(page.text, /Moved is now on May 5, 2099, 10:30.AM with Tom\./)
  t.match(await jobOf(id), {
    scheduledTime: '2099-05-05T17:30:00.000Z',
    technicianId: tom.userId,
  })
  const undone = await browser.send(`${calendar}/${id}/move`, fieldsOf(page, '/move'))
  t.equal(undone.status, 303)
  t.match(await jobOf(id), {
    scheduledTime: MONDAY.replace('Z', '.000Z'),
    technicianId: ann.userId,
  })
  await call('PATCH', `/projects/${id}`, { notes: 'Changed since' })
  const later = await browser.open(undone.location ?? '')
  t.match(later.text, 'Moved is now on May 4')
  t.notMatch(later.text, 'Undo', "a later change isn't undone")
})

/** An unassigned job with a visit besides the first appointment. */
async function bookTwice(addressLine1: string, scheduledTime: string) {
  const { id } = await book(addressLine1)
  const visit = { kind: 'TWILIGHT', scheduledTime, durationMinutes: 30 }
  const { body } = await call('POST', `/projects/${id}/visits`, visit)
  const at = `/projects/${id}/visits/${body.id}`
  const names = `${id}/visits/${body.id}`
  return {
    id,
    visitId: body.id as string,
    names,
    at,
    visitOf: async () => (await call('GET', at)).body,
  }
}

t.test(
  'an unassigned visit waits next to the jobs, and is moved with a form [c12-calendar, c21-pages]',
  async (t) => {
    const { id, names, visitId, at, visitOf } = await bookTwice('Sunset', '2099-05-12T16:00:00Z')
    const browser = await browserOf(api, org)
    const waiting = async () => {
      const { text } = await browser.open(`${calendar}?day=2099-05-12`)
      return text.slice(text.indexOf('id="unassigned"'))
    }
    t.match(await waiting(), `calendar/${names}/move`)
    t.match(await waiting(), '30 min')
    const { sent } = await move(names, { when: '2099-05-12T10:30', technicianId: tom.userId })
    t.equal(sent.status, 303)
    const page = await browser.open(sent.location ?? '')
    t.match(page.text, /Sunset is now on May 12, 2099, 10:30.AM with Tom\./)
    t.match(page.text, `id="s-${visitId}"`, 'it can be moved again')
    t.match(await visitOf(), {
      scheduledTime: '2099-05-12T17:30:00.000Z',
      technicianId: tom.userId,
    })
    t.match(await jobOf(id), {
      scheduledTime: '2099-05-04T16:00:00.000Z',
      technicianId: ann.userId,
    })
    t.notMatch(await waiting(), names)
    const undone = await browser.send(`${calendar}/${names}/move`, fieldsOf(page, '/move'))
    t.equal(undone.status, 303)
    t.match(await visitOf(), { scheduledTime: '2099-05-12T16:00:00.000Z', technicianId: null })
    t.match(await waiting(), names)

    await call('PATCH', at, { status: 'DONE' })
    t.notMatch(await waiting(), names, "a done visit doesn't need a technician")
    await call('PATCH', at, { status: 'CANCELLED' })
    t.notMatch(await waiting(), names)
  },
)

t.test("moving a visit checks its version, not its job's [c12-calendar]", async (t) => {
  const { id, names, at, visitOf } = await bookTwice('Compared', '2099-05-13T16:00:00Z')
  const { browser, fields } = await move(names, {})
  await call('PATCH', `/projects/${id}`, { notes: 'Changed' })
  await call('PATCH', at, { scheduledTime: '2099-05-13T18:00:00Z' })
  const wanted = { ...fields, technicianId: tom.userId }
  const stale = await browser.send(`${calendar}/${names}/move`, wanted)
  t.equal(stale.status, 412)
  t.equal((await visitOf()).technicianId, null)
  const sent = await browser.send(`${calendar}/${names}/move`, fieldsOf(stale, 'move'))
  t.equal(sent.status, 303)
  t.match(await visitOf(), {
    scheduledTime: '2099-05-13T18:00:00.000Z',
    technicianId: tom.userId,
  })
})

t.test(
  "a visit conflicts with its job's first appointment, but not with itself [c12-calendar]",
  async (t) => {
    const { id, names } = await bookTwice('Two of one', '2099-05-14T16:00:00Z')
    await call('PATCH', `/projects/${id}`, { scheduledTime: '2099-05-14T14:30:00Z' })
    const busy = await move(names, { when: '2099-05-14T08:00', technicianId: ann.userId })
    t.match(busy.sent.text, 'Ann shoots Two of one then')
    const free = await move(names, { when: '2099-05-14T10:00', technicianId: ann.userId })
    t.equal(free.sent.status, 303)
    t.equal((await move(names, { when: '2099-05-14T10:15' })).sent.status, 303)
    const other = await bookTwice('Other', '2099-05-14T20:00:00Z')
    t.equal((await free.browser.open(`${calendar}/${id}/visits/${other.visitId}/move`)).status, 404)
    const theirs = await browserOf(api, ann)
    t.equal((await theirs.open(`${calendar}/${names}/move`)).status, 403)
    t.equal(
      (await theirs.send(`${calendar}/${names}/move`, { when: '2099-05-14T11:00' })).status,
      403,
    )
    t.equal((await free.browser.open(`${calendar}?done=${id}~${other.visitId}.1.1.`)).status, 200)
  },
)

t.test("a job dropped in place isn't moved", async (t) => {
  const { id, version } = await book('Still')
  const { sent } = await move(id, {})
  t.equal(sent.status, 303)
  t.notMatch(sent.location, 'done=')
  t.equal((await jobOf(id)).version, version)
})

t.test('conflicts are shown before a move, and can be overridden [c12-calendar]', async (t) => {
  await book('In the way', { scheduledTime: '2099-05-06T17:00:00Z', technicianId: tom.userId })
  await book('Before it', { scheduledTime: '2099-05-06T16:00:00Z', technicianId: tom.userId })
  await book('Long night', {
    scheduledTime: '2099-05-07T04:00:00Z',
    technicianId: tom.userId,
    estimatedDuration: 2_000,
  })
  const { id } = await book('Wanted')
  const busy = await move(id, { when: '2099-05-06T10:15', technicianId: tom.userId })
  t.equal(busy.sent.status, 200)
  t.match(busy.sent.text, /<h1[^>]*>Move Wanted to May 6, 2099, 10:15.AM\?<\/h1>/)
  t.match(busy.sent.text, /Tom shoots In the way then, 10:00.*11:00.AM\./)
  t.notMatch(busy.sent.text, 'Before it')
  t.notMatch(busy.sent.text, 'working hours')
  t.equal((await jobOf(id)).technicianId, ann.userId)
  const after = await move(id, { when: '2099-05-07T11:00', technicianId: tom.userId })
  t.match(after.sent.text, 'Tom shoots Long night then', 'a shoot that began a day before')
  for (const when of ['2099-05-06T08:45', '2099-05-06T16:15', '2099-05-09T10:00']) {
    const off = await move(id, { when })
    t.match(off.sent.text, 'outside Ann&#39;s working hours', when)
  }
  const again = await busy.browser.send(`${calendar}/${id}/move`, fieldsOf(busy.sent, 'move'))
  t.equal(again.status, 303)
  t.equal((await jobOf(id)).technicianId, tom.userId)
  const own = await move(id, { when: '2099-05-06T16:00', technicianId: tom.userId })
  t.equal(own.sent.status, 303, "it doesn't conflict with itself")
  const none = await move(id, { when: '2099-05-09T03:00', technicianId: '' })
  t.equal(none.sent.status, 303, 'without a technician, there are no hours to check')
})

t.test('the form lists available people first', async (t) => {
  const { id } = await book('Whose', { technicianId: null })
  await book('Of Tom', { scheduledTime: '2099-05-08T17:00:00Z', technicianId: tom.userId })
  const browser = await browserOf(api, org)
  const { text } = await browser.open(`${calendar}/${id}/move?when=2099-05-08T10:30`)
  const groups = [...text.matchAll(/<optgroup label="([^"]*)">(.*?)<\/optgroup>/gs)]
  const named = groups.map(([, label, options = '']) => [label, options.replaceAll(/<[^>]*>/g, '')])
  t.match(named, [
    [/^Free May 8, 2099, 10:30.AM$/, 'Ann'],
    ['Busy or off at that time', 'Tom'],
    ['Managers and administrators', 'Olga Owner'],
  ])
})

t.test('a stale move shows both versions, and asks which to keep [c12-calendar]', async (t) => {
  const { id } = await book('Raced')
  const { browser, fields } = await move(id, {})
  await call('PATCH', `/projects/${id}`, { scheduledTime: '2099-05-04T18:00:00Z' })
  const wanted = { ...fields, when: '2099-05-04T13:00' }
  const stale = await browser.send(`${calendar}/${id}/move`, wanted)
  t.equal(stale.status, 412)
  t.match(stale.text, /May 4, 2099, 1:00.PM/)
  t.match(stale.text, /May 4, 2099, 11:00.AM/)
  t.equal((await jobOf(id)).scheduledTime, '2099-05-04T18:00:00.000Z')
  const sent = await browser.send(`${calendar}/${id}/move`, fieldsOf(stale, 'move'))
  t.equal(sent.status, 303)
  t.equal((await jobOf(id)).scheduledTime, '2099-05-04T20:00:00.000Z')
})

t.test('an ambiguous time, when clocks go back, is kept', async (t) => {
  const second = '2026-11-01T09:30:00.000Z'
  const { id } = await book('Twice', { scheduledTime: second, technicianId: null })
  const { sent } = await move(id, { technicianId: ann.userId, sure: 'yes' })
  t.equal(sent.status, 303)
  t.match(await jobOf(id), { scheduledTime: second, technicianId: ann.userId })
})

t.test("adjacent working hours are merged, and a check ends at the API's last day", async (t) => {
  const day = [
    { from: '00:00', to: '12:00' },
    { from: '12:00', to: '24:00' },
  ]
  const workingHours = Object.fromEntries(WEEKDAYS.map((name) => [name, day]))
  const eve = await api.createMember(org, 'TECHNICIAN')
  await call('PATCH', `/users/${eve.userId}`, { name: 'Eve', workingHours })
  const { id } = await book('All day', { technicianId: eve.userId, estimatedDuration: 2_000 })
  t.equal((await move(id, { when: '2099-05-05T11:30' })).sent.status, 303)
  t.equal((await move(id, { when: '2200-12-31T10:00' })).sent.status, 303)
})

t.test('invalid values are refused with a message, and change nothing', async (t) => {
  const { id, version } = await book('Odd')
  const odd = ['', 'nope', '2099-13-01T10:00', '0001-01-01T00:00', '+099999-01-01T00:00Z']
  for (const when of odd) {
    const { sent } = await move(id, { when })
    t.equal(sent.status, 400, `${when}: ${sent.status}`)
  }
  const was = await move(id, { 'was-when': '2026-05-01', 'was-technicianId': 'x' })
  t.ok(was.sent.status < 500, `${was.sent.status}`)
  const someone = await move(id, { technicianId: org.organizationId })
  t.ok([400, 404].includes(someone.sent.status), `${someone.sent.status}`)
  const browser = await browserOf(api, org)
  const at = `${calendar}/${id}/move`
  for (const query of ['?when=nope', '?technicianId=nope', '?day=nope&view=x&who=x']) {
    t.equal((await browser.open(at + query)).status, 200, query)
  }
  for (const done of [
    'x',
    `${id}.1.1.`,
    `${org.organizationId}.1.1.`,
    `${id}.1.999999999999999.`,
  ]) {
    t.equal((await browser.open(`${calendar}?done=${done}`)).status, 200, done)
  }
  t.equal((await browser.open(`${calendar}/${org.organizationId}/move`)).status, 404)
  t.ok((await jobOf(id)).version <= version + 1)
})

t.test("roles that may not change projects can't move anything [c12-roles]", async (t) => {
  const { id } = await book('Not theirs')
  const browser = await browserOf(api, ann)
  t.equal((await browser.open(`${calendar}/${id}/move`)).status, 403)
  const fields = { when: '2099-05-05T10:00', technicianId: '', 'if-match': '"1"' }
  t.equal((await browser.send(`${calendar}/${id}/move`, fields)).status, 403)
  t.equal((await jobOf(id)).technicianId, ann.userId)
})
