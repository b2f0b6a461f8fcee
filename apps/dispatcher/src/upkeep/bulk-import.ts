import {
  type BulkImportRef,
  findRunnableImports,
  type RowFault,
  runImport,
} from '@mediajobs/operations/bulk-imports'
import type { Store } from '@mediajobs/outbox'
import type { FaultLog, Logger } from '@mediajobs/runtime'
import { type PeriodicOnDemand, runPeriodically } from './periodic.ts'

// Imports are announced. The poll finds those whose announcement was lost or whose dispatcher was killed.
const EVERY_MS = 5_000
const RETRY_MS = 1_000
const RUNNING = 'running a bulk import'

/**
 * Runs bulk imports, one batch of rows per organization in turn, so none waits for another's whole import. Several
 * dispatchers may take batches of one import.
 */
export function startImporting(store: Store, logger: Logger, faults: FaultLog): PeriodicOnDemand {
  const options = {
    doing: 'looking for bulk imports',
    everyMs: EVERY_MS,
    retryMs: RETRY_MS,
    faults,
  }

  /** @returns whether any import made progress */
  async function runRound(isStopped: () => boolean): Promise<boolean> {
    let progressed = false
    for (const ref of await findRunnableImports(store)) {
      if (isStopped()) return false
      // A stuck import mustn't stop the others.
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

  return runPeriodically(options, async (isStopped) => {
    while (await runRound(isStopped));
  })
}
