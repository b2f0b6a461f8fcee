// docs/contract.md#c20-slots-clock
import { openSingleConnection } from '@mediajobs/db'
import { createTestDatabase } from '@mediajobs/db/testing'
import { testApp } from '@mediajobs/testing/api/app'
import { DAY_MS, everyDay, instant, orderStudio } from '@mediajobs/testing/api/order-studio'
import t, { type Test } from 'tap'

const HALF_HOUR_MS = 1_800_000

/** An api whose database clock starts at `at`, from which notice and horizon count. */
async function serviceAt(t: Test, at: string) {
  const { url, name } = await createTestDatabase(t)
  const connection = await openSingleConnection(url, 'test')
  // Later connections find this function before that of pg_catalog.
  await connection.rows(`
    create schema clock;
    create function clock.clock_timestamp() returns timestamptz language sql volatile as
      $$ select pg_catalog.clock_timestamp() + (timestamptz '${at}' - timestamptz '${instant(Date.now())}') $$;
    alter database "${name}" set search_path = clock, pg_catalog, public`)
  await connection.close()
  return testApp(t, { databaseUrl: url, trustProxy: true })
}

interface Change {
  what: string
  now: string
  /** Time zones whose clocks change within a month of `now`. */
  zones: string[]
}

const CHANGES: Change[] = [
  {
    what: 'forward',
    now: '2026-03-05T12:00:00Z',
    zones: ['America/New_York', 'Europe/Zurich'],
  },
  {
    what: 'back',
    now: '2026-10-10T12:00:00Z',
    zones: ['America/New_York', 'Europe/Zurich', 'Australia/Lord_Howe'],
  },
]

for (const { what, now, zones } of CHANGES) {
  t.test(
    `when clocks go ${what}, slots agree with the availability of the technicians [c20-slots-clock]`,
    async (t) => {
      const service = await serviceAt(t, now)
      for (const timeZone of zones) {
        const { org, call, hire, open, technicianId } = await orderStudio(service)
        await call('PATCH', '/organization', { timeZone })
        const atNight = everyDay(['00:00', '05:00'], ['09:15', '17:00'])
        await call('PATCH', `/users/${technicianId}`, { workingHours: atNight })
        await hire(everyDay(['22:30', '24:00']))
        // Not with an API call: the database has no event partition for that day.
        await service.store.sql.query(
          `insert into projects (organization_id, id, scheduled_time, technician_id, estimated_duration)
           select $1, gen_random_uuid(), $3::timestamptz + day * interval '1 day', $2, 95
           from generate_series(2, 28, 3) as day`,
          [org.organizationId, technicianId, now],
        )
        const { slots, hold } = await open({ travelMinutes: 15, noticeHours: 0 })
        const from = Date.parse(now) + DAY_MS
        const to = from + 28 * DAY_MS
        const shown = await slots({ from: instant(from), to: instant(to) })
        const asked = new URLSearchParams({
          from: instant(from - DAY_MS),
          to: instant(to + DAY_MS),
          durationMinutes: '60',
          travelMinutes: '15',
        })
        const { body } = await call('GET', `/availability?${asked}`)
        const free = body.data.flatMap(
          (person: { free: { startFrom: string; startTo: string }[] }) =>
            person.free.map(({ startFrom, startTo }) => [
              Date.parse(startFrom),
              Date.parse(startTo),
            ]),
        )
        const expected: string[] = []
        // These zones' half hours coincide with those of UTC.
        for (let at = from; at < to; at += HALF_HOUR_MS) {
          const isFree = free.some(([first = 0, last = 0]: number[]) => first <= at && at <= last)
          if (isFree) expected.push(instant(at))
        }
        t.ok(expected.length > 500)
        t.strictSame(shown, expected, timeZone)
        t.equal(body.data.length, 2)
        const last = shown.at(-1) ?? ''
        t.equal((await hold(last)).status, 201, 'the last slot can be held')
      }
    },
  )
}

t.test('the grid begins at local midnight each day [c20-slots-clock]', async (t) => {
  const service = await serviceAt(t, '2026-10-20T12:00:00Z')
  const { call, open, technicianId } = await orderStudio(service)
  await call('PATCH', '/organization', { timeZone: 'Europe/Zurich' })
  await call('PATCH', `/users/${technicianId}`, { workingHours: everyDay(['00:00', '24:00']) })
  const { slots, hold } = await open({ slotMinutes: 120, noticeHours: 0 })
  // From midnight to midnight of the day on which 02:00 to 03:00 repeats.
  const shown = await slots({ from: '2026-10-24T22:00:00Z', to: '2026-10-25T23:00:00Z' })
  t.strictSame(
    shown.map((at) => at.slice(11, 16)),
    [
      '22:00',
      '00:00',
      '01:00',
      '03:00',
      '05:00',
      '07:00',
      '09:00',
      '11:00',
      '13:00',
      '15:00',
      '17:00',
      '19:00',
      '21:00',
    ],
  )
  t.equal((await hold('2026-10-25T02:00:00Z')).status, 400, "three hours isn't a multiple of two")
  t.equal((await hold('2026-10-25T03:00:00Z')).status, 201)
})
