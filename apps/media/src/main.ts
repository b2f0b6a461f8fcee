import { openObjectStore } from '@mediajobs/object-store'
import { createLogger, objectStoreOptions, openTracing, runProcess } from '@mediajobs/runtime'
import { readConfig } from './config.ts'
import { createMedia } from './media.ts'

await runProcess(async () => {
  const config = readConfig()
  const logger = createLogger('media', config.LOG_LEVEL)
  const tracing = await openTracing(config, 'mediajobs-media', logger)
  const media = createMedia({
    databaseUrl: config.DATABASE_URL,
    poolSize: config.DATABASE_POOL_SIZE,
    objectStore: openObjectStore(objectStoreOptions(config)),
    logger,
    host: config.HOST,
    port: config.PORT,
    trustProxy: config.TRUST_PROXY,
    cell: config.CELL,
    cellUrls: config.CELL_URLS,
    shutdownDelayMs: config.SHUTDOWN_DELAY,
    ...(config.METRICS_PORT !== undefined && {
      metrics: { host: config.HOST, port: config.METRICS_PORT },
    }),
  })
  await media.start()
  return {
    logger,
    closeDelayMs: config.SHUTDOWN_DELAY,
    async close() {
      await media.stop()
      await tracing?.close()
    },
  }
})
