import { openObjectStore } from '@mediajobs/object-store'
import { openStore } from '@mediajobs/outbox'
import { bundleAssets } from '@mediajobs/pages/assets'
import {
  createLogger,
  objectStoreOptions,
  openTracing,
  processName,
  runProcess,
  serveMetrics,
  uploadCredential,
} from '@mediajobs/runtime'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'

// Share of database connections for admission and quick reads.
const SHARED_SHARE = 0.4

const NO_UPLOAD_CREDENTIAL = {
  advice:
    'Set S3_UPLOAD_ACCESS_KEY and S3_UPLOAD_SECRET_KEY. On some stores an upload URL can read ' +
    'everything that S3_ACCESS_KEY can; `pnpm admin check-bucket` tests yours.',
}

await runProcess(async () => {
  const config = readConfig()
  const logger = createLogger('api', config.LOG_LEVEL)
  const tracing = await openTracing(config, 'mediajobs-api', logger)
  const upload = uploadCredential(config)
  if (!upload) logger.warn(NO_UPLOAD_CREDENTIAL, 'object_store.no_upload_credential')
  const store = openStore({
    databaseUrl: config.DATABASE_URL,
    poolSize: config.DATABASE_POOL_SIZE,
    sharedConnections: Math.floor(config.DATABASE_POOL_SIZE * SHARED_SHARE),
    applicationName: processName('api'),
    sendsMail: config.SMTP_URL !== undefined,
    cell: config.CELL,
    onError: (err) => logger.warn({ err }, 'a database connection was lost'),
  })
  const building = buildApp({
    store,
    objectStore: openObjectStore({
      ...objectStoreOptions(config),
      ...(upload && { upload }),
    }),
    logger,
    keyRing: config.SECRETS_KEY,
    paymentsApiUrl: config.PAYMENTS_API_URL,
    deliveryBaseUrl: config.DELIVERY_BASE_URL,
    tourBaseUrl: config.TOUR_BASE_URL,
    mediaBaseUrl: config.MEDIA_BASE_URL,
    cellUrls: config.CELL_URLS,
    keyWindows: config.RATE_LIMITS,
    shutdownDelayMs: config.SHUTDOWN_DELAY,
    hasMcp: config.MCP,
    hasPages: config.PAGES,
    requestLogSample: config.REQUEST_LOG_SAMPLE,
    trustProxy: config.TRUST_PROXY,
    receivers: {
      allowHttp: config.WEBHOOK_ALLOW_HTTP,
      allowPrivateNetworks: config.WEBHOOK_ALLOW_PRIVATE_NETWORKS,
      allowedNetworks: config.WEBHOOK_ALLOWED_NETWORKS,
      blockedNetworks: config.WEBHOOK_BLOCKED_NETWORKS,
      blockedPorts: config.WEBHOOK_BLOCKED_PORTS,
    },
  })
  // Bundled in a child process now, so the first visitor doesn't wait.
  const [app] = await Promise.all([building, config.PAGES && bundleAssets()])
  await app.listen({ host: config.HOST, port: config.PORT })
  const metricsServer =
    config.METRICS_PORT === undefined
      ? undefined
      : await serveMetrics(app.metrics, { host: config.HOST, port: config.METRICS_PORT })
  if (metricsServer) logger.info({ port: metricsServer.port }, 'metrics listening')
  // Says why it can't serve, such as a database without a schema, even if nothing probes it.
  store.ready().catch((err) => logger.warn({ err }, 'not ready'))
  return {
    logger,
    closeDelayMs: config.SHUTDOWN_DELAY,
    async close() {
      await app.close()
      await metricsServer?.close()
      await store.close()
      await tracing?.close()
    },
  }
})
