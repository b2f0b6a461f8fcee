import { openObjectStore } from '@mediajobs/object-store'
import { createLogger, objectStoreOptions, openTracing, runProcess } from '@mediajobs/runtime'
import { readConfig } from './config.ts'
import { createDispatcher } from './dispatcher.ts'

await runProcess(async () => {
  const config = readConfig()
  const logger = createLogger('dispatcher', config.LOG_LEVEL)
  const tracing = await openTracing(config, 'mediajobs-dispatcher', logger)
  const dispatcher = createDispatcher({
    databaseUrl: config.DATABASE_URL,
    poolSize: config.DATABASE_POOL_SIZE,
    objectStore: openObjectStore(objectStoreOptions(config)),
    keyRing: config.SECRETS_KEY,
    paymentsApiUrl: config.PAYMENTS_API_URL,
    logger,
    cell: config.CELL,
    slots: config.WEBHOOK_SLOTS,
    retryDelaysMs: config.WEBHOOK_RETRY_DELAYS,
    timeoutMs: config.WEBHOOK_TIMEOUT,
    receivers: {
      allowHttp: config.WEBHOOK_ALLOW_HTTP,
      allowPrivateNetworks: config.WEBHOOK_ALLOW_PRIVATE_NETWORKS,
      allowedNetworks: config.WEBHOOK_ALLOWED_NETWORKS,
      blockedNetworks: config.WEBHOOK_BLOCKED_NETWORKS,
      blockedPorts: config.WEBHOOK_BLOCKED_PORTS,
    },
    mail: config.mail,
    dnsServers: config.WEBHOOK_DNS_SERVERS,
    proxy: config.WEBHOOK_PROXY_URL,
    retentionDays: config.EVENT_RETENTION_DAYS,
    ...(config.WEBHOOK_DISABLE_AFTER !== undefined && {
      disableAfterMs: config.WEBHOOK_DISABLE_AFTER,
    }),
    ...(config.METRICS_PORT !== undefined && {
      metrics: { host: config.HOST, port: config.METRICS_PORT },
    }),
  })
  await dispatcher.start()
  return {
    logger,
    async close() {
      await dispatcher.stop()
      await tracing?.close()
    },
  }
})
