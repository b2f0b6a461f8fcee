// docs/contract.md#c14-calendar-file
import { MAX_CALENDAR_NOTES_LENGTH, MAX_CALENDAR_PROJECTS } from '@mediajobs/domain'
import { sharedApp } from '@mediajobs/testing/api/app'
import t from 'tap'
import { calendarStudio, inDays, parsed } from './calendar-studio.ts'

const service = await sharedApp()

const HOUR_MS = 3_600_000
const CRLF = '\r\n'

t.test(
  "a calendar library can parse a person's shoots [c14-calendar-file, c14-calendar-events]",
  async (t) => {
    const { book, newCalendar, read, call, org } = await calendarStudio(service)
    await call('PATCH', '/organization', { name: 'Alder Media', timeZone: 'Europe/Berlin' })
    const project = await book({
      addressLine1: '48 Alder Ridge Road',
      addressLine2: 'Unit 2',
      city: 'Pasadena',
      region: 'CA',
      postalCode: '91101',
      countryCode: 'US',
      lat: 34.15,
      lng: -118.14,
      notes: 'Lockbox at the side door',
      estimatedDuration: 90,
    })
    const { status, headers, body } = await read(await newCalendar())
    t.equal(status, 200)
    t.equal(headers['content-type'], 'text/calendar; charset=utf-8')
    const { calendar, events } = parsed(body)
    t.equal(calendar.getFirstPropertyValue('version'), '2.0')
    t.notOk(calendar.getFirstProperty('method'), 'RFC 5546: it would need an organizer')
    t.ok(
      body.lastIndexOf('X-WR-') < body.indexOf('BEGIN:VEVENT'),
      'RFC 5545: the properties of a calendar come before its events',
    )
    t.equal(calendar.getFirstPropertyValue('x-wr-calname'), 'TECHNICIAN · Alder Media')
    t.equal(calendar.getFirstPropertyValue('x-wr-timezone'), 'Europe/Berlin')
    t.equal(events.length, 1)
    const [event] = events
    t.equal(event?.uid, project.id)
    t.equal(event?.sequence, project.version)
    t.equal(event?.summary, '48 Alder Ridge Road, Pasadena')
    t.equal(event?.location, '48 Alder Ridge Road, Unit 2, 91101, Pasadena, CA, US')
    t.equal(event?.description, 'Lockbox at the side door')
    t.strictSame(event?.component.getFirstPropertyValue('geo'), [34.15, -118.14])
    t.equal(event?.startDate.toJSDate().toISOString(), project.scheduledTime)
    t.equal(event?.startDate.zone.tzid, 'UTC', 'apps need no time zone table')
    const startMs = Date.parse(project.scheduledTime)
    t.equal(event?.endDate.toJSDate().getTime(), startMs + 1.5 * HOUR_MS)
    t.notMatch(body, org.key)
  },
)

t.test('the file is valid RFC 5545 for any text [c14-calendar-file]', async (t) => {
  const { book, newCalendar, read, call } = await calendarStudio(service)
  const notes = `a;b,c\\d "e": f\ng\r\nh\tBEGIN:VEVENT ${'ü€😀'.repeat(60)}`
  const addressLine1 = `1; "Main", Street\\ ${'straße '.repeat(20)}`
  await call('PATCH', '/organization', { name: 'A; B, C' })
  await book({ notes, addressLine1, city: null })
  await book({ notes: null, scheduledTime: inDays(3) })
  const { body } = await read(await newCalendar())
  const lines: string[] = body.split(CRLF)
  t.equal(lines.pop(), '', 'the last line is terminated too')
  t.notMatch(body.replaceAll(CRLF, ''), /[\r\n]/, 'every line ends with CRLF')
  t.equal(lines.filter((line) => Buffer.byteLength(line) > 75).length, 0, 'folded')
  const { events, calendar } = parsed(body)
  t.equal(events.length, 2, "an event's text can't start another")
  t.equal(events[0]?.description.replaceAll('\r\n', '\n'), notes.replaceAll('\r\n', '\n'))
  t.equal(events[0]?.summary, addressLine1)
  t.equal(events[1]?.summary, 'A; B, C', 'without an address')
  t.equal(calendar.getFirstPropertyValue('x-wr-calname'), 'TECHNICIAN · A; B, C')
})

t.test('a stored multi-line name injects no event [c1-names-line]', async (t) => {
  const { newCalendar, read, technician } = await calendarStudio(service)
  const name = 'x\r\nBEGIN:VEVENT\r\nUID:evil\r\nSUMMARY:Pay\rURL:https://evil.example\nEND:VEVENT'
  // As stored before names had to be one line.
  const sql = 'update memberships set name = $2 where user_id = $1'
  await service.store.sql.query(sql, [technician.userId, name])
  const { body } = await read(await newCalendar())
  t.equal(parsed(body).events.length, 0)
  t.equal(body.match(/^\S*(BEGIN|URL|UID)/gm)?.join(), 'BEGIN', 'only that of the calendar')
  t.notMatch(body.replaceAll(CRLF, ''), /[\r\n]/)
})

t.test(
  'a change increments SEQUENCE, and a canceled project is shown as canceled [c14-calendar-events]',
  async (t) => {
    const { book, newCalendar, read, call } = await calendarStudio(service)
    const path = await newCalendar()
    const project = await book()
    const shown = async () => {
      const [event] = parsed((await read(path)).body).events
      const status = event?.component.getFirstPropertyValue('status')
      return { uid: event?.uid, sequence: event?.sequence, status }
    }
    const first = await shown()
    t.strictSame(first, { uid: project.id, sequence: 1, status: 'TENTATIVE' })
    await call('PATCH', `/projects/${project.id}/status`, { status: 'BOOKED' })
    t.strictSame(await shown(), { uid: project.id, sequence: 2, status: 'CONFIRMED' })
    await call('PATCH', `/projects/${project.id}`, { scheduledTime: inDays(4) })
    t.equal((await shown()).sequence, 3)
    await call('PATCH', `/projects/${project.id}/status`, { status: 'CANCELLED' })
    t.strictSame(await shown(), { uid: project.id, sequence: 4, status: 'CANCELLED' })
  },
)

t.test(
  'a calendar covers 30 days back and a year ahead, for every assignment [c14-calendar-file, c14-calendar-events]',
  async (t) => {
    const { book, newCalendar, read, org, technician } = await calendarStudio(service)
    const { userId } = technician
    const none = { technicianId: null }
    const wanted = [
      await book({ scheduledTime: inDays(-29) }),
      await book({ ...none, editorId: userId, scheduledTime: inDays(1) }),
      await book({ ...none, projectManagerId: userId, scheduledTime: inDays(2) }),
      await book({ editorId: userId, scheduledTime: inDays(364) }),
    ].map(({ id }) => id)
    await book({ scheduledTime: inDays(-31) })
    await book({ scheduledTime: inDays(367) })
    await book({ technicianId: org.userId })
    const other = await calendarStudio(service)
    await other.book()
    const { events } = parsed((await read(await newCalendar())).body)
    t.strictSame(
      events.map(({ uid }) => uid),
      wanted,
    )
    t.strictSame(
      events.map(({ component }) => component.getFirstPropertyValue('transp')),
      ['OPAQUE', 'TRANSPARENT', 'TRANSPARENT', 'OPAQUE'],
      'only a technician is busy at the time of the shoot',
    )
  },
)

t.test('an unchanged calendar is a 304, a changed one is not [c14-calendar-file]', async (t) => {
  const { book, newCalendar, read, call } = await calendarStudio(service)
  const path = await newCalendar()
  const project = await book()
  const first = await read(path)
  const { etag = '' } = first.headers
  t.match(etag, /^"[\w-]+"$/)
  t.equal(first.headers['cache-control'], 'private, no-cache')
  t.equal((await read(path)).body, first.body, 'identical bytes while nothing changes')
  const again = await read(path, { 'if-none-match': etag })
  t.match(again, { status: 304, body: '', headers: { etag } })
  await call('PATCH', `/projects/${project.id}`, { notes: 'New' })
  const changed = await read(path, { 'if-none-match': etag })
  t.equal(changed.status, 200)
  t.match(changed.body, /DESCRIPTION:New/)
  const head = await fetch(`${service.url}${path}`, { method: 'HEAD' })
  t.match(head, { status: 200 })
  t.equal(head.headers.get('etag'), changed.headers.etag)
})

t.test(
  'a calendar lists at most 2,000 projects and truncates long notes [c14-calendar-file]',
  async (t) => {
    const { newCalendar, read, org, technician } = await calendarStudio(service)
    // In batches, to stay below the 8-second statement timeout on a busy machine.
    for (const first of [1, 551, 1_101, 1_651]) {
      await service.store.sql.query(
        `insert into projects (organization_id, id, scheduled_time, technician_id, notes)
       select $1, gen_random_uuid(), now() + n * interval '1 minute', $2, repeat('x', 5000)
       from generate_series($3::int, $3 + 549) as n`,
        [org.organizationId, technician.userId, first],
      )
    }
    const { events } = parsed((await read(await newCalendar())).body)
    t.equal(events.length, MAX_CALENDAR_PROJECTS)
    const last = events.at(-1)?.startDate.toJSDate().getTime() ?? 0
    t.ok(last < Date.now() + 2_001 * 60_000, 'the earliest ones')
    t.equal(events[0]?.description.length, MAX_CALENDAR_NOTES_LENGTH)
  },
)

t.test('time off shows its person as busy, without its note [c17-time-off-calendar]', async (t) => {
  const { newCalendar, read, call, technician } = await calendarStudio(service)
  const path = await newCalendar()
  const [startsAt, endsAt] = [inDays(3), inDays(4)]
  const ofPerson = `/users/${technician.userId}/time-off`
  const { body: made } = await call('POST', ofPerson, { startsAt, endsAt, note: 'Surgery' })
  const eventOf = async () => {
    const { body } = await read(path)
    t.notMatch(body, 'Surgery')
    return parsed(body).events.find(({ uid }) => uid === made.id)
  }
  const event = await eventOf()
  t.equal(event?.summary, 'Time off')
  t.equal(event?.startDate.toJSDate().toISOString(), startsAt)
  t.equal(event?.endDate.toJSDate().toISOString(), endsAt)
  t.equal(event?.component.getFirstPropertyValue('transp'), 'OPAQUE')
  t.equal(event?.sequence, 1)
  for (const [days, sequence] of [
    [5, 2],
    [5, 2],
    [6, 3],
  ] as const) {
    await call('PATCH', `${ofPerson}/${made.id}`, { endsAt: inDays(days) })
    t.equal((await eventOf())?.sequence, sequence, 'each change is a newer version')
  }
  await call('DELETE', `${ofPerson}/${made.id}`)
  t.equal(await eventOf(), undefined)
})
