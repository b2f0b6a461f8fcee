import { freePort } from '@mediajobs/local-engines'
import { Database } from './database.ts'
import { Receivers, Store } from './outside.ts'
import { type Kind, Processes } from './processes.ts'
import { type FrontProxy, type OnEnd, startProxy } from './proxy.ts'
import type { Setting } from './setting.ts'
import { UsageMeter } from './usage.ts'

/** Everything that runs, except the load. */
export interface Fleet {
  database: Database
  store: Store
  receivers: Receivers
  processes: Processes
  proxy: FrontProxy
  usage: UsageMeter
  receiverUrl: string
}

export const SECRETS_KEY = Buffer.alloc(32, 1).toString('base64')
const S3 = {
  S3_BUCKET: 'fleet',
  S3_ACCESS_KEY: 'fleet-access-key',
  S3_SECRET_KEY: 'fleet-secret-key',
}

/** Starts the database, the store, the receivers and the proxy. The processes of the service start with `startService`. */
export async function startFleet(folder: string, arrivals: string, onEnd: OnEnd): Promise<Fleet> {
  const usage = new UsageMeter()
  const database = await Database.start(folder, onEnd)
  usage.add('postgres', database.pid)
  const ports = {
    api: await freePort(),
    media: await freePort(),
    dispatcher: 0,
    store: await freePort(),
    receivers: await freePort(),
    proxy: { api: await freePort(), clients: await freePort(), store: await freePort() },
  }
  const store = new Store(
    { ...S3, DIRECTORY: `${folder}/s3`, PORT: String(ports.store) },
    usage,
    onEnd,
  )
  await store.start()
  const receivers = await Receivers.start(ports.receivers, arrivals, usage, onEnd)
  const url = `http://127.0.0.1:${ports.proxy.api}`
  const processes = new Processes(
    {
      ...S3,
      DATABASE_URL: database.url,
      S3_ENDPOINT: `http://127.0.0.1:${ports.proxy.store}`,
      DELIVERY_BASE_URL: `${url}/deliveries`,
      MEDIA_BASE_URL: url,
      SECRETS_KEY,
      TRUST_PROXY: '1',
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
      // Restarts then take less of the processors that the load needs too.
      NODE_COMPILE_CACHE: `${folder}/compiled`,
    },
    ports,
    usage,
  )
  const backends = {
    apis: () => processes.hosts('api'),
    media: () => processes.hosts('media'),
    apiPort: ports.api,
    mediaPort: ports.media,
    storePort: ports.store,
  }
  const proxy = await startProxy(ports.proxy, backends, onEnd)
  usage.add('proxy', proxy.pid)
  onEnd(() => processes.endAll())
  const receiverUrl = `http://127.0.0.1:${ports.receivers}`
  return { database, store, receivers, processes, proxy, usage, receiverUrl }
}

export async function startService(
  { processes, proxy }: Fleet,
  { apis, dispatchers }: Setting,
): Promise<void> {
  const starting = (kind: Kind, count: number) =>
    Array.from({ length: count }, () => processes.start(kind))
  await Promise.all([
    ...starting('api', apis),
    ...starting('dispatcher', dispatchers),
    ...starting('media', 1),
  ])
  await untilReady(`${proxy.url}/health/ready`)
}

const READY_LIMIT_MS = 120_000
const LOOK_MS = 100

async function untilReady(url: string): Promise<void> {
  const endMs = Date.now() + READY_LIMIT_MS
  for (;;) {
    const response = await fetch(url).catch(() => null)
    await response?.body?.cancel()
    if (response?.ok) return
    if (Date.now() > endMs) throw new Error('the proxy found no api')
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}
