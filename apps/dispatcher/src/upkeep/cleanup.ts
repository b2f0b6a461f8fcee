import { type Database, makePartitions } from '@mediajobs/db'
import { REQUEST_LOG_DAYS } from '@mediajobs/domain'
import type { FaultLog, Logger } from '@mediajobs/runtime'
import { type Periodic, runPeriodically } from './periodic.ts'
import { runPurges } from './purges.ts'

// docs/contract.md#c7-event-log
const DEFAULT_RETENTION_DAYS = 30
// Partitions change once a day. If a run fails, the next hourly run is early enough.
const EVERY_MS = 3_600_000
const RETRY_MS = 60_000
// To drop a partition, PostgreSQL locks the parent table. While it waits for that lock, all later statements
// on the table wait behind it.
const LOCK_TIMEOUT = `set local lock_timeout = '2s'`

const MAKING = 'making partitions'

/** Tables of which the partitions of the oldest days are dropped. */
interface OldDays {
  /** For the log: `dropping the oldest days of the log`. */
  readonly doing: string
  readonly statement: string
  readonly daysKept: number
}

const oldDays = (retentionDays: number): readonly OldDays[] => [
  {
    doing: 'dropping the oldest days of the log',
    statement: 'select drop_day_partitions($1) as dropped',
    daysKept: retentionDays,
  },
  {
    doing: 'dropping the oldest days of the request log',
    statement: 'select drop_request_partitions($1) as dropped',
    daysKept: REQUEST_LOG_DAYS,
  },
]

export interface CleanUpOptions {
  /** How many days events and webhook deliveries are kept. Default: 30. */
  retentionDays?: number | undefined
  isStopped?: () => boolean
}

export interface CleanedUp {
  partitionsDropped: number
  /** True when nothing failed and nothing is left for the next run. */
  isDone: boolean
}

/**
 * Makes the partitions of the next days, drops those that are older than the log, and deletes rows
 * that are no longer needed. When one of these fails, the others are still done. Several dispatchers
 * may do it at once.
 */
export async function cleanUp(
  database: Database,
  faults: FaultLog,
  { retentionDays = DEFAULT_RETENTION_DAYS, isStopped = () => false }: CleanUpOptions = {},
): Promise<CleanedUp> {
  const made = await attempt(MAKING, faults, () => database.transaction(makePartitions))
  let partitionsDropped = 0
  let areDropped = true
  for (const days of oldDays(retentionDays)) {
    const dropped = await attempt(days.doing, faults, () => dropPartitions(database, days))
    if (dropped === FAILED) areDropped = false
    else partitionsDropped += dropped
  }
  const arePurged = await runPurges(database, faults, isStopped)
  return { partitionsDropped, isDone: made !== FAILED && areDropped && arePurged }
}

function dropPartitions(database: Database, { statement, daysKept }: OldDays): Promise<number> {
  return database.transaction(async (tx) => {
    await tx.query(LOCK_TIMEOUT)
    const [row] = await tx.query<{ dropped: number }>(statement, [daysKept])
    return row?.dropped ?? 0
  })
}

const FAILED = Symbol('failed')

async function attempt<Result>(
  doing: string,
  faults: FaultLog,
  work: () => Promise<Result>,
): Promise<Result | typeof FAILED> {
  try {
    const result = await work()
    faults.worked(doing)
    return result
  } catch (error) {
    faults.failed(doing, error)
    return FAILED
  }
}

export function startCleaningUp(
  database: Database,
  logger: Logger,
  faults: FaultLog,
  retentionDays?: number,
): Periodic {
  let stopped = false
  const limits = { retentionDays, isStopped: () => stopped }
  const options = { doing: 'cleaning up', everyMs: EVERY_MS, retryMs: RETRY_MS, faults }
  const running = runPeriodically(options, async () => {
    const { partitionsDropped, isDone } = await cleanUp(database, faults, limits)
    if (partitionsDropped > 0) logger.info({ partitionsDropped }, 'dispatcher.log_days_dropped')
    return isDone ? 'done' : 'again'
  })
  return {
    stop() {
      stopped = true
      return running.stop()
    },
  }
}
