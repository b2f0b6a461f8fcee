import { spawn } from 'node:child_process'
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

export type BenchProcess = Awaited<ReturnType<typeof startProcess>>

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
// Starting takes seconds on an idle machine, far longer on a busy one.
const START_LIMIT_MS = 120_000

/**
 * Starts `file` of the repository as production does, and waits for a line of output that matches `readyLine`. Drops
 * later output.
 */
export async function startProcess(
  file: string,
  readyLine: RegExp,
  env: Record<string, string>,
  flags: readonly string[] = [],
  args: readonly string[] = [],
) {
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
      // Reading lines would take processor time from the measured processes.
      output.resume()
      resolve(match)
    })
  })
  return {
    pid: child.pid ?? 0,
    child,
    /** Match of the line that reported it ready. */
    ready,
    [Symbol.asyncDispose]: () => endProcess(child, 'SIGTERM'),
  }
}

/** The Node.js flags of `pnpm start:<app>`. */
export function productionFlags(app: 'api' | 'dispatcher' | 'media'): string[] {
  const text = readFileSync(join(ROOT, 'package.json'), 'utf8')
  const { scripts } = JSON.parse(text) as { scripts: Record<string, string> }
  return scripts[`start:${app}`]?.split(' ').filter((part) => part.startsWith('--')) ?? []
}

const SOURCE = 'apps/api/src/main.ts'

/** Starts the api from source, or a bundle of it as its image does. It logs a line per request, as in production. */
export async function startApi(
  env: Record<string, string>,
  main = SOURCE,
): Promise<BenchProcess & { url: string }> {
  const started = await startProcess(
    main,
    /listening at (http:[^"\s]+)/,
    { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'info', SHUTDOWN_DELAY: '0s', ...env },
    // A bundle loads no TypeScript.
    productionFlags('api').filter((flag) => main === SOURCE || !flag.startsWith('--import')),
  )
  return { ...started, url: started.ready[1] ?? '' }
}

/** PostgreSQL settings for every figure; defaults otherwise, including `synchronous_commit`. */
export const SETTINGS = {
  shared_buffers: '1GB',
  // No checkpoint during the rounds: it would slow one round and not the next.
  checkpoint_timeout: '1h',
  max_wal_size: '16GB',
}

export type Engine = Awaited<ReturnType<typeof startEngine>>

/** Starts a migrated PostgreSQL with durable commits, and an S3 store. */
export async function startEngine() {
  const folder = await mkdtemp(join(tmpdir(), 'mediajobs-bench-'))
  const directory = join(folder, 'postgres')
  await configure(directory)
  const postgres = await startPostgres({ directory, durable: true })
  await migrate(postgres.url)
  const credentials = { accessKey: 'bench-access-key', secretKey: 'bench-secret-key' }
  const bucket = 'bench'
  const store = await startObjectStore({ directory: join(folder, 's3'), bucket, ...credentials })
  const client = new pg.Client(postgres.url)
  await client.connect()
  const environment: Record<string, string> = {
    DATABASE_URL: postgres.url,
    DELIVERY_BASE_URL: 'http://deliveries.test',
    S3_ENDPOINT: store.endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY: credentials.accessKey,
    S3_SECRET_KEY: credentials.secretKey,
    SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
  }
  const { endpoint } = store
  return {
    /** For files of the run. */
    folder,
    databaseUrl: postgres.url,
    /** The postmaster's. */
    pid: postgres.pid,
    /** For the service's processes. */
    environment,
    objectStore: {
      ...credentials,
      endpoint,
      bucket,
      region: 'us-east-1',
      cdnBaseUrl: `${endpoint}/${bucket}`,
    },
    client,
    /** Adds `ms` to every WAL flush: 2 ms simulate a network disk. */
    async slowFlushes(ms: number): Promise<void> {
      // The flushing backend waits this long so others can join its flush, as on a slow disk.
      await client.query(`alter system set commit_delay = ${ms * 1_000}`)
      await client.query('alter system set commit_siblings = 0')
      await client.query('select pg_reload_conf()')
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await store.stop()
      await client.end()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function configure(directory: string): Promise<void> {
  const postgres = await startPostgres({ directory, durable: true })
  const client = new pg.Client(postgres.url)
  await client.connect()
  for (const [name, value] of Object.entries(SETTINGS)) {
    await client.query(`alter system set ${name} = '${value}'`)
  }
  await client.end()
  await postgres.stop()
}
