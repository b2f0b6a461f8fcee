import type { FaultLog } from '../monitoring/fault-log.ts'

export interface Periodic {
  /** Ends it; resolves when a run that is under way has ended. */
  stop(): Promise<void>
}

interface PeriodicOptions {
  /** What it does, for the log: `sending heartbeats`. */
  doing: string
  everyMs: number
  /** After a run that failed, or has left something. */
  retryMs: number
  faults: FaultLog
}

/**
 * Runs `work` now and again `everyMs` after each run has ended; two runs never overlap. One that
 * answers `again` has left something to do.
 */
export function runPeriodically(options: PeriodicOptions, work: () => Promise<unknown>): Periodic {
  const { doing, everyMs, retryMs, faults } = options
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let running = run()

  async function run(): Promise<void> {
    let waitMs = everyMs
    try {
      if ((await work()) === 'again') waitMs = retryMs
      faults.worked(doing)
    } catch (error) {
      waitMs = retryMs
      if (!stopped) faults.failed(doing, error)
    }
    if (stopped) return
    timer = setTimeout(() => {
      running = run()
    }, waitMs)
  }

  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
