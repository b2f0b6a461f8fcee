import { PUBLIC_READ_PREFIX, STAGING_PREFIX } from '@mediajobs/domain'
import {
  assertPortFree,
  databaseUrl,
  EngineError,
  ensureDatabase,
  type ObjectStore,
  type Postgres,
  startObjectStore,
  startPostgres,
} from '@mediajobs/local-engines'
import { allowPages } from '@mediajobs/object-store'
import type { DataFolder, Secrets } from './data-folder.ts'
import { keepRunning, type Running } from './supervise.ts'

const PORTS = 'ports.json'
export const BUCKET = 'mediajobs'
export const REGION = 'us-east-1'
// A cell's processes open about 40 connections.
const CONNECTIONS_OF_CELL = 100
// The pages of `dev` are on this machine, on any port.
const LOOPBACK = ['http://localhost:*', 'http://127.0.0.1:*']

interface EnginesOptions {
  folder: DataFolder
  secrets: Secrets
  say(line: string): void
  /** Number of installations on the database server. */
  cells: number
  /** Called when `postgresPid()` has changed. */
  onChange(): void
}

/**
 * Starts the database server and the object store, on the last run's ports if free, so its URLs and processes work
 * again. Restarts a database server that exits, with the same data and port.
 */
export async function startEngines(options: EnginesOptions) {
  const { folder, say, onChange } = options
  const last = await folder.readJson<{ postgres: number; s3: number }>(PORTS)
  const maxConnections = options.cells * CONNECTIONS_OF_CELL
  const start = (port: number | undefined) =>
    startPostgres({ directory: folder.path('postgres'), port, durable: true, maxConnections })
  const server = await start(await ifFree(last?.postgres))
  const postgres = keepRunning({
    name: 'postgres',
    first: running(server, folder),
    startAgain: async () => running(await start(server.port), folder),
    say,
    onChange,
  })
  try {
    const objectStore = await startStore(options, await ifFree(last?.s3))
    const { s3AccessKey: accessKey, s3SecretKey: secretKey } = options.secrets
    const { endpoint } = objectStore
    const bucket = { endpoint, region: REGION, bucket: BUCKET, accessKey, secretKey }
    await allowPages(bucket, LOOPBACK)
    await folder.writeJson(PORTS, { postgres: server.port, s3: objectStore.port })
    return {
      /** The URL of the database `name`, created if missing. */
      async database(name: string): Promise<string> {
        await ensureDatabase(server.url, name)
        return databaseUrl(server.url, name)
      },
      s3Endpoint: objectStore.endpoint,
      postgresPid: postgres.pid,
      async stop(): Promise<void> {
        await objectStore.stop()
        await postgres.stop()
      },
    }
  } catch (error) {
    await postgres.stop()
    throw error
  }
}

function startStore({ folder, secrets }: EnginesOptions, port?: number): Promise<ObjectStore> {
  return startObjectStore({
    directory: folder.path('s3'),
    port,
    bucket: BUCKET,
    accessKey: secrets.s3AccessKey,
    secretKey: secrets.s3SecretKey,
    publicReadPrefixes: [PUBLIC_READ_PREFIX],
    uploader: {
      accessKey: secrets.s3UploadAccessKey,
      secretKey: secrets.s3UploadSecretKey,
      keyPrefix: STAGING_PREFIX,
    },
  })
}

function running({ pid, ended, stop }: Postgres, folder: DataFolder): Running {
  const log = folder.path('postgres/postgres.log')
  return { pid, ended: ended.then((how) => `${how}; its log is ${log}`), stop }
}

async function ifFree(port: number | undefined): Promise<number | undefined> {
  if (port === undefined) return undefined
  try {
    await assertPortFree(port)
    return port
  } catch (error) {
    if (error instanceof EngineError) return undefined
    throw error
  }
}
