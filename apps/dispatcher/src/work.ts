import { setTimeout as pause } from 'node:timers/promises'
import type { KeyRing } from '@mediajobs/domain'
import type { ObjectStore } from '@mediajobs/object-store'
import type { ReceiverPolicy } from '@mediajobs/operations'
import type { Store } from '@mediajobs/outbox'
import { errorWithoutParameters, type Logger, type Tracing } from '@mediajobs/runtime'
import type { AttemptOptions } from './delivery/attempt.ts'
import type { Payloads } from './delivery/payloads.ts'
import { createPipeline } from './delivery/pipeline.ts'
import { reportAttempt } from './delivery/report.ts'
import { createSettler, type Outcome, type Settler } from './delivery/settle.ts'
import { createAddressGuard } from './http/address-guard.ts'
import { askNameServers } from './http/name-lookup.ts'
import { createPoster, type Poster } from './http/post.ts'
import type { FaultLog } from './monitoring/fault-log.ts'
import type { Metrics } from './monitoring/metrics.ts'
import type { Watchdog } from './monitoring/watchdog.ts'
import { type FetchLoop, startFetching } from './queue/fetch-loop.ts'
import { listenForJobs } from './queue/job-listener.ts'
import type { JobQueue } from './queue/job-queue.ts'
import type { Slots } from './slots/slots.ts'
import { startImporting } from './upkeep/bulk-import.ts'
import { startCleaningUp } from './upkeep/cleanup.ts'
import { disableIfFailing } from './upkeep/disable-subscription.ts'
import { startHeartbeats } from './upkeep/heartbeat.ts'
import { startObjectRemoval } from './upkeep/object-removal.ts'
import { startReconciling } from './upkeep/reconcile.ts'

/** What runs while the queue is open. */
export interface Work {
  /** Fetches no more, ends what is in flight, gives the rest back. */
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
  tracing?: Tracing | undefined
  retryDelaysMs: readonly number[]
  timeoutMs: number
  receivers: ReceiverPolicy
  dnsServers?: readonly string[] | undefined
  disableAfterMs?: number
}

// A POST ends after 10 s; what is left is for writing its outcome.
const DRAIN_MS = 12_000
const DISABLING = 'switching failing subscriptions off'

/** Puts the parts together: fetch → pipeline (read, post) → settle, and what keeps them going. */
export function startWork(options: WorkOptions): Work {
  const { databaseUrl, store, queue, slots, logger, faults, watchdog, metrics } = options
  const poster = openPoster(options)
  const disabling = new Set<Promise<void>>()
  const settler = openSettler(options, disabling)
  let fetching: FetchLoop | undefined
  const pipeline = createPipeline({
    store,
    queue,
    slots,
    payloads: options.payloads,
    settler,
    faults,
    attempts: attemptOptions(options, poster),
    onRoom() {
      if (slots.takeReopened()) fetching?.reopened()
      else fetching?.roomFreed()
    },
    onAlone({ id: jobId, organizationId, deliveryId, attempt, deaths }) {
      metrics.ranAlone.inc()
      logger.warn({ jobId, organizationId, deliveryId, attempt, deaths }, 'webhook.run_alone')
    },
  })
  const fetchLoop = startFetching({ queue, slots, faults, watchdog, onJobs: pipeline.accept })
  fetching = fetchLoop
  const wakes = listenForJobs({ databaseUrl, faults, onNotified: fetchLoop.wake })
  const heartbeats = startHeartbeats({
    queue,
    slots,
    faults,
    watchdog,
    onBeat: pipeline.startWaiting,
  })
  const backgroundTasks = [
    startReconciling(store, logger, faults),
    startCleaningUp(store.database, logger, faults),
    startImporting(store, logger, faults),
    startObjectRemoval({ store, objectStore: options.objectStore, logger, faults }),
  ]
  return {
    async stop() {
      watchdog.end()
      // A background task that hangs on a store of objects must not use up the time of what is in flight.
      const limit = pause(DRAIN_MS, undefined, { ref: false })
      const tasksEnded = Promise.all(backgroundTasks.map((task) => task.stop()))
      await Promise.all([wakes.close(), fetchLoop.stop()])
      await pipeline.drain(DRAIN_MS)
      await Promise.race([tasksEnded, limit])
      await heartbeats.stop()
      await Promise.allSettled(disabling)
      await Promise.all([poster.close(), queue.close()])
    },
  }
}

function openPoster({ receivers, dnsServers, timeoutMs }: WorkOptions): Poster {
  const guard = createAddressGuard({
    allowPrivateNetworks: receivers.allowPrivateNetworks,
    resolveAll: dnsServers && askNameServers(dnsServers),
  })
  return createPoster({ timeoutMs, guard })
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

function openSettler(options: WorkOptions, disabling: Set<Promise<void>>): Settler {
  const { store, slots, faults, logger, metrics, tracing } = options
  // The fields of its lines are picked one by one, and redaction was a fifth of the processor's time.
  const reporting = { logger: logger.child({}, { redact: [] }), metrics, tracing }
  return createSettler({
    store,
    faults,
    retryDelaysMs: options.retryDelaysMs,
    disableAfterMs: options.disableAfterMs ?? null,
    onSettled(outcome, settled) {
      slots.forget(outcome.job)
      reportAttempt(reporting, outcome, settled)
      if (!settled.shouldDisable) return
      const done = disable(options, outcome).finally(() => disabling.delete(done))
      disabling.add(done)
    },
    onLost({ job }, err) {
      slots.forget(job)
      logger.error({ err, deliveryId: job.deliveryId, jobId: job.id }, 'webhook.outcome_lost')
    },
  })
}

async function disable(options: WorkOptions, { attempt }: Outcome): Promise<void> {
  const { store, logger, faults, metrics, receivers, disableAfterMs } = options
  if (!attempt || disableAfterMs === undefined) return
  const { organizationId, subscriptionId } = attempt.due
  try {
    const reason = await disableIfFailing(store, attempt.due, disableAfterMs, receivers)
    faults.worked(DISABLING)
    if (reason === null) return
    metrics.disabled.inc()
    logger.warn({ organizationId, subscriptionId, reason }, 'webhook.subscription_disabled')
  } catch (error) {
    // The next attempt that fails does it.
    faults.failed(DISABLING, error)
  }
}
