import { setTimeout as pause } from 'node:timers/promises'
import { clockSkewSeconds } from '@mediajobs/db'
import type { KeyRing } from '@mediajobs/domain'
import type { ObjectStore } from '@mediajobs/object-store'
import { blockedPortsOf, type ReceiverPolicy } from '@mediajobs/operations/webhooks'
import { openStore, type Store } from '@mediajobs/outbox'
import {
  createFaultLog,
  createHealth,
  createWatchdog,
  ENDING,
  errorWithoutParameters,
  type FaultLog,
  type Logger,
  type MetricsServer,
  processName,
  serveMetrics,
  type Watchdog,
  watchClock,
  withDeadline,
} from '@mediajobs/runtime'
import type { DueDelivery } from './delivery/due-deliveries.ts'
import { Payloads } from './delivery/payloads.ts'
import { BEATING, startPipeline } from './delivery/pipeline.ts'
import { createAddressGuard, queryNameServers } from './http/connect.ts'
import { createPoster, type Poster } from './http/post.ts'
import { startMailing } from './mail/mail-loop.ts'
import type { MailOptions } from './mail/send-mail.ts'
import { createMetrics, type Metrics } from './monitoring/metrics.ts'
import { type JobQueue, listenForJobs, openJobQueue } from './queue/job-queue.ts'
import { Slots } from './slots/slots.ts'
import { startImporting } from './upkeep/bulk-import.ts'
import { startCleaningUp } from './upkeep/cleanup.ts'
import { startObjectRemoval, startSweeping } from './upkeep/object-removal.ts'
import { startExpiringOrders } from './upkeep/orders.ts'
import { startReadingPayments } from './upkeep/payments.ts'
import { runPeriodically } from './upkeep/periodic.ts'
import { startReconciling } from './upkeep/reconcile.ts'

export interface DispatcherOptions {
  databaseUrl: string
  /** Database connections, excluding the listener. */
  poolSize: number
  objectStore: ObjectStore
  keyRing: KeyRing
  /** Overrides the URL of the payment provider's API. */
  paymentsApiUrl?: string | undefined
  logger: Logger
  /** Cell named by new credentials in mails. Default: none. */
  cell?: string | undefined
  /** Webhooks posted concurrently. */
  slots: number
  /** Delay after each failed attempt, so there is one more attempt than delays. */
  retryDelaysMs: readonly number[]
  /** Time limit of a POST, from the name lookup to the status. */
  timeoutMs: number
  receivers: ReceiverPolicy
  /** Name servers for receivers, as `ip` or `ip:port`. Default: the system's. */
  dnsServers?: readonly string[] | undefined
  /** An HTTP proxy for all webhooks. */
  proxy?: URL | undefined
  /** Days for which events and webhook deliveries are kept. Default: 30. */
  retentionDays?: number | undefined
  /** Disables a subscription whose attempts have all failed for this long. Default: never. */
  disableAfterMs?: number
  /** Default: sends no mail. */
  mail?: MailOptions | undefined
  /** Where metrics and health are served. */
  metrics?: { host: string; port: number }
}

export interface Dispatcher {
  /** Starts working once the database and its queue are available. */
  start(): Promise<void>
  /** Stops fetching, finishes running POSTs, returns other jobs to the queue, and closes its connections. */
  stop(): Promise<void>
}

const OPEN_RETRY_MS = 1_000
const OPENING = 'opening the queue'
const SUPERVISING = 'supervising the queue'
// By default a POST ends within 10 s. The rest is for writing its outcome.
const DRAIN_MS = 12_000
const HEARTBEAT = { doing: BEATING, everyMs: 3_000, retryMs: 1_000 }

/**
 * Posts webhooks until it's stopped. Any number of dispatchers share one database.
 *
 * The parts are in these folders; each imports only from those above it:
 *
 * - `monitoring/`: metrics
 * - `http/`: one POST: address guard, connections, request and response
 * - `queue/`: jobs in pg-boss: notification, fetch, lease, return
 * - `slots/`: which jobs may start, by subscription, organization and host; the states of a job
 * - `delivery/`: the steps of a job, connected by `pipeline.ts`: fetch, read, sign, post, settle
 * - `upkeep/`: background tasks: lost jobs, cleanup, bulk imports, orders, payments, object removal
 * - `mail/`: the mail queue: claim, text, SMTP
 */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { logger } = options
  const faults = createFaultLog(logger, 'dispatcher')
  const slots = new Slots(options.slots)
  const store = openStore({
    databaseUrl: options.databaseUrl,
    poolSize: options.poolSize,
    applicationName: processName('dispatcher'),
    sendsMail: options.mail !== undefined,
    cell: options.cell,
    onError: (error) => logger.debug({ err: error }, 'a database connection was lost'),
  })
  // A queue's tables may be nearly empty when a statement is planned, and huge when it runs.
  store.database.pool.on('connect', (client) => {
    client.query('set enable_seqscan = off').catch(() => {})
  })
  const payloads = new Payloads(store.sql, slots.total)
  const metrics = createMetrics({
    store,
    slots,
    payloads,
    faults,
    objectStore: options.objectStore,
  })
  const clock = watchClock({
    registry: metrics.registry,
    logger,
    measure: () => clockSkewSeconds(store.sql),
  })
  const watchdog = createWatchdog()
  const closing = new AbortController()
  let isQueueOpen = false
  const health = createHealth({
    watchdog,
    logger,
    obstacle() {
      if (closing.signal.aborted) return ENDING
      return isQueueOpen ? null : 'the queue is not open yet'
    },
    askDatabase: () => store.ready(),
    warning: clock.warning,
  })
  let metricsServer: MetricsServer | undefined
  let working: ReturnType<typeof work> = Promise.resolve(null)
  let stopping: Promise<void> | undefined

  async function work(): Promise<ReturnType<typeof startWork> | null> {
    const queue = await openWhenAvailable({ store, logger, faults }, closing.signal)
    if (!queue) return null
    logger.info({ slots: slots.total }, 'dispatcher.started')
    isQueueOpen = true
    return startWork({ ...options, store, slots, payloads, metrics, faults, watchdog, queue })
  }

  async function close(): Promise<void> {
    closing.abort()
    clock.stop()
    const started = await working
    await started?.stop()
    logger.info('dispatcher.stopped')
    await metricsServer?.close()
    await store.close()
  }

  return {
    async start() {
      if (options.metrics) {
        metricsServer = await serveMetrics(metrics.registry, options.metrics, health)
        logger.info({ port: metricsServer.port }, 'dispatcher.metrics_listening')
      }
      clock.start()
      working = work()
    },
    stop() {
      stopping ??= close()
      return stopping
    },
  }
}

interface WorkOptions extends Omit<DispatcherOptions, 'slots' | 'metrics'> {
  store: Store
  slots: Slots
  payloads: Payloads
  metrics: Metrics
  faults: FaultLog
  watchdog: Watchdog
  queue: JobQueue
}

/** The loops and tasks that run while the queue is open. */
function startWork(options: WorkOptions): { stop(): Promise<void> } {
  const { databaseUrl, store, objectStore, queue, logger, faults, watchdog } = options
  const poster = openPoster(options)
  const attempts = { ...options, poster, onUnreadableSecret: logUnreadableSecret(logger) }
  const pipeline = startPipeline({ ...options, attempts })
  const heartbeats = runPeriodically({ ...HEARTBEAT, faults }, pipeline.beat)
  const importing = startImporting(store, logger, faults)
  const payments = startReadingPayments({ ...options, paymentsApiUrl: options.paymentsApiUrl })
  const wake = { jobs: pipeline.wake, imports: importing.ask, payments: payments.ask }
  const listener = listenForJobs({ databaseUrl, faults, wake })
  const backgroundTasks = [
    startReconciling(store, logger, faults),
    startExpiringOrders(store, faults),
    startCleaningUp(store.database, logger, faults, options.retentionDays),
    importing,
    payments,
    startObjectRemoval({ store, objectStore, logger, faults }),
    startSweeping({ store, faults }),
    ...(options.mail ? [startMailing({ ...options, mail: options.mail })] : []),
  ]
  return {
    async stop() {
      watchdog.end()
      // Concurrently with the drain, whose time a hanging task mustn't use up.
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
    blockedPorts: blockedPortsOf(receivers),
    resolveAll: dnsServers && queryNameServers(dnsServers),
  })
  return createPoster({ timeoutMs, guard, proxy })
}

function logUnreadableSecret(logger: Logger) {
  return ({ organizationId, subscriptionId, deliveryId }: DueDelivery, error: unknown): void => {
    const err = errorWithoutParameters(error)
    logger.error({ organizationId, subscriptionId, deliveryId, err }, 'webhook.secret_unreadable')
  }
}

async function openWhenAvailable(
  { store, logger, faults }: Pick<WorkOptions, 'store' | 'logger' | 'faults'>,
  signal: AbortSignal,
): Promise<JobQueue | null> {
  while (!signal.aborted) {
    try {
      // Names a missing schema; pg-boss would say that it isn't installed.
      await store.ready()
      const queue = await openJobQueue(
        store.database,
        (error) => faults.failed(SUPERVISING, error),
        (message) => logger.warn({ message }, 'dispatcher.queue_warning'),
      )
      faults.worked(OPENING)
      return queue
    } catch (error) {
      faults.failed(OPENING, error)
      await pause(OPEN_RETRY_MS, undefined, { signal }).catch(() => {})
    }
  }
  return null
}
