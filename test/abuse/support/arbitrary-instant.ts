import * as fc from 'fast-check'

const OFFSETS = [
  'Z',
  '+00:00',
  '-00:00',
  '+02:00',
  '+14:00',
  '-14:00',
  '+14:01',
  '+15:59',
  '-16:00',
  '+23:59',
  '-23:59',
]
// The first and last second of the range, in UTC and with the largest offsets, and invalid times.
const SECONDS = [
  '1970-01-01T00:00:00',
  '1970-01-01T14:00:00',
  '1969-12-31T10:00:00',
  '2200-12-31T23:59:59',
  '2200-12-31T09:59:59',
  '2201-01-01T13:59:59',
  '2016-12-31T23:59:60',
  '2026-05-01T24:00:00',
  '2028-02-29T12:00:00',
  '2026-02-29T12:00:00',
]
const FRACTIONS = ['', '.0', '.999', '.9995', '.123456789']

const common = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString())

const edge = fc
  .tuple(fc.constantFrom(...SECONDS), fc.constantFrom(...FRACTIONS), fc.constantFrom(...OFFSETS))
  .map((parts) => parts.join(''))

/** Times as callers may send them: mostly valid, some at the bounds. */
export const instant: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: common },
  { weight: 1, arbitrary: edge },
)

// The local year is in range, but not the UTC year.
const CORNERS = ['1970-01-01T00:00:00+14:00', '2200-12-31T23:59:59-14:00']

/** A far future time with every offset, the corners, and `more` boundary times. */
export function edgeInstants(more: number, seed: number): string[] {
  const everyOffset = OFFSETS.map((offset) => `2199-06-15T12:00:00${offset}`)
  return [...everyOffset, ...fc.sample(edge, { numRuns: more, seed }), ...CORNERS]
}
