import t from 'tap'
import { Temporal } from 'temporal-polyfill'
import { startsOfDays } from '../src/working-hours.ts'

const DAY_MS = 86_400_000
const ZONES = [
  'UTC',
  'America/New_York',
  // Clocks skip or repeat midnight.
  'Africa/Cairo',
  'America/Havana',
  // By half an hour.
  'Australia/Lord_Howe',
  // Four changes a year.
  'Africa/Casablanca',
  // Skipped a whole day.
  'Pacific/Apia',
]

t.test(
  "days begin at their calendar's first instant, whatever the clocks do [c25-days]",
  async (t) => {
    for (const zone of ZONES) {
      for (const step of [1, 7, 31]) {
        const days: number[] = []
        for (let day = Date.UTC(2011, 0, 1); days.length < 730; day += step * DAY_MS) days.push(day)
        const wanted = days.map((day) => {
          const date = new Date(day).toISOString().slice(0, 10)
          return Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds
        })
        t.strictSame(startsOfDays(days, zone).map(Date.parse), wanted, `${zone}, ${step} days`)
      }
    }
  },
)
