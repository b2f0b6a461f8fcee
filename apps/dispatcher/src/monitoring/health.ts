import type { Store } from '@mediajobs/outbox'
import { type Logger, type ProcessHealth, type Watchdog, withDeadline } from '@mediajobs/runtime'

export interface Health extends ProcessHealth {
  /** Call this when the queue is open. From then on the process can be ready. */
  opened(): void
}

export interface HealthOptions {
  store: Store
  watchdog: Watchdog
  logger: Logger
  isEnding(): boolean
}

// A probe waits only a few seconds. A query of a database that hangs takes longer.
const READY_LIMIT_MS = 2_000

/**
 * Alive: the loops that fetch jobs and renew leases still run, with a database or without one.
 * Ready: the queue is open, the database responds, and the process is not about to end.
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
      const isReady = store.ready().then(
        () => true,
        () => false,
      )
      if (!(await withDeadline(isReady, READY_LIMIT_MS))) {
        throw new Error('the database does not respond')
      }
    },
  }
}
