// docs/contract.md#c17-time-off-pages
import { sharedApp } from '@mediajobs/testing/api/app'
import { fieldsOf } from '@mediajobs/testing/api/page-forms'
import { browserOf } from '@mediajobs/testing/api/staff-browser'
import t from 'tap'

const api = await sharedApp()
const org = await api.createOrg()
const { call } = org
await call('PATCH', '/organization', { timeZone: 'America/New_York', locale: 'en-US' })
const ann = await api.createMember(org, 'TECHNICIAN')
await call('PATCH', `/users/${ann.userId}`, { name: 'Ann' })
const home = `/app/${org.organizationId}`
const ofAnn = `/users/${ann.userId}/time-off`
const page = `${home}/people/${ann.userId}/time-off`

const session = (person: { token(): Promise<string> }) => browserOf(api, person)

t.test(
  'a technician enters time off two clicks from the calendar [c17-time-off-pages]',
  async (t) => {
    const browser = await session(ann)
    const calendar = await browser.open(`${home}/calendar`)
    t.match(calendar.text, `people/${ann.userId}/time-off"`)
    const form = fieldsOf(await browser.open(page), '/time-off')
    const sent = { ...form, firstDay: '2099-05-05', lastDay: '2099-05-06', note: '<b>Sea</b>' }
    t.match((await browser.send(page, sent)).location, 'done=added')
    t.match((await browser.send(page, sent)).location, 'done=added', 'sent twice')
    const { body } = await call('GET', ofAnn)
    t.match(body.data, [
      {
        startsAt: '2099-05-05T04:00:00.000Z',
        endsAt: '2099-05-07T04:00:00.000Z',
        note: '<b>Sea</b>',
      },
    ])
    t.equal(body.data.length, 1)
    const listed = await browser.open(page)
    t.match(listed.text, /May 5.–.6/)
    t.match(listed.text, '&lt;b&gt;Sea&lt;/b&gt;')
  },
)

t.test('hours are in local time [c17-time-off-pages]', async (t) => {
  const browser = await session(org)
  const form = fieldsOf(await browser.open(page), '/time-off')
  const backwards = { ...form, firstDay: '2099-05-08', fromTime: '12:00', untilTime: '09:00' }
  t.match(await browser.send(page, backwards), { status: 400, text: 'end after it starts' })
  const years = { ...form, firstDay: '2099-05-08', lastDay: '2101-05-08' }
  t.match(await browser.send(page, years), { status: 400, text: 'can last at most a year' })
  const invalid = await browser.send(page, { ...form, firstDay: '2099-02-30' })
  t.match(invalid, { status: 400, text: 'id="firstDay-problem">Enter a valid date.<' })
  const spring = { ...form, firstDay: '2099-03-08', fromTime: '02:30' }
  for (const [fields, id] of [
    [spring, 'fromTime'],
    [{ ...spring, fromTime: '01:00', untilTime: '02:00' }, 'untilTime'],
  ] as const) {
    const skipped = await browser.send(page, fields)
    t.match(skipped, { status: 400, text: `id="${id}-problem">This time doesn` }, id)
    t.match(
      skipped.text,
      `aria-describedby="${id === 'fromTime' ? 'fromTime-hint ' : ''}${id}-problem"`,
    )
  }
  const sent = { ...form, firstDay: '2099-05-08', fromTime: '09:00', untilTime: '12:00' }
  t.match((await browser.send(page, sent)).location, 'done=added')
  const { body } = await call('GET', `${ofAnn}?from=2099-05-08T00:00:00Z`)
  t.match(body.data, [
    { startsAt: '2099-05-08T13:00:00.000Z', endsAt: '2099-05-08T16:00:00.000Z', note: null },
  ])
})

t.test(
  "the calendar hatches time off, and everyone's week names it [c17-time-off-pages]",
  async (t) => {
    const browser = await session(org)
    const week = await browser.open(`${home}/calendar?day=2099-05-05`)
    t.match(week.text, /class="absent".*Ann.*May 5.–.6/s)
    const day = await browser.open(`${home}/calendar?day=2099-05-05&view=technicians`)
    t.match(
      day.text,
      /class="away" data-at="480" data-long="600"[^>]*><b>Time off<\/b> <span dir="auto">&lt;b&gt;Sea/,
    )
    const own = await (await session(ann)).open(`${home}/calendar?day=2099-05-08`)
    t.match(own.text, /class="away" data-at="540" data-long="180"/)
  },
)

t.test(
  'moving a job into time off asks first, and can be confirmed [c17-time-off-pages]',
  async (t) => {
    const { body: project } = await call('POST', '/projects/create', {
      addressLine1: '1 Main Street',
      scheduledTime: '2099-05-07T14:00:00Z',
      technicianId: ann.userId,
    })
    const browser = await session(org)
    const path = `${home}/calendar/${project.id}/move`
    const form = fieldsOf(await browser.open(path), '/move')
    const asked = await browser.send(path, { ...form, when: '2099-05-06T10:00' })
    t.match(asked.text, /Ann has time off then, May 5.–.6, 2099\./)
    const moved = await browser.send(path, fieldsOf(asked, 'move'))
    t.equal(moved.status, 303)
    const { body } = await call('GET', `/projects/${project.id}`)
    t.equal(body.scheduledTime, '2099-05-06T14:00:00.000Z')
  },
)

t.test('booking and Today show time off [c17-time-off-pages]', async (t) => {
  const browser = await session(org)
  const booking = await browser.open(`${home}/projects/new?when=2099-05-05T10:00`)
  t.match(booking.text, 'Busy · time off')
  const everyone = await browser.open(`${home}/today?day=2099-05-05`)
  t.match(everyone.text, 'Ann has time off:')
  const own = await (await session(ann)).open(`${home}/today?day=2099-05-05`)
  t.match(own.text, 'You have time off:')
  const other = await (await session(ann)).open(`${home}/today?day=2099-05-09`)
  t.notMatch(other.text, 'time off:')
})

t.test('time off is removed after confirmation, once [c17-time-off-pages]', async (t) => {
  const browser = await session(ann)
  const { body } = await call('GET', ofAnn)
  const [{ id }] = body.data
  const path = `${page}/${id}`
  const form = fieldsOf(await browser.open(page), id)
  await call('PATCH', `${ofAnn}/${id}`, { note: 'Changed' })
  const asked = await browser.send(path, form)
  t.equal(asked.status, 412)
  t.match((await browser.send(path, fieldsOf(asked, id))).location, 'done=removed')
  t.equal((await call('GET', `${ofAnn}/${id}`)).status, 404)
  t.match((await browser.send(path, form)).location, 'done=removed', 'sent twice')
})

t.test('other roles can neither see nor enter time off [c17-time-off-pages]', async (t) => {
  const editor = await session(await api.createMember(org, 'EDITOR'))
  t.equal((await editor.open(page)).status, 403)
  const person = await editor.open(`${home}/people/${ann.userId}`)
  t.notMatch(person.text, '/time-off"')
  const manager = await session(await api.createMember(org, 'MANAGER'))
  const above = await manager.open(`${home}/people/${org.userId}/time-off`)
  t.equal(above.status, 200)
  t.notMatch(above.text, 'name="firstDay"')
})
