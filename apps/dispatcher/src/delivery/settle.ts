import { setTimeout as pause } from 'node:timers/promises'
import { type Day, groupByDay, isUnavailable } from '@mediajobs/db'
import type { FaultLog } from '@mediajobs/runtime'
import {
  NOTHING,
  type Outcome,
  type Settled,
  type SettleOptions,
  settleBatch,
} from './settle-statement.ts'

export interface Settler {
  /**
   * Writes an outcome in a batch with others. Pending while the database is unavailable.
   *
   * @throws when an available database refuses the outcome. The job's lease will end.
   */
  settle(outcome: Outcome): Promise<Settled>
  /** From now on, writes outcomes immediately. */
  hurry(): void
  /** Gives up on outcomes that can't be written. */
  abandon(): void
}

export interface SettlerOptions extends SettleOptions {
  faults: FaultLog
}

interface Waiting {
  readonly outcome: Outcome
  readonly resolve: (settled: Settled) => void
  readonly reject: (error: unknown) => void
}

// A statement costs more than the outcomes in it. Gathering delays no webhook: the slots are already free. After a
// kill, webhooks with unwritten outcomes are posted again, like those of running POSTs.
const GATHER_MS = 100
// In a backlog, this many arrive sooner.
const ENOUGH = 50
const MAX_BATCH = 200
const RETRY_MS = 500
const DOING = 'writing outcomes'

/**
 * Gathers outcomes and writes each batch in one statement. Keeps them while the database is unavailable, bounded by the
 * jobs this process may hold.
 */
export function createSettler(options: SettlerOptions): Settler {
  const { faults } = options
  let waiting: Waiting[] = []
  let isWriting = false
  let isAbandoned = false
  let isHurried = false
  let endGathering: (() => void) | undefined

  async function write(): Promise<void> {
    isWriting = true
    while (waiting.length > 0 && !isAbandoned) {
      await gathered()
      const batch = waiting.slice(0, MAX_BATCH)
      waiting = waiting.slice(MAX_BATCH)
      const days = groupByDay(batch, ({ outcome }) => outcome.job.deliveryId)
      for (const [day, ofDay] of days) await writeBatch(day, ofDay)
    }
    isWriting = false
  }

  async function gathered(): Promise<void> {
    if (isHurried || waiting.length >= ENOUGH) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, GATHER_MS)
      endGathering = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    endGathering = undefined
  }

  async function writeBatch(day: Day, batch: readonly Waiting[]): Promise<void> {
    let settled: Settled[]
    try {
      const outcomes = batch.map(({ outcome }) => outcome)
      settled = await settleBatch(day, outcomes, options)
    } catch (error) {
      faults.failed(DOING, error)
      if (!isUnavailable(error)) return writeOneByOne(day, batch, error)
      waiting = [...batch, ...waiting]
      await pause(RETRY_MS)
      return
    }
    faults.worked(DOING)
    batch.forEach(({ resolve }, i) => {
      resolve(settled[i] ?? NOTHING)
    })
  }

  // A refused outcome mustn't block the others.
  async function writeOneByOne(day: Day, batch: readonly Waiting[], error: unknown): Promise<void> {
    if (batch.length === 1) return batch[0]?.reject(error)
    for (const each of batch) await writeBatch(day, [each])
  }

  return {
    settle(outcome) {
      const settled = new Promise<Settled>((resolve, reject) => {
        waiting.push({ outcome, resolve, reject })
      })
      if (waiting.length >= ENOUGH) endGathering?.()
      if (!isWriting) void write()
      return settled
    },
    hurry() {
      isHurried = true
      endGathering?.()
    },
    abandon() {
      isAbandoned = true
    },
  }
}
