import { MAX_PAGE_RECORDS } from '@mediajobs/domain'
import { type List, readExisting, readList } from '../../read-record.ts'
import { queryOf } from '../filters.ts'
import type { Visit } from '../visit.ts'
import { filtersOf } from './filters.ts'
import { type Missed, readMissed } from './missed.ts'
import type { Details, Listed, Subscription } from './records.ts'

/** What the page shows. */
export interface Shown {
  deliveries: List<Listed>
  subscriptions: readonly Subscription[]
  /** Webhooks with failed deliveries; empty while a delivery is open. */
  missed: readonly Missed[]
  /** The delivery beside the list. */
  open: Details | undefined
}

const ROWS = '25'

/** @throws {RefusedRead} also for a delivery that does not exist. */
export async function readDeliveries(visit: Visit): Promise<Shown> {
  const { staff, query } = visit
  const opened = query.get('delivery')
  const listed = queryOf(filtersOf(visit), ROWS, query.get('cursor'))
  const all = `/webhooks/subscriptions?limit=${MAX_PAGE_RECORDS}`
  const [deliveries, { data: subscriptions }, open] = await Promise.all([
    readList<Listed>(staff, `/webhooks/deliveries?${listed}`),
    readList<Subscription>(staff, all),
    opened === null
      ? undefined
      : readExisting<Details>(staff, `/webhooks/deliveries/${encodeURIComponent(opened)}`),
  ])
  const missed = open ? [] : await readMissed(visit, subscriptions)
  return { deliveries, subscriptions, missed, open: open?.body }
}
