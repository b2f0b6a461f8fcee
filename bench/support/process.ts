import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { endProcess, startObjectStore, startPostgres } from '@mediajobs/local-engines'
import { migrate } from '@mediajobs/outbox'
import pg from 'pg'

/** A process under measurement. */
export interface BenchProcess {
  pid: number
  child: ChildProcess
  /** The match of the line that showed that it was ready. */
  ready: RegExpExecArray
  end(): Promise<void>
}

/** The folder of this checkout. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url))
// It takes seconds on an idle machine, and far longer on one that other programs use.
const START_LIMIT_MS = 120_000

/**
 * Starts `file` of the repository, or the file at an absolute path, with Node, as production does, and waits
 * until a line of its output matches `readyLine`. Later output is dropped.
 */
export async function startProcess(
  file: string,
  readyLine: RegExp,
  env: Record<string, string>,
  flags: readonly string[] = [],
  args: readonly string[] = [],
): Promise<BenchProcess> {
  const child = spawn(process.execPath, [...flags, resolve(ROOT, file), ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const ready = await new Promise<RegExpExecArray>((resolve, reject) => {
    const late = () => {
      child.kill('SIGKILL')
      reject(new Error(`${file} was not ready after ${START_LIMIT_MS} ms`))
    }
    const timer = setTimeout(late, START_LIMIT_MS)
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`${file} ended with ${code}`))
    })
    const output = child.stdout as Readable
    const lines = createInterface({ input: output }).on('line', (line) => {
      const match = readyLine.exec(line)
      if (!match) return
      clearTimeout(timer)
      lines.close()
      // Reading each line would take processor time from the measured processes.
      output.resume()
      resolve(match)
    })
  })
  return {
    pid: child.pid ?? 0,
    child,
    ready,
    end: () => endProcess(child, 'SIGTERM'),
  }
}

/** The flags that `pnpm start:<app>` of the checkout at `root` gives to Node.js. */
export function productionFlags(app: 'api' | 'dispatcher' | 'media', root = ROOT): string[] {
  const text = readFileSync(join(root, 'package.json'), 'utf8')
  const { scripts } = JSON.parse(text) as { scripts: Record<string, string> }
  return scripts[`start:${app}`]?.split(' ').filter((part) => part.startsWith('--')) ?? []
}

/**
 * Starts the api of the checkout at `root`. It logs a line for each request, as in production, and the lines are
 * dropped.
 */
export async function startApi(
  env: Record<string, string>,
  root = ROOT,
): Promise<BenchProcess & { url: string }> {
  const started = await startProcess(
    join(root, 'apps/api/src/main.ts'),
    /listening at (http:[^"\s]+)/,
    { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'info', SHUTDOWN_DELAY: '0s', ...env },
    productionFlags('api', root),
  )
  return { ...started, url: started.ready[1] ?? '' }
}

/**
 * Runs `work` in a new folder. Then calls the functions given to `onEnd`, last first, even when one of them fails, and
 * removes the folder.
 */
export async function inFolder(
  work: (folder: string, onEnd: (end: () => Promise<void>) => void) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'mediajobs-bench-'))
  const endings = [() => rm(folder, { recursive: true, force: true })]
  const failures: unknown[] = []
  const note = (error: unknown) => failures.push(error)
  await work(folder, (end) => endings.push(end)).catch(note)
  for (const end of endings.reverse()) await end().catch(note)
  if (failures.length > 1)
    throw new AggregateError(failures, 'the run failed, and did not end in order')
  if (failures.length > 0) throw failures[0]
}

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
