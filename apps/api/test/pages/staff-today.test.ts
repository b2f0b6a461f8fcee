// docs/contract.md#c12-today: a technician's day, an editor's work, and their next step.

import { MAX_PAGE_RECORDS } from '@mediajobs/domain'
import { sharedApp } from '@mediajobs/testing/api/app'
import { fieldsOf } from '@mediajobs/testing/api/page-forms'
import { browserOf } from '@mediajobs/testing/api/staff-browser'
import t from 'tap'

const api = await sharedApp()

async function studio(settings: object = { timeZone: 'America/Los_Angeles' }) {
  const org = await api.createOrg()
  const { call } = org
  await call('PATCH', '/organization', settings)
  const technician = await api.createMember(org, 'TECHNICIAN')
  const editor = await api.createMember(org, 'EDITOR')
  const path = `/app/${org.organizationId}/today`

  async function book(fields: object = {}, status = 'SHOOTING') {
    const { body } = await call('POST', '/projects/create', {
      scheduledTime: '2026-05-01T16:30:00Z',
      addressLine1: '48 Alder Ridge Road',
      city: 'Pasadena',
      technicianId: technician.userId,
      editorId: editor.userId,
      ...fields,
    })
    return (await call('PATCH', `/projects/${body.id}/status`, { status })).body
  }
  return { org, call, technician, editor, path, book }
}

t.test(
  "a technician sees the day's shoots, in the organization's time zone [c12-today]",
  async (t) => {
    const { book, call, path, technician } = await studio()
    const { body: customer } = await call('POST', '/customers', {
      name: 'Ann Agent',
      email: 'ann@agents.test',
      phone: '+1 (626) 555-0100',
    })
    const more = { estimatedDuration: 90, notes: 'Ring twice.\nDog.', customerId: customer.id }
    await book(more)
    await book({ addressLine1: 'Early on the next day', scheduledTime: '2026-05-02T07:00:00Z' })
    await book({ addressLine1: 'Late on this day', scheduledTime: '2026-05-02T06:59:59.999Z' })
    await book({ addressLine1: 'Of another', technicianId: null })
    const browser = await browserOf(api, technician)
    const { status, text } = await browser.open(`${path}?day=2026-05-01`)
    t.equal(status, 200)
    t.match(text, /<h1 dir="auto">Shoots, Friday, May 1(, 2026)?<\/h1>/)
    t.match(text, /9:30\sAM<\/time>/)
    t.match(text, '48 Alder Ridge Road, Pasadena')
    t.match(text, '>Shooting</b>')
    t.match(text, '90 minutes')
    t.match(text, 'Ring twice.\nDog.')
    t.match(text, 'href="tel:+16265550100"')
    t.match(text, 'destination=48+Alder+Ridge+Road%2C+Pasadena"')
    t.match(text, 'Late on this day')
    t.notMatch(text, 'Early on the next day')
    t.notMatch(text, 'Of another')
    t.match(text, 'Times are in Pacific Time.')
  },
)

t.test('a time that comes twice has its zone, however far the clocks go back', async (t) => {
  const changes: [timeZone: string, day: string, times: Record<string, string>][] = [
    [
      'Australia/Lord_Howe',
      '2029-04-01',
      {
        '2029-03-31T14:15:00.000Z': '1:15 AM',
        '2029-03-31T14:45:00.000Z': '1:45 AM GMT+11',
        '2029-03-31T15:15:00.000Z': '1:45 AM GMT+10:30',
        '2029-03-31T15:45:00.000Z': '2:15 AM',
      },
    ],
    ['Australia/Lord_Howe', '2029-10-07', { '2029-10-06T15:15:00.000Z': '1:45 AM' }],
    [
      'Antarctica/Troll',
      '2029-10-28',
      {
        '2029-10-27T22:45:00.000Z': '12:45 AM',
        '2029-10-27T23:15:00.000Z': '1:15 AM GMT+2',
        '2029-10-28T01:15:00.000Z': '1:15 AM GMT',
        '2029-10-28T03:15:00.000Z': '3:15 AM',
      },
    ],
    [
      'Europe/Zurich',
      '2029-10-28',
      {
        '2029-10-28T00:30:00.000Z': '2:30 AM GMT+2',
        '2029-10-28T01:30:00.000Z': '2:30 AM GMT+1',
        '2029-10-28T02:30:00.000Z': '3:30 AM',
      },
    ],
  ]
  for (const [timeZone, day, times] of changes) {
    const { book, path, technician } = await studio({ timeZone, locale: 'en-US' })
    for (const scheduledTime of Object.keys(times)) await book({ scheduledTime })
    const { text } = await (await browserOf(api, technician)).open(`${path}?day=${day}`)
    const shown = [...text.matchAll(/<h2><time datetime="([^"]+)">([^<]*)</g)]
    const found = shown.map(([, at, time = '']) => [at, time.replaceAll('\u202f', ' ')])
    t.strictSame(Object.fromEntries(found), times, timeZone)
  }
})

t.test("times and days use the organization's locale", async (t) => {
  const { book, path, technician } = await studio({ timeZone: 'Europe/Zurich', locale: 'de-CH' })
  await book({ scheduledTime: '2026-05-01T22:30:00Z', estimatedDuration: 60 })
  const { text } = await (await browserOf(api, technician)).open(`${path}?day=2026-05-02`)
  t.match(text, 'Samstag, 2. Mai')
  t.match(text, '00:30</time>')
  t.match(text, '60 Minuten')
})

t.test('a day has 23 or 25 hours when the clocks change [c12-today]', async (t) => {
  const { book, path, technician } = await studio({ timeZone: 'Europe/Berlin' })
  for (const [name, scheduledTime] of [
    ['first of spring', '2026-03-28T23:00:00Z'],
    ['last of spring', '2026-03-29T21:59:59Z'],
    ['after spring', '2026-03-29T22:00:00Z'],
    ['first of autumn', '2026-10-24T22:00:00Z'],
    ['last of autumn', '2026-10-25T22:59:59Z'],
    ['after autumn', '2026-10-25T23:00:00Z'],
  ]) {
    await book({ addressLine1: name, scheduledTime })
  }
  const browser = await browserOf(api, technician)
  for (const [day, season] of [
    ['2026-03-29', 'spring'],
    ['2026-10-25', 'autumn'],
  ]) {
    const { text } = await browser.open(`${path}?day=${day}`)
    t.match(text, `first of ${season}`)
    t.match(text, `last of ${season}`)
    t.notMatch(text, `after ${season}`)
  }
})

t.test(
  'if the organization allows it, people start their own jobs on Today [c3-moves-starts, c12-today]',
  async (t) => {
    const { book, call, path, technician, editor } = await studio()
    const shoot = await book({}, 'BOOKED')
    const uploaded = await book({ addressLine1: 'Uploaded house' }, 'UPLOADED')
    const day = `${path}?day=2026-05-01`
    const [shooting, editing] = [await browserOf(api, technician), await browserOf(api, editor)]
    t.notMatch((await shooting.open(day)).text, 'Start shooting')
    t.notMatch((await editing.open(path)).text, 'Uploaded house')
    await call('PATCH', '/organization', { techniciansStart: true, editorsStart: true })
    t.match((await shooting.open(day)).text, 'value="SHOOTING">Start shooting</button>')
    t.match((await editing.open(path)).text, 'value="EDITING">Start editing</button>')
    const form = { 'if-match': `"${shoot.version}"`, to: 'SHOOTING' }
    const { status } = await shooting.send(`${path}/${shoot.id}/move?day=2026-05-01`, form)
    t.equal(status, 303)
    t.equal((await call('GET', `/projects/${shoot.id}`)).body.status, 'SHOOTING')
    t.equal((await call('GET', `/projects/${uploaded.id}`)).body.status, 'UPLOADED')
  },
)

t.test('an empty day names the next shoot and links to it [c12-today]', async (t) => {
  const { book, path, technician } = await studio()
  const browser = await browserOf(api, technician)
  t.match((await browser.open(`${path}?day=2026-05-01`)).text, '<p>No shoots on this day.</p>')
  await book({ scheduledTime: '2026-05-04T14:00:00Z' }, 'CANCELLED')
  await book({ scheduledTime: '2026-05-04T16:30:00Z' })
  const { text } = await browser.open(`${path}?day=2026-05-01`)
  t.match(
    text,
    /Next: <a href="[^"]*today\?day=2026-05-04[^"]*">Monday, May 4,( 2026,)? 9:30\sAM<\/a>/,
  )
  await book({ scheduledTime: '2099-05-04T16:30:00Z' })
  const far = (await browser.open(`${path}?day=2099-05-03`)).text
  t.match(far, '>Shoots, Sunday, May 3, 2099</h1>')
  t.match(far, />Monday, May 4, 2099, 9:30\sAM<\/a>/)
  for (const wrong of ['nope', '2026-02-30', '9999-01-01', '']) {
    t.equal((await browser.open(`${path}?day=${wrong}`)).status, 200, `${wrong} is today`)
  }
})

t.test(
  'a technician marks a shoot as done with one button [c12-today, c12-without-javascript]',
  async (t) => {
    const { book, call, path, technician } = await studio()
    const project = await book()
    await call('POST', '/media/presign', {
      projectId: project.id,
      type: 'PHOTO',
      filename: 'a.jpg',
      contentType: 'image/jpeg',
      size: 1,
    })
    const browser = await browserOf(api, technician)
    const { text } = await browser.open(`${path}?day=2026-05-01`)
    const action = `${path}/${project.id}/move?day=2026-05-01`
    t.match(text, `/${project.id}/move?day=2026-05-01`)
    t.match(text, '<button class="go" name="to" value="UPLOADED">Shooting done</button>')
    const form = { 'if-match': `"${project.version}"`, to: 'UPLOADED' }
    const asked = await browser.send(action, form)
    t.equal(asked.status, 303)
    const question = await browser.open(asked.location ?? '')
    t.match(question.text, `value="&quot;${project.version}&quot;"`)
    t.match(question.text, 'Nothing was uploaded for 48 Alder Ridge Road, Pasadena.')
    t.equal((await call('GET', `/projects/${project.id}`)).body.status, 'SHOOTING')
    const done = await browser.send(action, { ...form, sure: 'yes' })
    t.equal(done.status, 303)
    t.match(done.location, `${path}?day=2026-05-01`)
    const after = await browser.open(done.location ?? '')
    t.match(after.text, 'role="status">Moved to Uploaded.')
    t.notMatch(after.text, '<button class="go"')
    t.equal((await call('GET', `/projects/${project.id}`)).body.status, 'UPLOADED')
    const [move] = (await call('GET', `/projects/${project.id}/history`)).body.data
    t.match(move, { toStatus: 'UPLOADED', changedByUserId: technician.userId })
  },
)

t.test('a page of today shows the new day when reopened tomorrow [c12-today]', async (t) => {
  const { book, path, technician } = await studio({ timeZone: 'UTC' })
  const now = Date.now()
  const project = await book({ scheduledTime: new Date(now).toISOString() })
  const browser = await browserOf(api, technician)
  const action = `${path}/${project.id}/move?technicianId=${technician.userId}`
  t.match((await browser.open(path)).text, action.slice(path.length))
  const moved = await browser.send(action, {
    'if-match': `"${project.version}"`,
    sure: 'yes',
    to: 'UPLOADED',
  })
  t.match(moved.location, 'done=UPLOADED')
  t.notMatch(moved.location, 'day=')
  const dayAt = (at: number) => new Date(at).toISOString().slice(0, 10)
  const yesterday = await browser.open(`${path}?day=${dayAt(now - 86_400_000)}`)
  t.notMatch(yesterday.text, `day=${dayAt(now)}`)
})

t.test(
  'the slower of two people sees their choice and the current status [c12-today]',
  async (t) => {
    const { book, call, path, technician } = await studio()
    const browser = await browserOf(api, technician)
    const sure = { sure: 'yes', to: 'UPLOADED' }
    const moved = await book()
    await call('PATCH', `/projects/${moved.id}/status`, { status: 'EDITING' })
    const renamed = await book()
    await call('PATCH', `/projects/${renamed.id}`, { notes: 'Another code: 4711' })
    const same = await book()
    await call('PATCH', `/projects/${same.id}/status`, { status: 'UPLOADED' })
    const send = (project: { id: string; version: number }) =>
      browser.send(`${path}/${project.id}/move?day=2026-05-01`, {
        ...sure,
        'if-match': `"${project.version}"`,
      })
    for (const [project, now] of [
      [moved, 'Editing'],
      [renamed, 'Shooting'],
    ] as const) {
      const { status, text } = await send(project)
      t.equal(status, 412)
      t.match(text, 'Someone else changed 48 Alder Ridge Road')
      t.match(
        text,
        new RegExp(`Your change</dt><dd[^>]*>Uploaded<.*Current</dt><dd[^>]*>${now}<`, 's'),
      )
      t.match(text, '<a class="button" href="../../today?day=2026-05-01')
    }
    t.match((await send(same)).location, 'done=UPLOADED', 'already done')
    t.match((await call('GET', `/projects/${renamed.id}`)).body, { status: 'SHOOTING' })
    const asked = await send(renamed)
    t.match(asked.text, 'Move anyway')
    const again = await browser.send(`${path}/${renamed.id}/move`, fieldsOf(asked, 'move'))
    t.equal(again.status, 303)
  },
)

t.test(
  'a technician whose job went to a colleague is told so, without a button that would be refused [c12-words]',
  async (t) => {
    const { book, call, org, path, technician } = await studio()
    const colleague = await api.createMember(org, 'TECHNICIAN')
    const browser = await browserOf(api, technician)
    const { id, version } = await book()
    await call('PATCH', `/projects/${id}/assign-technician`, { userId: colleague.userId })
    const form = { sure: 'yes', to: 'UPLOADED', 'if-match': `"${version}"` }
    const own = path.replace(/today$/, `projects/${id}/status`)
    for (const [action, sentence] of [
      [`${path}/${id}/move`, 'You can&#39;t move it anymore.'],
      [own, 'You can&#39;t make this change anymore.'],
    ] as const) {
      const { status, text } = await browser.send(action, form)
      t.equal(status, 412)
      t.match(text, sentence)
      t.notMatch(text, 'anyway')
    }
  },
)

t.test('an editor sees their work and hands it on [c12-today]', async (t) => {
  const { book, call, editor, path } = await studio()
  const project = await book({}, 'EDITING')
  await book({ addressLine1: 'Still shooting' })
  await book({ addressLine1: 'Of another', editorId: null }, 'EDITING')
  const browser = await browserOf(api, editor)
  const { text } = await browser.open(path)
  t.match(text, '<h1 dir="auto">Your editing</h1>')
  t.match(text, 'Editing done')
  t.notMatch(text, 'Still shooting')
  t.notMatch(text, 'Of another')
  t.notMatch(text, 'Route', "editors don't need directions")
  const form = { 'if-match': `"${project.version}"`, to: 'IN_REVIEW' }
  t.equal((await browser.send(`${path}/${project.id}/move`, form)).status, 303)
  t.equal((await call('GET', `/projects/${project.id}`)).body.status, 'IN_REVIEW')
  const preview = `/projects/${project.id}/preview`
  t.match(
    (await browser.open(path)).text,
    `${preview}">Deliver`,
    'nothing is sent to the client immediately',
  )
})

t.test('jobs that clients sent back come first in an editor’s queue', async (t) => {
  const { book, path, editor } = await studio()
  await book({ addressLine1: 'Shot first', scheduledTime: '2026-04-01T16:30:00Z' }, 'EDITING')
  await book({ addressLine1: 'Sent back' }, 'IN_REVISION')
  const { text } = await (await browserOf(api, editor)).open(path)
  const [back, other] = [text.indexOf('Sent back'), text.indexOf('Shot first')]
  t.ok(back > 0 && other > back, `${back} before ${other}`)
})

t.test('a manager sees all shoots of a day, or those of one technician [c12-today]', async (t) => {
  const { book, org, path, technician } = await studio()
  await book({ addressLine1: 'Of the technician' }, 'BOOKED')
  await book({ addressLine1: 'Of no one', technicianId: null })
  const browser = await browserOf(api, await api.createMember(org, 'MANAGER'))
  const all = await browser.open(`${path}?day=2026-05-01`)
  t.match(all.text, 'Of the technician')
  t.match(all.text, 'Of no one')
  t.match(all.text, '<b class="alarm">No technician yet</b>')
  t.match(all.text, 'Start shooting')
  t.match(all.text, `<option value="${org.userId}">`, 'owners may shoot, too')
  const one = await browser.open(`${path}?day=2026-05-01&technicianId=${technician.userId}`)
  t.match(one.text, `<option value="${technician.userId}" selected>`)
  t.notMatch(one.text, 'Of no one')
  const asTechnician = await browserOf(api, technician)
  const own = await asTechnician.open(`${path}?day=2026-05-01&technicianId=${org.userId}`)
  t.match(own.text, 'Of the technician', "technicians can't choose others")
  t.notMatch(own.text, '<select')
})

t.test(
  'a technician of a large organization is named and can be selected [c12-today]',
  async (t) => {
    const { book, call, org, path, technician } = await studio()
    await call('PATCH', `/users/${technician.userId}`, { name: 'Tess Tripod' })
    await book()
    // Lists begin with the newest.
    for (let n = 0; n < MAX_PAGE_RECORDS; n++) await api.createMember(org, 'TECHNICIAN')
    const browser = await browserOf(api, await api.createMember(org, 'MANAGER'))
    const { text } = await browser.open(`${path}?day=2026-05-01`)
    t.match(text, '<span dir="auto">Tess Tripod</span>')
    t.match(text, `<option value="${technician.userId}">Tess Tripod</option>`)
  },
)

t.test('untrusted text is escaped', async (t) => {
  const text = `<script>alert(1)</script>"'><img src=x onerror=alert(2)>`
  const { book, path, technician } = await studio({ name: text })
  await book({ addressLine1: text, notes: text })
  const page = (await (await browserOf(api, technician)).open(`${path}?day=2026-05-01`)).text
  t.equal([...page.matchAll(/<script/g)].length, 1, 'only the search on all pages')
  t.notMatch(page, '<img src=x')
})

t.test('a move not allowed to the role, or of an unknown project, is refused', async (t) => {
  const { book, path, technician } = await studio()
  const project = await book()
  const browser = await browserOf(api, technician)
  const form = { 'if-match': `"${project.version}"`, to: 'DELIVERED' }
  const forbidden = await browser.send(`${path}/${project.id}/move`, form)
  t.equal(forbidden.status, 403)
  t.match(forbidden.text, 'Your role can')
  t.equal((await browser.send(`${path}/nope/move`, form)).status, 404)
  t.equal((await browser.send(`${path}/${project.id}/move`, { to: 'NOPE' })).status, 400)
})
