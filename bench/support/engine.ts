import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startObjectStore, startPostgres } from '@mediajobs/local-engines'
import { migrate } from '@mediajobs/outbox'
import pg from 'pg'

/** The settings of PostgreSQL for every figure. All others have their defaults, also `synchronous_commit`. */
export const SETTINGS = {
  shared_buffers: '1GB',
  // No checkpoint during the rounds: it would slow one round and not the next.
  checkpoint_timeout: '1h',
  max_wal_size: '16GB',
}

export interface Engine {
  databaseUrl: string
  /** The postmaster's process. */
  pid: number
  /** The environment variables of a process of the service. */
  environment: Record<string, string>
  client: pg.Client
  /** The folder of PostgreSQL, as `startPostgres` was given it. */
  postgresFolder: string
  /** Ends PostgreSQL alone. `end` still ends the rest. */
  stopPostgres(): Promise<void>
  /** Adds `ms` to every flush of the write-ahead log: 2 ms imitate a network disk. */
  slowFlushes(ms: number): Promise<void>
  end(): Promise<void>
}

export interface EngineOptions {
  /** A folder with a PostgreSQL in `postgres`. It stays at the end. Default: a new one, removed at the end. */
  filled?: string
  /** Settings of PostgreSQL beside {@link SETTINGS}. */
  settings?: Record<string, string>
  /** Brings the database to a schema. Default: to that of this checkout. */
  migrate?(databaseUrl: string): Promise<void>
}

/** Starts a migrated PostgreSQL with durable commits and an S3 store. */
export async function startEngine(options: EngineOptions = {}): Promise<Engine> {
  const { filled } = options
  const folder = filled ?? (await mkdtemp(join(tmpdir(), 'mediajobs-bench-')))
  const directory = join(folder, 'postgres')
  await configure(directory, { ...SETTINGS, ...options.settings })
  const postgres = await startPostgres({ directory, durable: true })
  await (options.migrate ?? migrate)(postgres.url)
  const credentials = { accessKey: 'bench-access-key', secretKey: 'bench-secret-key' }
  const bucket = 'bench'
  const store = await startObjectStore({
    directory: join(folder, 's3'),
    bucket,
    ...credentials,
    publicReadPrefixes: [],
  })
  const client = new pg.Client(postgres.url)
  await client.connect()
  let stopping: Promise<void> | undefined
  const stopPostgres = () => {
    stopping ??= client.end().then(() => postgres.stop())
    return stopping
  }
  return {
    postgresFolder: directory,
    stopPostgres,
    databaseUrl: postgres.url,
    pid: postgres.pid,
    environment: {
      DATABASE_URL: postgres.url,
      DELIVERY_BASE_URL: 'http://deliveries.test',
      S3_ENDPOINT: store.endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY: credentials.accessKey,
      S3_SECRET_KEY: credentials.secretKey,
      SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
    },
    client,
    async slowFlushes(ms) {
      // The process that flushes waits for this time and lets others join its flush, as with a slow disk.
      await client.query(`alter system set commit_delay = ${ms * 1_000}`)
      await client.query('alter system set commit_siblings = 0')
      await client.query('select pg_reload_conf()')
    },
    async end() {
      await store.stop()
      await stopPostgres()
      const made = filled === undefined ? folder : join(folder, 's3')
      await rm(made, { recursive: true, force: true })
    },
  }
}

/** Makes a cluster in `directory` that has these settings at each start. */
async function configure(
  directory: string,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const postgres = await startPostgres({ directory, durable: true })
  const client = new pg.Client(postgres.url)
  await client.connect()
  for (const [name, value] of Object.entries(settings)) {
    await client.query(`alter system set ${name} = '${value}'`)
  }
  await client.end()
  await postgres.stop()
}
