import { setTimeout as pause } from 'node:timers/promises'
import { isUnavailable } from '@mediajobs/db'
import { type FaultLog, withDeadline } from '@mediajobs/runtime'
import { type Outcome, type Settled, type SettleOptions, settleBatch } from './settle-batch.ts'

export interface Settler {
  /** Writes an outcome soon, in a batch with others. */
  add(outcome: Outcome): void
  /** The same as `add`. Resolves when the outcome is written, or is lost. */
  write(outcome: Outcome): Promise<void>
  /** Waits until all outcomes are written, but for no longer than `limitMs`. */
  drain(limitMs: number): Promise<void>
}

export interface SettlerOptions extends SettleOptions {
  faults: FaultLog
  onSettled(outcome: Outcome, settled: Settled): void
  /** Called when the database, although available, refused to write the outcome. The job's lease will end. */
  onLost(outcome: Outcome, error: unknown): void
}

// A transaction costs more than the outcomes in it. No webhook waits for its outcome: its slot is free already.
// After a kill, what was gathered is posted again, as is what was being posted.
const GATHER_MS = 20
// In a backlog, so many come sooner.
const ENOUGH = 50
const MAX_BATCH = 200
const RETRY_MS = 500
const DOING = 'writing outcomes'

/**
 * Gathers outcomes and writes each batch in one transaction. While the database is away, outcomes are
 * kept. There are never more of them than jobs that this process may hold.
 */
export function createSettler(options: SettlerOptions): Settler {
  const { faults, onSettled, onLost } = options
  const resolvers = new Map<Outcome, () => void>()
  let waiting: Outcome[] = []
  let writing: Promise<void> | undefined
  let abandoned = false
  let isHurried = false
  let endGathering: (() => void) | undefined

  async function write(): Promise<void> {
    while (waiting.length > 0 && !abandoned) {
      await gathered()
      const batch = waiting.slice(0, MAX_BATCH)
      waiting = waiting.slice(MAX_BATCH)
      await writeBatch(batch)
    }
    writing = undefined
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

  async function writeBatch(batch: readonly Outcome[]): Promise<void> {
    let settled: Settled[]
    try {
      settled = await settleBatch(batch, options)
    } catch (error) {
      faults.failed(DOING, error)
      if (!isUnavailable(error)) return writeOneByOne(batch, error)
      waiting = [...batch, ...waiting]
      await pause(RETRY_MS)
      return
    }
    faults.worked(DOING)
    batch.forEach((outcome, i) => {
      onSettled(outcome, settled[i] ?? { status: null, shouldDisable: false })
      resolveWriter(outcome)
    })
  }

  // An outcome that the database refuses must not keep the others from being written.
  async function writeOneByOne(batch: readonly Outcome[], error: unknown): Promise<void> {
    const [only] = batch
    if (batch.length === 1 && only) {
      onLost(only, error)
      resolveWriter(only)
      return
    }
    for (const outcome of batch) await writeBatch([outcome])
  }

  function resolveWriter(outcome: Outcome): void {
    resolvers.get(outcome)?.()
    resolvers.delete(outcome)
  }

  function add(outcome: Outcome): void {
    waiting.push(outcome)
    if (waiting.length >= ENOUGH) endGathering?.()
    writing ??= write()
  }

  return {
    add,
    write(outcome) {
      return new Promise((resolve) => {
        resolvers.set(outcome, resolve)
        add(outcome)
        endGathering?.()
      })
    },
    async drain(limitMs) {
      isHurried = true
      endGathering?.()
      await withDeadline(writing, limitMs)
      abandoned = true
    },
  }
}
