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
import type { AttemptOptions } from './delivery/attempt.ts'
import { fetchDue, type NewJob } from './delivery/fetch-due.ts'
import type { Payloads } from './delivery/payloads.ts'
import { createPipeline } from './delivery/pipeline.ts'
import { reportAttempt } from './delivery/report.ts'
import { createSettler, type Settler } from './delivery/settle.ts'
import { createAddressGuard } from './http/address-guard.ts'
import { askNameServers } from './http/name-lookup.ts'
import { createPoster, type Poster } from './http/post.ts'
import { startMailing } from './mail/mail-loop.ts'
import { measureMail } from './mail/mail-metrics.ts'
import type { MailOptions } from './mail/send-mail.ts'
import type { Metrics } from './monitoring/metrics.ts'
import { createFetchLoop } from './queue/fetch-loop.ts'
import { listenForJobs } from './queue/job-listener.ts'
import type { JobQueue } from './queue/job-queue.ts'
import type { Slots } from './slots/slots.ts'
import { startImporting } from './upkeep/bulk-import.ts'
import { startCleaningUp } from './upkeep/cleanup.ts'
import { createDisabler, type Disabler } from './upkeep/disable-subscription.ts'
import { startHeartbeats } from './upkeep/heartbeat.ts'
import { startObjectRemoval } from './upkeep/object-removal.ts'
import { startReconciling } from './upkeep/reconcile.ts'

/** The loops and tasks that run while the queue is open. */
export interface Work {
  /** Fetches no more jobs, ends the running POSTs, gives the other jobs back. */
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
  disableAfterMs?: number
  mail?: MailOptions | undefined
}

// A POST ends after 10 s. The rest is for writing its outcome.
const DRAIN_MS = 12_000

/** Connects the parts: fetch → admit, read, post (pipeline) → settle, and the background tasks. */
export function startWork(options: WorkOptions): Work {
  const { databaseUrl, store, objectStore, queue, slots, logger, faults, watchdog } = options
  const poster = openPoster(options)
  const disabler = createDisabler(options)
  const settler = openSettler(options, disabler)
  const { inlineBytes } = options.payloads
  const jobs = {
    fetch: (limit: number, except: string[]): Promise<NewJob[]> => queue.fetch(limit, except),
    fetchNew: (limit: number, except: string[]) => fetchDue(store.sql, limit, except, inlineBytes),
  }
  const fetchLoop = createFetchLoop({ queue: jobs, slots, faults, watchdog })
  const pipeline = createPipeline({
    store,
    queue,
    slots,
    payloads: options.payloads,
    settler,
    faults,
    attempts: attemptOptions(options, poster),
    onRoom: () => (slots.takeReopened() ? fetchLoop.reopened() : fetchLoop.roomFreed()),
    onAlone({ id: jobId, organizationId, deliveryId, attempt, deaths }) {
      options.metrics.ranAlone.inc()
      logger.warn({ jobId, organizationId, deliveryId, attempt, deaths }, 'webhook.run_alone')
    },
  })
  fetchLoop.start(pipeline.accept)
  const importing = startImporting(store, logger, faults)
  const wake = { jobs: fetchLoop.wake, imports: importing.ask }
  const listener = listenForJobs({ databaseUrl, faults, onNotified: (work) => wake[work]() })
  const heartbeats = startHeartbeats({
    queue,
    slots,
    faults,
    watchdog,
    onBeat: pipeline.startWaiting,
  })
  const backgroundTasks = [
    startReconciling(store, logger, faults),
    startCleaningUp(store.database, logger, faults, options.retentionDays),
    importing,
    startObjectRemoval({ store, objectStore, logger, faults }),
    ...mailing(options),
  ]
  return {
    async stop() {
      watchdog.end()
      // The tasks end at the same time as the drain: a task that hangs must not use up the drain's time.
      const tasksEnded = withDeadline(
        Promise.all(backgroundTasks.map((task) => task.stop())),
        DRAIN_MS,
      )
      await Promise.all([listener.close(), fetchLoop.stop()])
      await pipeline.drain(DRAIN_MS)
      await tasksEnded
      await heartbeats.stop()
      await disabler.drain()
      await Promise.all([poster.close(), queue.close()])
    },
  }
}

function mailing(options: WorkOptions) {
  const { mail, store, metrics } = options
  if (!mail) return []
  return [startMailing({ ...options, mail, metrics: measureMail(metrics.registry, store.sql) })]
}

function openPoster({ receivers, dnsServers, timeoutMs, proxy }: WorkOptions): Poster {
  const guard = createAddressGuard({
    ...receivers,
    resolveAll: dnsServers && askNameServers(dnsServers),
  })
  return createPoster({ timeoutMs, guard, proxy })
}

function attemptOptions({ keyRing, receivers, logger }: WorkOptions, poster: Poster) {
  return {
    poster,
    keyRing,
    receivers,
    onUnreadableSecret({ organizationId, subscriptionId, deliveryId }, error) {
      const ids = { organizationId, subscriptionId, deliveryId }
      logger.error({ ...ids, err: errorWithoutParameters(error) }, 'webhook.secret_unreadable')
    },
  } satisfies AttemptOptions
}

function openSettler(options: WorkOptions, disabler: Disabler): Settler {
  const { store, slots, faults, logger, metrics } = options
  // Each of its lines has a fixed list of fields without secrets. Redaction took a fifth of the CPU time.
  const reporting = { logger: logger.child({}, { redact: [] }), metrics }
  return createSettler({
    store,
    faults,
    retryDelaysMs: options.retryDelaysMs,
    disableAfterMs: options.disableAfterMs ?? null,
    onSettled(outcome, settled) {
      slots.forget(outcome.job)
      reportAttempt(reporting, outcome, settled)
      if (outcome.attempt && settled.shouldDisable) disabler.disable(outcome.attempt.due)
    },
    onLost({ job }, err) {
      slots.forget(job)
      logger.error({ err, deliveryId: job.deliveryId, jobId: job.id }, 'webhook.outcome_lost')
    },
  })
}
