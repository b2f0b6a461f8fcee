import { openStore } from '@mediajobs/outbox'
import { createLogger, runProcess } from '@mediajobs/runtime'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'

await runProcess(async () => {
  const config = readConfig()
  const logger = createLogger('api', config.LOG_LEVEL)
  const store = openStore({
    databaseUrl: config.DATABASE_URL,
    poolSize: config.DATABASE_POOL_SIZE,
    applicationName: 'api',
    onError: (err) => logger.warn({ err }, 'a database connection was lost'),
  })
  const app = await buildApp({
    store,
    logger,
    keyRing: config.SECRETS_KEY,
    deliveryBaseUrl: config.DELIVERY_BASE_URL ?? `http://localhost:${config.PORT}/deliveries`,
    keyWindows: config.RATE_LIMITS,
    trustProxy: config.TRUST_PROXY,
    receivers: {
      allowHttp: config.WEBHOOK_ALLOW_HTTP,
      allowPrivateNetworks: config.WEBHOOK_ALLOW_PRIVATE_NETWORKS,
    },
  })
  await app.listen({ host: config.HOST, port: config.PORT })
  return {
    logger,
    async close() {
      await app.close()
      await store.close()
    },
  }
})
