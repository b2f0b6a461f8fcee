import { setTimeout as pause } from 'node:timers/promises'
import { clockSkewSeconds } from '@mediajobs/db'
import { type CellUrls, otherCells } from '@mediajobs/domain'
import type { ObjectStore } from '@mediajobs/object-store'
import { openStore } from '@mediajobs/outbox'
import {
  createFaultLog,
  createHealth,
  createWatchdog,
  ENDING,
  type Logger,
  type MetricsServer,
  processName,
  serveMetrics,
  watchClock,
  withDeadline,
} from '@mediajobs/runtime'
import { type DeriveLoop, startDeriving } from './derivatives/derive-loop.ts'
import { createMetrics, createOpenStreams } from './metrics.ts'
import { buildServer, type ServerOptions } from './server.ts'

export interface MediaOptions {
  databaseUrl: string
  poolSize: number
  objectStore: ObjectStore
  logger: Logger
  /** Where archives are served. Port 0: any free port. */
  host: string
  port: number
  trustProxy?: ServerOptions['trustProxy']
  /** This process's cell, and the base URL of each cell. Default: none. */
  cell?: string | undefined
  cellUrls?: CellUrls | undefined
  maxUnreadMs?: ServerOptions['maxUnreadMs']
  maxStillMs?: number
  /** How long it keeps serving after `stop`, while not ready. Default: 0. */
  shutdownDelayMs?: number
  /** Where metrics and health are served. */
  metrics?: { host: string; port: number }
}

export interface MediaProcess {
  /** @returns the base URL of archives */
  start(): Promise<string>
  /** Starts no more pictures, and after `shutdownDelayMs` no more archives. Aborts unfinished work seconds later. */
  stop(): Promise<void>
}

// Aborted work isn't lost: clients resume downloads, and another process makes the derivative.
const DRAIN_MS = 10_000

/**
 * Makes derivatives of media and sends archives, until it's stopped. Any number of these processes share one database.
 *
 * - `derivatives/`: makes smaller pictures of a media item in a separate process
 * - `archives/`: lays out a zip and sends any span of its bytes
 */
export function createMedia(options: MediaOptions): MediaProcess {
  const { objectStore, logger } = options
  const store = openStore({
    databaseUrl: options.databaseUrl,
    poolSize: options.poolSize,
    applicationName: processName('media'),
    cell: options.cell,
    onError: (err) => logger.debug({ err }, 'a database connection was lost'),
  })
  const faults = createFaultLog(logger, 'media')
  const watchdog = createWatchdog()
  const streams = createOpenStreams()
  const closing = new AbortController()
  const metrics = createMetrics({ store, objectStore, streams, faults })
  const clock = watchClock({
    registry: metrics.registry,
    logger,
    measure: () => clockSkewSeconds(store.sql),
  })
  const health = createHealth({
    watchdog,
    logger,
    obstacle: () => (closing.signal.aborted ? ENDING : null),
    // Reads a table, so the process isn't ready before the migrations.
    askDatabase: () => store.sql.query('select from archives limit 1'),
    warning: clock.warning,
  })
  const server = buildServer({
    sql: store.sql,
    objectStore,
    metrics,
    streams,
    otherCells: otherCells(store.cell, options.cellUrls),
    logger,
    health,
    closing: closing.signal,
    trustProxy: options.trustProxy ?? false,
    ...(options.maxUnreadMs !== undefined && { maxUnreadMs: options.maxUnreadMs }),
  })
  let deriving: DeriveLoop | undefined
  let metricsServer: MetricsServer | undefined
  let stopping: Promise<void> | undefined

  async function stop(): Promise<void> {
    closing.abort()
    watchdog.end()
    clock.stop()
    const derivingEnded = deriving?.stop()
    // Gives load balancers time to see that it isn't ready.
    await pause(options.shutdownDelayMs ?? 0)
    server.server.close()
    await Promise.all([derivingEnded, withDeadline(streams.ended(), DRAIN_MS)])
    server.server.closeAllConnections()
    await server.close()
    await metricsServer?.close()
    await store.close()
    logger.info('media.stopped')
  }

  return {
    async start() {
      if (options.metrics) {
        metricsServer = await serveMetrics(metrics.registry, options.metrics, health)
        logger.info({ port: metricsServer.port }, 'media.metrics_listening')
      }
      const address = await server.listen({ host: options.host, port: options.port })
      deriving = startDeriving({
        store,
        objectStore,
        logger,
        faults,
        watchdog,
        metrics,
        ...(options.maxStillMs !== undefined && { maxStillMs: options.maxStillMs }),
      })
      clock.start()
      logger.info({ address }, 'media.started')
      return address
    },
    stop() {
      stopping ??= stop()
      return stopping
    },
  }
}
