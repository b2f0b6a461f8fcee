import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '@mediajobs/outbox'
import type { Logger, ProcessHealth } from '@mediajobs/runtime'
import type { Watchdog } from './watchdog.ts'

export interface Health extends ProcessHealth {
  /** The queue is open: from now on it can be ready. */
  opened(): void
}

export interface HealthOptions {
  store: Store
  watchdog: Watchdog
  logger: Logger
  isEnding(): boolean
}

// Probes give up after a few seconds; a database that hangs would keep them for longer.
const READY_LIMIT_MS = 2_000

/**
 * Alive: the loops that fetch jobs and prolong claims come round, with a database or without one.
 * Ready: the queue is open, the database answers, and the process is not about to end.
 */
export function createHealth({ store, watchdog, logger, isEnding }: HealthOptions): Health {
  let isOpen = false
  return {
    opened() {
      isOpen = true
    },
    stalled: watchdog.stalled,
    onFailing: (probe, problem) => logger.warn({ probe, problem }, 'health.failing'),
    async assertReady() {
      if (isEnding()) throw new Error('about to end')
      if (!isOpen) throw new Error('the queue is not open yet')
      const asked = store.ready().then(
        () => true,
        () => false,
      )
      const limit = pause(READY_LIMIT_MS, false, { ref: false })
      if (!(await Promise.race([asked, limit]))) throw new Error('the database does not answer')
    },
  }
}
