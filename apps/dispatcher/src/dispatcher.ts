import { setTimeout as pause } from 'node:timers/promises'
import { clockSkewSeconds } from '@mediajobs/db'
import type { KeyRing } from '@mediajobs/domain'
import type { ObjectStore } from '@mediajobs/object-store'
import type { ReceiverPolicy } from '@mediajobs/operations/webhooks'
import { openStore, type Store } from '@mediajobs/outbox'
import {
  createFaultLog,
  createHealth,
  createWatchdog,
  ENDING,
  type FaultLog,
  type Logger,
  type MetricsServer,
  processName,
  serveMetrics,
  watchClock,
} from '@mediajobs/runtime'
import { Payloads } from './delivery/payloads.ts'
import type { MailOptions } from './mail/send-mail.ts'
import { createMetrics } from './monitoring/metrics.ts'
import { type JobQueue, openJobQueue } from './queue/job-queue.ts'
import { Slots } from './slots/slots.ts'
import { startWork, type Work } from './work.ts'

export interface DispatcherOptions {
  databaseUrl: string
  /** Database connections, without the one that listens for new jobs. */
  poolSize: number
  objectStore: ObjectStore
  keyRing: KeyRing
  logger: Logger
  /** The cell that new credentials name, in links of mails. Default: none. */
  cell?: string | undefined
  /** How many webhooks are posted concurrently. */
  slots: number
  /** The wait after each failed attempt: one attempt more than there are waits. */
  retryDelaysMs: readonly number[]
  /** How long a POST may take, from the name lookup to the status. */
  timeoutMs: number
  receivers: ReceiverPolicy
  /** The name servers that resolve receivers, as `ip` or `ip:port`. Default: the system's. */
  dnsServers?: readonly string[] | undefined
  /** An HTTP proxy for all webhooks. */
  proxy?: URL | undefined
  /** How many days events and webhook deliveries are kept. Default: 30. */
  retentionDays?: number | undefined
  /** A subscription whose attempts have all failed for this long is switched off. Default: never. */
  disableAfterMs?: number
  /** How mail is sent. Default: not at all. */
  mail?: MailOptions | undefined
  /** Where metrics and health are served. */
  metrics?: { host: string; port: number }
}

export interface Dispatcher {
  /** Starts to work as soon as the database and its queue are available. */
  start(): Promise<void>
  /** Fetches no more jobs, finishes running POSTs, gives the other jobs back, and closes its connections. */
  stop(): Promise<void>
}

const OPEN_RETRY_MS = 1_000
const OPENING = 'opening the queue'
const SUPERVISING = 'supervising the queue'

/**
 * Posts webhooks until it's stopped. Any number of dispatchers share one database.
 *
 * `work.ts` starts the parts. They're in these folders; each imports only from those above it:
 *
 * - `monitoring/`: metrics
 * - `http/`: one POST: address guard, connections, request and response
 * - `queue/`: jobs in pg-boss: notification, fetch, lease, give-back
 * - `slots/`: which jobs may start, by subscription, organization and host; the states of a job
 * - `delivery/`: the steps of a job, connected by `pipeline.ts`: fetch, read, sign, post, settle
 * - `upkeep/`: background tasks: lost jobs, cleanup, bulk imports, removal of objects
 * - `mail/`: the queue of mails: claim, text, the exchange with the mail server
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
  let working: Promise<Work | null> = Promise.resolve(null)
  let stopping: Promise<void> | undefined

  async function work(): Promise<Work | null> {
    const queue = await openWhenThere({ store, logger, faults }, closing.signal)
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

interface Opening {
  store: Store
  logger: Logger
  faults: FaultLog
}

async function openWhenThere(
  { store, logger, faults }: Opening,
  signal: AbortSignal,
): Promise<JobQueue | null> {
  while (!signal.aborted) {
    try {
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
