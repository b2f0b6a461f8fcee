import {
  type BulkImportRef,
  findRunnableImports,
  type RowFault,
  runImport,
} from '@mediajobs/operations'
import type { Store } from '@mediajobs/outbox'
import type { Logger } from '@mediajobs/runtime'
import type { FaultLog } from '../monitoring/fault-log.ts'
import { type Periodic, runPeriodically } from './periodic.ts'

// Nobody waits for the start of an import by the millisecond, and the look is one small index.
const EVERY_MS = 500
const RETRY_MS = 1_000
const RUNNING = 'running a bulk import'

/**
 * Runs bulk imports, a batch of rows of each organization in turn, so that none waits for the whole
 * of another one's. Several dispatchers share them by batches.
 */
export function startImporting(store: Store, logger: Logger, faults: FaultLog): Periodic {
  const options = {
    doing: 'looking for bulk imports',
    everyMs: EVERY_MS,
    retryMs: RETRY_MS,
    faults,
  }
  let stopped = false

  /** @returns whether it got anywhere. */
  async function runRound(): Promise<boolean> {
    let progressed = false
    for (const ref of await findRunnableImports(store)) {
      if (stopped) return false
      // One that cannot go on must not keep the others from it.
      const hasRun = await runBatch(ref).catch((error) => {
        faults.failed(RUNNING, error)
        return false
      })
      progressed ||= hasRun
    }
    return progressed
  }

  async function runBatch(ref: BulkImportRef): Promise<boolean> {
    const after = await runImport(store, ref, logFault)
    if (after?.status === 'COMPLETED') {
      const { id: importId, organizationId, kind, total, succeeded, failed } = after
      const result = { importId, organizationId, kind, total, succeeded, failed }
      logger.info(result, 'bulk_import.completed')
    }
    return after !== null
  }

  function logFault({ organizationId, id: importId, number, error: err }: RowFault): void {
    logger.error({ organizationId, importId, number, err }, 'bulk_import.row_fault')
  }

  const running = runPeriodically(options, async () => {
    while (await runRound());
  })
  return {
    stop() {
      stopped = true
      return running.stop()
    },
  }
}
