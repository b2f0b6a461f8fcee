// docs/contract.md#c12-calendar: who shoots where, and who is free.

import { WEEKDAYS } from '@mediajobs/domain'
import { sharedApp } from '@mediajobs/testing/api/app'
import { fieldsOf } from '@mediajobs/testing/api/page-forms'
import { browserOf } from '@mediajobs/testing/api/staff-browser'
import t from 'tap'

const api = await sharedApp()
const org = await api.createOrg()
const call = (method: string, path: string, body?: unknown) =>
  api.request(method, path, { key: org.key, body })
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

// Monday, 4 May 2099 is the first day of a week.
const shoot = async (addressLine1: string, scheduledTime: string, fields: object = {}) => {
  const body = { addressLine1, scheduledTime, technicianId: ann.userId, ...fields }
  return (await call('POST', '/projects/create', body)).body
}
const first = await shoot('First of the week', '2099-05-04T15:00:00Z', { estimatedDuration: 90 })
await shoot('At the same time', '2099-05-04T16:00:00Z')
await shoot('Late on Sunday', '2099-05-11T06:59:00Z')
await shoot('Of the next week', '2099-05-11T07:00:00Z')
await shoot('Of the week before', '2099-05-04T06:59:00Z')
await shoot('Of no one', '2099-05-06T17:00:00Z', { technicianId: null })
await shoot('Of the owner', '2099-05-06T17:00:00Z', { technicianId: org.userId })
const gone = await shoot('Gone', '2099-05-04T17:00:00Z')
await call('PATCH', `/projects/${gone.id}/status`, { status: 'CANCELLED' })

async function open(query: string, person: { token(): Promise<string> } = org) {
  const browser = await browserOf(api, person)
  const { status, text } = await browser.open(`/app/${org.organizationId}/calendar${query}`)
  t.equal(status, 200)
  const rows = [...text.matchAll(/<tr><th scope="row" dir="auto">(.*?)<\/th>(.*?)<\/tr>/gs)]
  const cellsOf = (row = '') => [...row.matchAll(/<td.*?<\/td>/gs)].map(([cell]) => cell)
  return { text, rows: new Map(rows.map(([, name, cells]) => [name, cellsOf(cells)])) }
}

t.test(
  'a week has a row for each technician, and the shoots of each day [c12-calendar]',
  async (t) => {
    const { text, rows } = await open('?day=2099-05-07')
    t.match(text, 'Calendar, May 4, 2099 to May 10, 2099')
    t.strictSame(
      [...rows.keys()].slice(1),
      ['Ann', 'Owner', 'Tom'].map((name) => (name === 'Owner' ? 'Olga Owner' : name)),
    )
    const [monday = '', tuesday = '', , , , , sunday = ''] = rows.get('Ann') ?? []
    t.match(monday, new RegExp(`href="[^"]*/projects/${first.id}".*8:00.AM.*First of the week`))
    t.match(monday, 'At the same time')
    t.notMatch(monday, 'Gone')
    t.match(sunday, 'Late on Sunday')
    t.notMatch(text, 'Of the next week')
    t.notMatch(text, 'Of the week before')
    t.equal(
      [...monday.matchAll(/class="double"/g)].length,
      2,
      'shoots at the same time are outlined',
    )
    t.notMatch(sunday, 'class="double"')
    t.match(monday, /8:00.AM&ndash;12:00.PM/)
    t.match(tuesday, '<p class="soft">Off</p>')
    t.match(sunday, /8:00.PM&ndash;12:00.AM/)
    t.match(rows.get('Tom')?.[0], /<p class="soft">9:00.AM&ndash;5:00.PM<\/p>/)
    t.match(rows.get('Olga Owner')?.[2], 'Of the owner', 'a manager who shoots has a row')
    t.match(text, /<span class="alarm">No technician<\/span><\/th>/)
    t.match([...rows.values()][0]?.[2], 'Of no one')
  },
)

t.test('a free time leads to a booking at that time [c12-calendar]', async (t) => {
  const { rows } = await open('?day=2099-05-07')
  t.match(rows.get('Ann')?.[0], /Free 10:00.AM&ndash;12:00.PM/)
  const when = encodeURIComponent('2099-05-04T10:00')
  t.match(rows.get('Ann')?.[0], `/projects/new?technicianId=${ann.userId}&amp;when=${when}"`)
  t.match(rows.get('Tom')?.[0], /Free 9:00.AM&ndash;5:00.PM/)
  const past = await open('?day=2026-05-04')
  t.notMatch(past.text, 'Free', 'what is past is not free')
})

t.test('no free time has begun already', async (t) => {
  // Never the last hours of a week, which have no free time left.
  const timeZone = new Date().getUTCDay() === 0 ? 'Pacific/Pago_Pago' : 'UTC'
  const other = await api.createOrg()
  const change = (path: string, body: object) =>
    api.request('PATCH', path, { key: other.key, body })
  await change('/organization', { timeZone })
  const { userId } = await api.createMember(other, 'TECHNICIAN')
  const workingHours = Object.fromEntries(
    WEEKDAYS.map((day) => [day, [{ from: '00:00', to: '24:00' }]]),
  )
  t.equal((await change(`/users/${userId}`, { workingHours })).status, 200)
  const browser = await browserOf(api, other)
  const { text } = await browser.open(`/app/${other.organizationId}/calendar`)
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
})

t.test('weeks and days are in the address [c12-calendar]', async (t) => {
  const { text } = await open('?day=2099-05-07')
  t.match(text, /href="[^"]*calendar\?day=2099-04-30">Previous week/)
  t.match(text, /href="[^"]*calendar\?day=2099-05-14">Next week/)
  t.match(text, /href="[^"]*calendar">This week/)
  t.match(text, /href="[^"]*day=2099-05-07" aria-current="date">Thu, May 7/)
  t.match(text, '<th scope="col" class="chosen">Thursday, May 7</th>')
  for (const odd of ['?day=nope', '?day=1970-01-02', '?day=2200-12-30', '?page=9', '?page=x']) {
    await open(odd)
  }
})

t.test('a person who may not assign sees their own week [c12-calendar]', async (t) => {
  const { text, rows } = await open('?day=2099-05-07', tom)
  t.strictSame([...rows.keys()], ['Tom'])
  t.notMatch(text, 'First of the week')
  t.notMatch(text, 'projects/new')
  t.match((await open('?day=2099-05-07', ann)).text, 'First of the week')
})

t.test('many technicians are shown by pages [c12-calendar]', async (t) => {
  const many = await api.createOrg()
  for (let i = 0; i < 41; i++) await api.createMember(many, 'TECHNICIAN')
  const browser = await browserOf(api, many)
  const at = `/app/${many.organizationId}/calendar?day=2099-05-07`
  const rowsOf = (text: string) => [...text.matchAll(/<th scope="row"/g)].length
  const page = await browser.open(at)
  t.equal(rowsOf(page.text), 40)
  t.match(page.text, /day=2099-05-07&amp;page=2">More technicians/)
  t.equal(rowsOf((await browser.open(`${at}&page=2`)).text), 1)
})

t.test(
  'a person makes the address of their calendar, sees it once, and ends it [c12-feeds]',
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
    t.equal((await read(url)).status, 404, 'a new address ends the one before')
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
