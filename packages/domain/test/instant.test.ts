import t from 'tap'
import { instantProblem, toUtc } from '../src/index.ts'

t.test(
  'an RFC 3339 time with an offset is accepted, and returned in UTC with milliseconds [i2-scheduled-time, c1-times-response]',
  async (t) => {
    const cases = {
      '2026-05-01T09:30:00Z': '2026-05-01T09:30:00.000Z',
      '2026-05-01T09:30:00+02:00': '2026-05-01T07:30:00.000Z',
      '2026-05-01T00:15:00.5-09:30': '2026-05-01T09:45:00.500Z',
      '2026-05-01t09:30:00.123456789z': '2026-05-01T09:30:00.123Z',
      '2024-02-29T23:59:59-00:00': '2024-02-29T23:59:59.000Z',
      '1970-01-01T00:00:00Z': '1970-01-01T00:00:00.000Z',
      '2200-12-31T23:59:59Z': '2200-12-31T23:59:59.000Z',
      '1969-12-31T10:00:00-14:00': '1970-01-01T00:00:00.000Z',
      '1970-01-01T14:00:00+14:00': '1970-01-01T00:00:00.000Z',
      '2201-01-01T13:59:59+14:00': '2200-12-31T23:59:59.000Z',
      '2200-12-31T09:59:59.9999-14:00': '2200-12-31T23:59:59.999Z',
    }
    for (const [text, utc] of Object.entries(cases)) {
      t.equal(instantProblem(text), null, text)
      t.equal(toUtc(text), utc)
    }
  },
)

t.test(
  'nonexistent and ambiguous times are refused with the reason [c1-times-rfc3339, c1-times-no-leap]',
  async (t) => {
    const cases: Record<string, RegExp> = {
      '2026-02-30T09:30:00Z': /date that exists/,
      '2025-02-29T09:30:00Z': /date that exists/,
      '2026-13-01T09:30:00Z': /date that exists/,
      '2026-00-10T09:30:00Z': /date that exists/,
      '2026-05-01T24:00:00Z': /00:00:00 to 23:59:59/,
      '2026-12-31T23:59:60Z': /00:00:00 to 23:59:59/,
      '2026-05-01T09:60:00Z': /00:00:00 to 23:59:59/,
      '1969-12-31T23:59:59Z': /1970 to 2200/,
      '2201-01-01T00:00:00Z': /1970 to 2200/,
      '1970-01-01T00:00:00+00:01': /1970 to 2200, in UTC/,
      '1970-01-01T00:00:00+14:00': /1970 to 2200, in UTC/,
      '2200-12-31T23:59:59-00:01': /1970 to 2200, in UTC/,
      '0000-01-01T00:00:00Z': /1970 to 2200/,
      '9999-12-31T23:59:59-14:00': /1970 to 2200/,
      '2026-05-01T09:30:00+14:01': /-14:00 to \+14:00/,
      '2026-05-01T09:30:00-14:01': /-14:00 to \+14:00/,
      '2026-05-01T09:30:00+13:60': /-14:00 to \+14:00/,
      '2026-05-01T09:30:00+24:00': /offset/,
      '2026-05-01T09:30:00': /without an offset it is ambiguous/,
      '2026-05-01': /ambiguous/,
      '2026-05-01T09:30:00+0200': /RFC 3339/,
      '2026-05-01T9:30:00Z': /RFC 3339/,
      tomorrow: /RFC 3339/,
      '': /RFC 3339/,
      '1777627800': /RFC 3339/,
    }
    for (const [text, problem] of Object.entries(cases))
      t.match(instantProblem(text), problem, text)
  },
)

t.test('every time that a response can contain is accepted [c1-times-taken-back]', async (t) => {
  for (const text of ['1970-01-01T00:00:00.000Z', '2200-12-31T23:59:59.999Z']) {
    t.equal(instantProblem(text), null, text)
    t.equal(toUtc(text), text)
  }
  for (const text of ['1969-12-31T23:59:59.999Z', '2201-01-01T00:00:00.000Z']) {
    t.match(instantProblem(text), /1970 to 2200/, text)
  }
})
