import type { Store } from '@mediajobs/outbox'
import { type Logger, type ProcessHealth, type Watchdog, withDeadline } from '@mediajobs/runtime'

export interface HealthOptions {
  store: Store
  watchdog: Watchdog
  logger: Logger
  isEnding(): boolean
}

// A probe gives up after a few seconds. A database that hangs takes longer.
const READY_LIMIT_MS = 2_000

/**
 * Alive: the loop that makes derivatives runs, with a database or without one. Ready: the database responds,
 * and the process is not about to end.
 */
export function createHealth({ store, watchdog, logger, isEnding }: HealthOptions): ProcessHealth {
  return {
    stalled: watchdog.stalled,
    onFailing: (probe, problem) => logger.warn({ probe, problem }, 'health.failing'),
    async assertReady() {
      if (isEnding()) throw new Error('about to end')
      const isReady = store.sql.query('select 1 from archives limit 1').then(
        () => true,
        () => false,
      )
      if (!(await withDeadline(isReady, READY_LIMIT_MS))) {
        throw new Error('the database does not answer')
      }
    },
  }
}
