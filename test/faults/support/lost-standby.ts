import { setTimeout as pause } from 'node:timers/promises'
import type { Test } from 'tap'
import { call, type FailingOverService, resumedAfter } from './failing-over-service.ts'
import type { Pair } from './lost-primary.ts'
import type { PostgresNode } from './postgres-nodes.ts'

export interface LostStandby {
  /** Commits that waited for the standby when it came back. */
  waitingCommits: number
  /** Reads, and how many of them didn't get a 200. */
  reads: number
  failedReads: number
  /** Time until the next booking and its webhook. */
  resumedMs: number
}

const READ_EVERY_MS = 500
const PROJECTS = 'select count(*)::int as count from projects'
const WAITING = `
  select count(*)::int as count from pg_stat_activity where wait_event = 'SyncRep'`

/**
 * Kills the synchronous standby, and after `goneMs` calls `goOn` to end the wait of commits. Meanwhile bookings must stay
 * unconfirmed and invisible, and reads must continue.
 */
export async function loseStandby(
  t: Test,
  service: FailingOverService,
  { primary, standby }: Pair,
  { goneMs, goOn }: { goneMs: number; goOn: () => Promise<unknown> },
): Promise<LostStandby> {
  const { api, key, clients } = service
  await standby.kill()
  const goneAtMs = Date.now()
  const confirmed = clients.projectIds.length
  await pause(1_000)
  const visible = await count(primary, PROJECTS)
  t.equal(clients.projectIds.length, confirmed, 'no booking is confirmed')
  let reads = 0
  let failedReads = 0
  while (Date.now() - goneAtMs < goneMs) {
    await pause(READ_EVERY_MS)
    const response = await call(api, key, 'GET', '/projects')
    await response.arrayBuffer()
    reads += 1
    if (response.status !== 200) failedReads += 1
  }
  t.equal(clients.projectIds.length, confirmed, 'no booking is confirmed, however long it takes')
  t.equal(await count(primary, PROJECTS), visible, 'no change missing on the standby is visible')
  const waitingCommits = await count(primary, WAITING)
  await goOn()
  const resumedMs = await resumedAfter(service, Date.now())
  return { waitingCommits, reads, failedReads, resumedMs }
}

async function count({ database }: PostgresNode, text: string): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(text)
  return rows[0]?.count ?? Number.NaN
}
