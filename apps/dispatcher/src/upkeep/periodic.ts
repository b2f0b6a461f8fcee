import { type FaultLog, untilSharedWake } from '@mediajobs/runtime'

export interface Periodic {
  /** Starts no more runs. Resolves when the current run has ended. */
  stop(): Promise<void>
}

export interface PeriodicOnDemand extends Periodic {
  /** Runs the work now, or again after the current run. */
  ask(): void
}

interface PeriodicOptions {
  /** For the log: `sending heartbeats`. */
  doing: string
  everyMs: number
  /** Delay after a run that failed or returned `again`. */
  retryMs: number
  faults: FaultLog
}

/**
 * Runs `work` now, and again `everyMs` after each run, or up to 0.8 s later: {@link untilSharedWake}. Runs never overlap.
 * Return `again` if work remains.
 *
 * @param work long runs end early once `isStopped`
 */
export function runPeriodically(
  options: PeriodicOptions,
  work: (isStopped: () => boolean) => Promise<unknown>,
): PeriodicOnDemand {
  const { doing, everyMs, retryMs, faults } = options
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let isAsked = false
  let running = run()

  async function run(): Promise<void> {
    timer = undefined
    isAsked = false
    let waitMs = everyMs
    try {
      if ((await work(() => stopped)) === 'again') waitMs = retryMs
      faults.worked(doing)
    } catch (error) {
      waitMs = retryMs
      if (!stopped) faults.failed(doing, error)
    }
    if (!stopped) timer = setTimeout(runNow, isAsked ? 0 : untilSharedWake(waitMs))
  }

  function runNow(): void {
    running = run()
  }

  return {
    ask() {
      isAsked = true
      if (timer === undefined || stopped) return
      clearTimeout(timer)
      runNow()
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
