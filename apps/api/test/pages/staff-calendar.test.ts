// docs/contract.md#c12-calendar: who shoots where and when, and who is free.

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
await call('PATCH', `/users/${ann.userId}`, {
  name: 'Ann',
  workingHours: {
    monday: [{ from: '08:00', to: '12:00' }],
    sunday: [{ from: '20:00', to: '24:00' }],
  },
})
await call('PATCH', `/users/${tom.userId}`, { name: 'Tom' })

// Monday, 4 May 2099.
const shoot = async (addressLine1: string, scheduledTime: string, fields: object = {}) => {
  const body = { addressLine1, scheduledTime, technicianId: ann.userId, ...fields }
  return (await call('POST', '/projects/create', body)).body
}
const first = await shoot('First of the week', '2099-05-04T15:00:00Z', { estimatedDuration: 90 })
await shoot('At the same time', '2099-05-04T16:00:00Z')
await shoot('Late on Sunday', '2099-05-11T06:59:00Z')
await shoot('Of the next week', '2099-05-11T07:00:00Z')
await shoot('Of the week before', '2099-05-04T06:00:00Z')
await shoot('Of no one', '2099-05-06T17:00:00Z', { technicianId: null })
await shoot('Of the owner', '2099-05-06T17:00:00Z', { technicianId: org.userId })
const gone = await shoot('Gone', '2099-05-04T17:00:00Z')
await call('PATCH', `/projects/${gone.id}/status`, { status: 'CANCELLED' })

async function open(query: string, person: { token(): Promise<string> } = org) {
  const browser = await browserOf(api, person)
  const { status, text } = await browser.open(`/app/${org.organizationId}/calendar${query}`)
  t.equal(status, 200)
  return { text, columns: columnsOf(text) }
}

/** The columns and the text of their headings. */
function columnsOf(text: string) {
  return [...text.matchAll(/<section class="column.*?<\/section>/gs)].map(([html]) => ({
    html,
    heading: textOf(/<h2.*?<\/h2>/s.exec(html)?.[0] ?? ''),
    day: /data-day="([^"]*)"/.exec(html)?.[1] ?? '',
  }))
}

const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** A block's position: first minute, duration, indent, and its place among overlapping ones. */
function placeOf(html: string, address: string) {
  const block = [...html.matchAll(/<li .*?<\/li>/gs)].map(([each]) => each)
  const own = block.find((each) => each.includes(`>${address}<`)) ?? ''
  const value = (name: string) => Number(new RegExp(`data-${name}="(\\d+)"`).exec(own)?.[1] ?? '0')
  const [at, long, depth, nth] = ['at', 'long', 'depth', 'nth'].map(value)
  return { at, long, depth, nth, of: value('of') || 1 }
}

const WEEK = '?day=2099-05-07'

t.test(
  'a week has one column per day, with blocks proportional to shoots [c12-calendar]',
  async (t) => {
    const { text, columns } = await open(WEEK)
    t.match(text, /<summary><span class="of-week">May 4.*10, 2099<\/span>/)
    t.strictSame(
      columns.map(({ day }) => day.slice(-2)),
      ['04', '05', '06', '07', '08', '10'],
      'nobody works on Saturday',
    )
    const [monday, , wednesday] = columns
    const sunday = columns.at(-1)
    t.match(monday?.html, new RegExp(`href="[^"]*/projects/${first.id}".*First of the week`))
    t.match(monday?.html, /title="8:00.*9:30.AM: First of the week"/)
    t.match(monday?.html, 'Ann')
    t.notMatch(monday?.html, 'Gone')
    t.match(sunday?.html, 'Late on Sunday')
    t.notMatch(text, 'Of the next week')
    t.notMatch(text, 'Of the week before')
    t.match(wednesday?.html, 'Of the owner', 'a manager who shoots is included')
    const [long, other] = ['First of the week', 'At the same time'].map((name) =>
      placeOf(monday?.html ?? '', name),
    )
    t.strictSame(long, { at: 480, long: 90, depth: 0, nth: 0, of: 1 })
    t.strictSame(
      other,
      { at: 540, long: 60, depth: 1, nth: 0, of: 1 },
      'an hour by default, on top of the longer one',
    )
    t.equal([...(monday?.html ?? '').matchAll(/ double"/g)].length, 2, 'overlaps are outlined')
    t.notMatch(sunday?.html, ' double"')
    t.match(text, '.grid{--from:480;--hours:16}', 'the axis ends with the last shoot')
    t.match(text, '[data-at="480"]{--at:480}')
    const usual = await open(`?day=2099-07-01&who=${tom.userId}`)
    t.match(usual.text, '.grid{--from:480;--hours:10}', 'at least 8 to 18')
  },
)

t.test('jobs without a technician wait next to the week [c12-calendar]', async (t) => {
  const { text, columns } = await open(WEEK)
  const rail = /<section class="waiting".*?<\/section>/s.exec(text)?.[0] ?? ''
  t.match(rail, /Unassigned <span class="alarm">1<\/span>/)
  t.match(textOf(rail), /Of no one May 6, 2099 10:00.AM · 60 min/)
  t.notMatch(columns.map(({ html }) => html).join(), 'Of no one')
})

t.test("one person's week shows their working hours and free times [c12-calendar]", async (t) => {
  const { columns, text } = await open(`${WEEK}&who=${ann.userId}`)
  const [monday, tuesday] = columns
  t.match(monday?.heading, /8:00 AM – 12:00 PM|8:00.*12:00.PM/)
  t.match(tuesday?.heading, /Off$/)
  t.match(columns.at(-1)?.heading, /8:00.PM.*12:00.AM/)
  t.match(monday?.html, 'First of the week')
  t.notMatch(text, 'Of the owner')
  t.match(monday?.html, /Free 10:00.*12:00.PM/)
  const when = encodeURIComponent('2099-05-04T10:00')
  t.match(monday?.html, `/projects/new?technicianId=${ann.userId}&amp;when=${when}"`)
  const past = await open(`?day=2026-05-04&who=${ann.userId}`)
  t.notMatch(past.text, 'class="free"', "past time isn't free")
  await open(`${WEEK}&who=nope`)
  await open(`${WEEK}&who=${first.id}`)
})

t.test('free times begin and end at whole minutes [c12-calendar]', async (t) => {
  await shoot('With seconds', '2099-09-07T15:00:30Z', { estimatedDuration: 60 })
  const { columns } = await open(`?day=2099-09-07&who=${ann.userId}`)
  const { html = '' } = columns.find((each) => each.day === '2099-09-07') ?? {}
  t.match(html, /Free 9:01.*12:00.PM/)
  t.match(html, `&amp;when=${encodeURIComponent('2099-09-07T09:01')}"`)
})

t.test('a day has one column per technician [c12-calendar]', async (t) => {
  const { columns, text } = await open('?day=2099-05-06&view=technicians')
  t.strictSame(
    columns.map(({ heading }) => heading.split(/ \d| Off/)[0]),
    ['Ann', 'Olga Owner', 'Tom'],
  )
  t.match(columns[1]?.html, 'Of the owner')
  t.match(columns[2]?.heading, /9:00.*5:00.PM/)
  t.match(columns[2]?.html, /Free 9:00.*5:00.PM/)
  t.match(text, /calendar\?day=2099-05-05&amp;view=technicians">.*?Previous day/s)
  t.match(text, /<a href="[^"]*calendar\?day=2099-05-06">Week<\/a>/)
})

t.test('a shoot can continue past midnight [c12-calendar]', async (t) => {
  const night = await shoot('By night', '2099-06-03T05:00:00Z', { estimatedDuration: 180 })
  const { columns } = await open('?day=2099-06-03')
  const parts = ['02', '03'].map((day) =>
    placeOf(columns.find((each) => each.day.endsWith(day))?.html ?? '', 'By night'),
  )
  t.match(parts, [
    { at: 1_320, long: 120 },
    { at: 0, long: 60 },
  ])
  await call('PATCH', `/projects/${night.id}/status`, { status: 'CANCELLED' })
})

t.test('shoots with the same start are side by side, later ones on top', async (t) => {
  await shoot('At nine', '2099-08-03T16:00:00Z', { estimatedDuration: 180 })
  await shoot('A quarter past', '2099-08-03T16:15:00Z')
  await shoot('At ten', '2099-08-03T17:00:00Z', { estimatedDuration: 120 })
  await shoot('At noon', '2099-08-03T19:00:00Z')
  const { columns } = await open('?day=2099-08-03')
  const html = columns.find(({ day }) => day.endsWith('03'))?.html ?? ''
  const places = ['At nine', 'A quarter past', 'At ten', 'At noon'].map((name) =>
    placeOf(html, name),
  )
  t.match(places, [
    { depth: 0, nth: 0, of: 2 },
    { depth: 0, nth: 1, of: 2 },
    { depth: 1, nth: 0, of: 1 },
    { depth: 0, nth: 0, of: 1 },
  ])
})

t.test('a day with a clock change shows local time [c12-calendar]', async (t) => {
  for (const [day, at, address] of [
    ['2026-11-01', '2026-11-01T17:00:00Z', 'After 25 hours'],
    ['2026-03-08', '2026-03-08T16:00:00Z', 'After 23 hours'],
  ] as const) {
    await shoot(address, at)
    const { columns } = await open(`?day=${day}`)
    t.match(placeOf(columns.find((each) => each.day === day)?.html ?? '', address), {
      at: 540,
      long: 60,
    })
  }
})

t.test('free times are in the future', async (t) => {
  // A time zone in which it isn't the end of the week, when no free time is left.
  const timeZone = new Date().getUTCDay() === 0 ? 'Pacific/Pago_Pago' : 'UTC'
  const other = await api.createOrg()
  const change = (path: string, body: object) => other.call('PATCH', path, body)
  await change('/organization', { timeZone })
  const { userId } = await api.createMember(other, 'TECHNICIAN')
  const workingHours = Object.fromEntries(
    WEEKDAYS.map((day) => [day, [{ from: '00:00', to: '24:00' }]]),
  )
  t.equal((await change(`/users/${userId}`, { workingHours })).status, 200)
  const browser = await browserOf(api, other)
  const { text } = await browser.open(`/app/${other.organizationId}/calendar?who=${userId}`)
  const offered = [...text.matchAll(/technicianId=[^"&]*&amp;when=([^"&]*)/g)].map(
    ([, when = '']) => decodeURIComponent(when),
  )
  const style = { timeZone, hourCycle: 'h23', dateStyle: 'short', timeStyle: 'short' } as const
  const now = new Intl.DateTimeFormat('sv-SE', style).format().replace(' ', 'T')
  t.ok(offered.length > 0, 'the week has free times')
  t.strictSame(
    offered.filter((when) => when < now),
    [],
  )
  t.match(text, '<i class="now"')
  t.match(text, 'No shoots this week.')
})

t.test('the week or day is in the URL [c12-calendar]', async (t) => {
  const { text } = await open(WEEK)
  t.match(text, /href="[^"]*calendar\?day=2099-04-30">.*?Previous week/s)
  t.match(text, /href="[^"]*calendar\?day=2099-05-14">.*?Next week/s)
  t.match(text, /href="[^"]*calendar\?">Today/)
  t.match(text, /href="[^"]*day=2099-05-07" aria-current="date">Thu <b>7/)
  for (const odd of ['?day=nope', '?day=1970-01-02', '?day=2200-12-30', '?page=9', '?page=x']) {
    await open(odd)
    await open(`${odd}&view=technicians`)
  }
})

t.test('people who may not assign see their own week [c12-calendar]', async (t) => {
  const { text, columns } = await open(WEEK, tom)
  t.match(columns[0]?.heading, /9:00.*5:00.PM/)
  t.notMatch(text, 'First of the week')
  for (const each of ['projects/new', 'Unassigned', 'By technician', '/move']) {
    t.notOk(text.includes(each), each)
  }
  t.match((await open(`${WEEK}&view=technicians&who=${tom.userId}`, ann)).text, 'First of the week')
})

t.test('an editor sees the shoots of the jobs that they edit [c12-calendar]', async (t) => {
  const editor = await api.createMember(org, 'EDITOR')
  await shoot('Edited by another', '2099-05-07T15:00:00Z')
  const fields = { editorId: editor.userId, estimatedDuration: 60 }
  await shoot('Edited next', '2099-05-08T15:00:00Z', fields)
  await shoot('Shot in person', '2099-05-09T15:00:00Z', { technicianId: editor.userId })
  const { text } = await open(WEEK, editor)
  t.match(text, 'Edited next')
  t.match(text, 'Shot in person')
  t.match(text, '<span dir="auto">Ann</span>')
  t.notMatch(text, 'Edited by another')
})

t.test('many technicians are paginated [c12-calendar]', async (t) => {
  const many = await api.createOrg()
  for (let i = 0; i < 41; i++) await api.createMember(many, 'TECHNICIAN')
  const browser = await browserOf(api, many)
  const at = `/app/${many.organizationId}/calendar?day=2099-05-07&view=technicians`
  const page = await browser.open(at)
  t.equal(columnsOf(page.text).length, 40)
  t.match(page.text, /day=2099-05-07&amp;view=technicians&amp;page=2">More technicians/)
  t.equal(columnsOf((await browser.open(`${at}&page=2`)).text).length, 1)
})

t.test('without technicians, the page explains how to add one [c12-calendar]', async (t) => {
  const empty = await api.createOrg()
  const browser = await browserOf(api, empty)
  const { text } = await browser.open(`/app/${empty.organizationId}/calendar`)
  t.match(text, 'No technicians yet')
  t.match(text, '/people/new">Invite a technician')
})

t.test(
  'a person creates their calendar URL, sees it once, and revokes it [c12-feeds]',
  async (t) => {
    const browser = await browserOf(api, ann)
    const account = '/app/account'
    const action = `${account}/calendars/${org.organizationId}`
    t.match((await browser.open(account)).text, 'Create calendar link')
    const made = await browser.send(action, {}, {}, account)
    t.equal(made.status, 200)
    const [, url = ''] = /readonly value="([^"]+)"/.exec(made.text) ?? []
    t.match(made.text, `href="${url.replace(/^https?/, 'webcal')}"`)
    t.match(made.headers.get('cache-control'), 'no-store')
    const read = (address: string) => fetch(`${api.url}${new URL(address).pathname}`)
    t.match(await (await read(url)).text(), 'BEGIN:VCALENDAR')
    const again = await browser.open(account)
    t.match(again.text, 'Link created')
    t.notMatch(again.text, url)
    const renewed = await browser.send(action, {}, {}, account)
    t.equal((await read(url)).status, 404, 'a new URL revokes the previous one')
    const slow = await browser.send(`${action}/end`, fieldsOf(again, '/end'), {}, account)
    t.equal(slow.status, 412)
    t.match(slow.text, 'Someone else changed this')
    const [, newer = ''] = /readonly value="([^"]+)"/.exec(renewed.text) ?? []
    t.equal((await read(newer)).status, 200)
    const ended = await browser.send(`${action}/end`, fieldsOf(slow, 'end'), {}, account)
    t.equal(ended.status, 303)
    t.match((await browser.open(ended.location ?? '')).text, 'Calendar link removed.')
    t.equal((await read(newer)).status, 404)
    const foreign = await api.createOrg()
    const other = await browser.send(
      `${account}/calendars/${foreign.organizationId}`,
      {},
      {},
      account,
    )
    t.ok([401, 403, 404].includes(other.status), `${other.status}`)
  },
)

t.test('back-to-back shoots in a repeated hour do not overlap [c12-calendar]', async (t) => {
  // In Los Angeles, clocks go back on 4 November 2029 from 02:00 to 01:00.
  await shoot('At 1:30 AM', '2029-11-04T08:30:00Z', { estimatedDuration: 60 })
  const second = await shoot('An hour later', '2029-11-04T09:30:00Z', { estimatedDuration: 60 })
  const { text } = await open('?day=2029-11-04')
  t.notMatch(text, 'Overlaps another shoot')
  t.notMatch(text, ' double"')
  t.match(text, '1:30 AM PDT – 1:30 AM PST')
  await shoot('In between', '2029-11-04T10:00:00Z', { estimatedDuration: 60 })
  const columns = (await open('?day=2029-11-04')).text
  t.equal([...columns.matchAll(/ double"/g)].length, 2, 'those that do are outlined')

  const browser = await browserOf(api, org)
  const path = `/app/${org.organizationId}/projects/${second.id}`
  t.match((await browser.open(path)).text, '1:30 AM PST')
  const form = fieldsOf(await browser.open(`${path}/reschedule`), '/reschedule')
  await browser.send(`${path}/reschedule`, { ...form, reason: 'Only said' })
  const { body } = await call('GET', `/projects/${second.id}`)
  t.equal(body.scheduledTime, '2029-11-04T09:30:00.000Z', 'an unchanged field moves nothing')
})
