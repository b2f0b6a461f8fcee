// docs/contract.md#c14-availability-zone: the days on which clocks change.
import { sharedApp } from '@mediajobs/testing/api/app'
import t from 'tap'
import { availabilityStudio } from './availability-studio.ts'

const service = await sharedApp()

interface Change {
  timeZone: string
  what: string
  /** The day, from midnight to midnight in the zone. */
  from: string
  to: string
  /** Working hours, the same every day. */
  hours: [string, string][]
  free: [string, string][]
}

const CHANGES: Change[] = [
  {
    timeZone: 'Europe/Berlin',
    what: 'the clocks go forward',
    from: '2026-03-29T00:00:00+01:00',
    to: '2026-03-30T00:00:00+02:00',
    hours: [
      ['01:00', '04:00'],
      ['09:00', '17:00'],
    ],
    free: [
      ['2026-03-29T00:00:00.000Z', '2026-03-29T02:00:00.000Z'],
      ['2026-03-29T07:00:00.000Z', '2026-03-29T15:00:00.000Z'],
    ],
  },
  {
    timeZone: 'Europe/Berlin',
    what: 'the clocks go back',
    from: '2026-10-25T00:00:00+02:00',
    to: '2026-10-26T00:00:00+01:00',
    hours: [
      ['01:00', '04:00'],
      ['09:00', '17:00'],
    ],
    free: [
      ['2026-10-24T23:00:00.000Z', '2026-10-25T03:00:00.000Z'],
      ['2026-10-25T08:00:00.000Z', '2026-10-25T16:00:00.000Z'],
    ],
  },
  {
    timeZone: 'America/Los_Angeles',
    what: 'the clocks go forward',
    from: '2026-03-08T00:00:00-08:00',
    to: '2026-03-09T00:00:00-07:00',
    hours: [['00:00', '24:00']],
    free: [['2026-03-08T08:00:00.000Z', '2026-03-09T07:00:00.000Z']],
  },
  {
    timeZone: 'America/Los_Angeles',
    what: 'the clocks go back',
    from: '2026-11-01T00:00:00-07:00',
    to: '2026-11-02T00:00:00-08:00',
    hours: [
      ['00:00', '01:00'],
      ['09:00', '17:00'],
    ],
    free: [
      ['2026-11-01T07:00:00.000Z', '2026-11-01T08:00:00.000Z'],
      ['2026-11-01T17:00:00.000Z', '2026-11-02T01:00:00.000Z'],
    ],
  },
  {
    timeZone: 'Europe/Berlin',
    what: 'a nonexistent time is shifted past the change',
    from: '2026-03-29T00:00:00+01:00',
    to: '2026-03-30T00:00:00+02:00',
    hours: [['02:30', '05:00']],
    free: [['2026-03-29T01:30:00.000Z', '2026-03-29T03:00:00.000Z']],
  },
  {
    timeZone: 'America/Los_Angeles',
    what: "skipped hours don't count",
    from: '2026-03-08T00:00:00-08:00',
    to: '2026-03-09T00:00:00-07:00',
    hours: [
      ['02:00', '03:00'],
      ['10:00', '11:00'],
    ],
    free: [['2026-03-08T17:00:00.000Z', '2026-03-08T18:00:00.000Z']],
  },
  {
    timeZone: 'America/Los_Angeles',
    what: 'the first of a repeated time counts',
    from: '2026-11-01T00:00:00-07:00',
    to: '2026-11-02T00:00:00-08:00',
    hours: [['00:00', '01:30']],
    free: [['2026-11-01T07:00:00.000Z', '2026-11-01T08:30:00.000Z']],
  },
]

for (const { timeZone, what, from, to, hours, free } of CHANGES) {
  t.test(`in ${timeZone}: ${what} [c14-availability-zone]`, async (t) => {
    const studio = await availabilityStudio(service, timeZone)
    await studio.works(...hours)
    t.strictSame(await studio.free({ from, to }), free)
  })
}

t.test(
  'working hours keep their local time across a clock change [c14-availability-zone]',
  async (t) => {
    for (const [timeZone, from, hours] of [
      ['Europe/Berlin', '2026-03-15T00:00:00+01:00', [8, 7]],
      ['America/Los_Angeles', '2026-10-20T00:00:00-07:00', [16, 17]],
    ] as const) {
      const studio = await availabilityStudio(service, timeZone)
      await studio.works(['09:00', '17:00'])
      const to = new Date(Date.parse(from) + 31 * 86_400_000).toISOString()
      const free = await studio.free({ from, to })
      t.ok(free.length >= 30, timeZone)
      const starts = free.map(([begin = '']) => new Date(begin).getUTCHours())
      t.strictSame([...new Set(starts)], hours, timeZone)
      const lengths = free.map(([a = '', b = '']) => Date.parse(b) - Date.parse(a))
      t.ok(lengths.slice(0, 30).every((ms) => ms === 8 * 3_600_000))
    }
  },
)

t.test('the weekday is that of the time zone, not of UTC [c14-availability-zone]', async (t) => {
  const studio = await availabilityStudio(service, 'Pacific/Auckland')
  const workingHours = { monday: [{ from: '08:00', to: '10:00' }] }
  await studio.call('PATCH', `/users/${studio.technician.userId}`, { workingHours })
  t.strictSame(await studio.free({ from: '2026-05-31T00:00:00Z', to: '2026-06-02T00:00:00Z' }), [
    ['2026-05-31T20:00:00.000Z', '2026-05-31T22:00:00.000Z'],
  ])
})
