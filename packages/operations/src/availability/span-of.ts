import { MAX_AVAILABILITY_DAYS } from '@mediajobs/domain'
import { invalid } from '../shared/errors.ts'
import type { Span } from './span.ts'

const DAY_MS = 86_400_000
// A month in which the clocks go back has this much more.
const CHANGE_MS = 3_600_000

/** @throws {OperationError} `invalid` for a span that is too long or ends before it begins. */
export function spanOf({ from, to }: { from: string; to: string }): Span {
  const span = { from: Date.parse(from), to: Date.parse(to) }
  if (span.to <= span.from) throw invalid('to', 'too_small', 'must be later than from')
  if (span.to - span.from > MAX_AVAILABILITY_DAYS * DAY_MS + CHANGE_MS) {
    throw invalid(
      'to',
      'too_large',
      `must be at most ${MAX_AVAILABILITY_DAYS} days later than from`,
    )
  }
  return span
}
