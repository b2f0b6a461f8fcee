import type { FaultLog } from '@mediajobs/runtime'

export interface Periodic {
  /** Starts no more runs. Resolves when the present run has ended. */
  stop(): Promise<void>
}

interface PeriodicOptions {
  /** The name of the task in the log: `sending heartbeats`. */
  doing: string
  everyMs: number
  /** The wait after a run that failed or returned `again`. */
  retryMs: number
  faults: FaultLog
}

/**
 * Runs `work` now, and again `everyMs` after each run has ended. Two runs never overlap. A run returns
 * `again` when it has left work to do.
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
