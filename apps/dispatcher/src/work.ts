import type { KeyRing } from '@mediajobs/domain'
import type { ObjectStore } from '@mediajobs/object-store'
import type { ReceiverPolicy } from '@mediajobs/operations/webhooks'
import type { Store } from '@mediajobs/outbox'
import {
  errorWithoutParameters,
  type FaultLog,
  type Logger,
  type Watchdog,
  withDeadline,
} from '@mediajobs/runtime'
import type { Payloads } from './delivery/payloads.ts'
import { BEATING, startPipeline } from './delivery/pipeline.ts'
import { askNameServers, createAddressGuard } from './http/connect.ts'
import { createPoster, type Poster } from './http/post.ts'
import { startMailing } from './mail/mail-loop.ts'
import type { MailOptions } from './mail/send-mail.ts'
import type { Metrics } from './monitoring/metrics.ts'
import { listenForJobs } from './queue/job-listener.ts'
import type { JobQueue } from './queue/job-queue.ts'
import type { Slots } from './slots/slots.ts'
import { startImporting } from './upkeep/bulk-import.ts'
import { startCleaningUp } from './upkeep/cleanup.ts'
import { startObjectRemoval } from './upkeep/object-removal.ts'
import { runPeriodically } from './upkeep/periodic.ts'
import { startReconciling } from './upkeep/reconcile.ts'

/** The loops and tasks that run while the queue is open. */
export interface Work {
  /** Fetches no more jobs, finishes running POSTs, and gives the other jobs back. */
  stop(): Promise<void>
}

export interface WorkOptions {
  databaseUrl: string
  store: Store
  objectStore: ObjectStore
  queue: JobQueue
  slots: Slots
  payloads: Payloads
  keyRing: KeyRing
  logger: Logger
  metrics: Metrics
  faults: FaultLog
  watchdog: Watchdog
  retryDelaysMs: readonly number[]
  timeoutMs: number
  receivers: ReceiverPolicy
  dnsServers?: readonly string[] | undefined
  proxy?: URL | undefined
  retentionDays?: number | undefined
  disableAfterMs?: number | undefined
  mail?: MailOptions | undefined
}

// A POST ends after 10 s. The rest is for writing its outcome.
const DRAIN_MS = 12_000
const HEARTBEAT = { doing: BEATING, everyMs: 3_000, retryMs: 1_000 }

export function startWork(options: WorkOptions): Work {
  const { databaseUrl, store, objectStore, queue, logger, faults, watchdog } = options
  const poster = openPoster(options)
  const attempts = { ...options, poster, onUnreadableSecret: logUnreadableSecret(logger) }
  const pipeline = startPipeline({ ...options, attempts })
  const heartbeats = runPeriodically({ ...HEARTBEAT, faults }, pipeline.beat)
  const importing = startImporting(store, logger, faults)
  const wake = { jobs: pipeline.wake, imports: importing.ask }
  const listener = listenForJobs({ databaseUrl, faults, onNotified: (work) => wake[work]() })
  const backgroundTasks = [
    startReconciling(store, logger, faults),
    startCleaningUp(store.database, logger, faults, options.retentionDays),
    importing,
    startObjectRemoval({ store, objectStore, logger, faults }),
    ...(options.mail ? [startMailing({ ...options, mail: options.mail })] : []),
  ]
  return {
    async stop() {
      watchdog.end()
      // Concurrently with the drain: a task that hangs mustn't use up its time.
      const tasksEnded = withDeadline(
        Promise.all(backgroundTasks.map((task) => task.stop())),
        DRAIN_MS,
      )
      await listener.close()
      await pipeline.stop(DRAIN_MS)
      await tasksEnded
      await heartbeats.stop()
      await Promise.all([poster.close(), queue.close()])
    },
  }
}

function openPoster({ receivers, dnsServers, timeoutMs, proxy }: WorkOptions): Poster {
  const guard = createAddressGuard({
    ...receivers,
    resolveAll: dnsServers && askNameServers(dnsServers),
  })
  return createPoster({ timeoutMs, guard, proxy })
}

interface Ids {
  organizationId: string
  subscriptionId: string
  deliveryId: string
}

function logUnreadableSecret(logger: Logger) {
  return ({ organizationId, subscriptionId, deliveryId }: Ids, error: unknown): void => {
    const err = errorWithoutParameters(error)
    logger.error({ organizationId, subscriptionId, deliveryId, err }, 'webhook.secret_unreadable')
  }
}
