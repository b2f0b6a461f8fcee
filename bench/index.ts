import { book } from './book.ts'
import { creates } from './creates.ts'
import { growth } from './growth.ts'
import { latency } from './latency.ts'
import { live } from './live.ts'
import { media } from './media.ts'
import { pages } from './pages.ts'
import { reads } from './reads.ts'
import { reports } from './reports.ts'
import { slots } from './slots.ts'
import { staffPages } from './staff-pages.ts'
import { start } from './start.ts'
import { webhooks } from './webhooks.ts'

/** The benchmarks by name, in the order of a full run. */
export const BENCHMARKS = {
  reads,
  creates,
  webhooks,
  latency,
  live,
  growth,
  pages,
  'staff-pages': staffPages,
  slots,
  reports,
  book,
  start,
  media,
}
