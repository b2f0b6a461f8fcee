// docs/contract.md#c14-calendar
import { randomUUID } from 'node:crypto'
import { MAX_CALENDAR_READS } from '@mediajobs/domain'
import { testApp } from '@mediajobs/testing/api/app'
import { asPerson } from '@mediajobs/testing/api/sign-in'
import t from 'tap'
import { calendarStudio, pathOf } from './calendar-studio.ts'

const service = await testApp(t, {
  trustProxy: true,
  deliveryBaseUrl: 'https://pages.test/deliveries',
})
const UNKNOWN = `/calendars/${'x'.repeat(43)}.ics`

t.test('a calendar URL is shown once, and stored only as a hash [c14-calendar]', async (t) => {
  const { call, calendarOf, org, technician, read } = await calendarStudio(service)
  t.equal((await call('GET', calendarOf)).status, 404)
  const { status, body, headers } = await call('POST', calendarOf)
  t.equal(status, 201)
  t.equal(headers['cache-control'], 'no-store')
  const { url, ...calendar } = body
  t.match(calendar, { organizationId: org.organizationId, userId: technician.userId })
  t.match(url, /^https:\/\/pages\.test\/calendars\/[0-9A-Za-z]{43}\.ics$/)
  t.strictSame((await call('GET', calendarOf)).body, calendar)
  const stored = await service.store.sql.query('select row_to_json(c)::text from calendars as c')
  t.notOk(JSON.stringify(stored).includes(url.slice(-47, -4)))
  t.equal((await read(pathOf(url))).status, 200)
})

t.test(
  'a new URL revokes the previous one, and DELETE revokes it for good [c14-calendar]',
  async (t) => {
    const { call, calendarOf, newCalendar, read } = await calendarStudio(service)
    const first = await newCalendar()
    const second = await newCalendar()
    t.equal((await read(first)).status, 404)
    t.equal((await read(second)).status, 200)
    for (const status of [204, 204]) t.equal((await call('DELETE', calendarOf)).status, status)
    t.equal((await read(second)).status, 404)
    t.equal((await call('GET', calendarOf)).status, 404)
    t.equal((await read(await newCalendar())).status, 200)
  },
)

t.test('DELETE honors If-Match [c14-calendar]', async (t) => {
  const { api, org, calendarOf, call } = await calendarStudio(service)
  const remove = (etag: string) =>
    api.request('DELETE', calendarOf, { key: org.key, headers: { 'if-match': etag } })
  t.equal((await remove('*')).status, 412, 'no calendar yet')
  await call('POST', calendarOf)
  t.equal((await remove('"other"')).status, 412)
  const { headers } = await call('GET', calendarOf)
  t.equal((await remove(headers.etag ?? '')).status, 204)
})

t.test(
  'members manage their own calendars; ADMIN and MANAGER also those of others, except of a higher role [c14-calendar-roles]',
  async (t) => {
    const { api, org, technician, calendarOf } = await calendarStudio(service)
    const others = `/users/${org.userId}/calendar`
    for (const role of ['TECHNICIAN', 'EDITOR'] as const) {
      const member = await api.createMember(org, role)
      const act = asPerson(api, await member.token(), org.organizationId)
      const own = await act('POST', `/users/${member.userId}/calendar`)
      t.equal(own.status, 201)
      pathOf(own.body.url)
      for (const method of ['POST', 'DELETE']) {
        const refused = await act(method, calendarOf)
        t.match(refused, { status: 403, body: { code: 'role_forbids' } })
      }
      t.equal((await act('DELETE', `/users/${member.userId}/calendar`)).status, 204)
    }
    const manager = await api.createMember(org, 'MANAGER')
    const manage = asPerson(api, await manager.token(), org.organizationId)
    const made = await manage('POST', `/users/${technician.userId}/calendar`)
    t.equal(made.status, 201)
    pathOf(made.body.url)
    t.equal((await manage('DELETE', others)).body.code, 'role_forbids', "an ADMIN's")
    t.equal((await manage('POST', `/users/${randomUUID()}/calendar`)).status, 404)
  },
)

t.test(
  'the calendar of a deactivated person is a 404, until they are active again [c14-calendar-unknown]',
  async (t) => {
    const { call, calendarOf, newCalendar, read, technician } = await calendarStudio(service)
    const path = await newCalendar()
    const unknown = await read(UNKNOWN)
    t.equal(unknown.status, 404)
    await call('PATCH', `/users/${technician.userId}`, { active: false })
    const gone = await read(path)
    t.equal(gone.status, 404)
    t.strictSame({ ...gone.body, requestId: '' }, { ...unknown.body, requestId: '' })
    t.match(await call('POST', calendarOf), { status: 409, body: { code: 'user_inactive' } })
    t.equal((await call('DELETE', calendarOf)).status, 204)
    await call('PATCH', `/users/${technician.userId}`, { active: true })
    t.equal((await read(path)).status, 404, 'it was deleted')
    const next = await newCalendar()
    await call('PATCH', `/users/${technician.userId}`, { active: false })
    await call('PATCH', `/users/${technician.userId}`, { active: true })
    t.equal((await read(next)).status, 200)
  },
)

t.test(
  'a network that guesses calendars is refused, but can still read known ones [c14-calendar-unknown]',
  async (t) => {
    const { newCalendar, read } = await calendarStudio(service)
    const path = await newCalendar()
    const from = { 'x-forwarded-for': '203.0.113.7' }
    const statuses = new Set<number>()
    for (let n = 0; n < 70; n += 1) statuses.add((await read(UNKNOWN, from)).status)
    t.strictSame([...statuses], [404, 429])
    const refused = await read(UNKNOWN, from)
    t.equal(refused.body.code, 'rate_limited')
    t.match(refused.headers['retry-after'], /^\d+$/)
    t.equal((await read(path, from)).status, 200, 'offices and calendar services share a network')
    t.equal((await read(UNKNOWN, { 'x-forwarded-for': '203.0.114.7' })).status, 404)
  },
)

t.test("a calendar read too often is refused; others aren't [c14-calendar-unknown]", async (t) => {
  const { newCalendar, read, org } = await calendarStudio(service)
  const path = await newCalendar()
  const other = await newCalendar(`/users/${org.userId}/calendar`)
  const statuses: number[] = []
  for (let n = 0; n <= MAX_CALENDAR_READS; n += 1) statuses.push((await read(path)).status)
  t.equal(statuses.at(-1), 429)
  t.equal(statuses.filter((status) => status === 200).length, MAX_CALENDAR_READS)
  t.equal((await read(other)).status, 200)
})
