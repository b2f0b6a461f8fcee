import { DEFAULT_SHOOT_MINUTES } from '@mediajobs/domain'
import type { Project } from '../records.ts'

/** The shoots of a person that take place at the same time as another one of theirs. */
export function overlapping(shoots: readonly Project[]): ReadonlySet<string> {
  const found = new Set<string>()
  // By time: a later shoot overlaps the one that ends last, or none.
  let last: { id: string; end: number } | undefined
  for (const { id, scheduledTime, estimatedDuration } of shoots) {
    const begin = Date.parse(scheduledTime)
    const end = begin + (estimatedDuration ?? DEFAULT_SHOOT_MINUTES) * 60_000
    if (last && begin < last.end) found.add(last.id).add(id)
    if (!last || end > last.end) last = { id, end }
  }
  return found
}
