import { execFile } from 'node:child_process'
import { lstat, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PUBLIC_READ_PREFIX, STAGING_PREFIX } from '@mediajobs/domain'
import {
  databaseUrl,
  dropDatabases,
  EngineError,
  ensureDatabase,
  startObjectStore,
  startPostgres,
} from '@mediajobs/local-engines'
import { FOLDER_PREFIX } from '@mediajobs/local-engines/testing'
import { allowPages } from '@mediajobs/object-store'
import { migrate } from '@mediajobs/outbox'

const run = promisify(execFile)

/** A server for the tests: the environment variables to find it, and how to stop it. */
export interface Provided {
  environment: Record<string, string>
  end(): Promise<void>
}

// Many files run concurrently, each with several pools.
const MAX_CONNECTIONS = 400
const S3_NAMES = ['ENDPOINT', 'ACCESS_KEY', 'SECRET_KEY', 'REGION', 'BUCKET']

/** The bucket and credentials of a test store. */
export const STORE = {
  region: 'us-east-1',
  bucket: 'mediajobs-test',
  service: { accessKey: 'test-access-key', secretKey: 'test-secret-key' },
  /** May only upload. */
  upload: { accessKey: 'test-upload-access-key', secretKey: 'test-upload-secret-key' },
}

/** The variables that point tests to the store at `endpoint`, which has {@link STORE}. */
export function storeEnvironment(endpoint: string): Record<string, string> {
  const { region, bucket, service, upload } = STORE
  return {
    TEST_S3_ENDPOINT: endpoint,
    TEST_S3_REGION: region,
    TEST_S3_BUCKET: bucket,
    TEST_S3_ACCESS_KEY: service.accessKey,
    TEST_S3_SECRET_KEY: service.secretKey,
    TEST_S3_UPLOAD_ACCESS_KEY: upload.accessKey,
    TEST_S3_UPLOAD_SECRET_KEY: upload.secretKey,
  }
}

/**
 * `TEST_DATABASE_URL`: a user who may create databases. `TEST_TEMPLATE_DATABASE`: the name of a
 * migrated, empty database, for `CREATE DATABASE … TEMPLATE`.
 */
export async function provideDatabase(folder: string): Promise<Provided> {
  const server = await databaseServer(folder)
  const template = `mediajobs_template_${process.pid}_${Date.now()}`
  const end = async () => {
    // A server to be stopped needs no cleanup. Databases shared by files are named after the template.
    if (!server.stop) await dropDatabases(server.url, template)
    await server.stop?.()
  }
  try {
    await ensureDatabase(server.url, template)
    await migrate(databaseUrl(server.url, template))
  } catch (error) {
    await end().catch(() => {})
    throw error
  }
  const environment = { TEST_DATABASE_URL: server.url, TEST_TEMPLATE_DATABASE: template }
  return { environment, end }
}

async function databaseServer(
  folder: string,
): Promise<{ url: string; stop?: () => Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given }
  const directory = join(folder, 'postgres')
  return startPostgres({ directory, durable: false, maxConnections: MAX_CONNECTIONS })
}

/**
 * `TEST_S3_ENDPOINT`, `TEST_S3_BUCKET` and a client's credential. A store from the environment also has an upload
 * credential if both of its variables are set.
 */
export async function provideObjectStore(folder: string): Promise<Provided> {
  if (process.env.TEST_S3_ENDPOINT) return givenObjectStore()
  const { region, bucket, service, upload } = STORE
  const store = await startObjectStore({
    directory: join(folder, 's3'),
    bucket,
    ...service,
    publicReadPrefixes: [PUBLIC_READ_PREFIX],
    uploader: { ...upload, keyPrefix: STAGING_PREFIX },
  })
  const { endpoint } = store
  await allowPages({ endpoint, region, bucket, ...service }, ['http://127.0.0.1:*'])
  return { environment: storeEnvironment(endpoint), end: () => store.stop() }
}

function givenObjectStore(): Provided {
  const missing = S3_NAMES.map((name) => `TEST_S3_${name}`).filter((name) => !process.env[name])
  if (missing.length > 0) {
    throw new EngineError('NOT_STARTED', `TEST_S3_ENDPOINT is set: set ${missing.join(', ')} too`)
  }
  return { environment: {}, end: async () => {} }
}

/** Removes the folders of killed runs. */
export async function removeLeftBehind(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(new RegExp(`^${FOLDER_PREFIX}(\\d+)-`).exec(name)?.[1] ?? 0)
    if (pid === 0 || isRunning(pid)) continue
    const folder = join(tmpdir(), name)
    const found = await lstat(folder).catch(() => null)
    if (found?.uid !== process.getuid?.()) continue
    // A folder that can't be removed must not prevent the next run.
    await remove(folder).catch((error) => process.stderr.write(`${error}\n`))
  }
}

async function remove(folder: string): Promise<void> {
  // A test's disk may still be mounted: test/faults/support/small-disk.ts.
  for (const disk of await mountedIn(folder)) await run('umount', ['--lazy', disk])
  await rm(folder, { recursive: true, force: true })
}

/** The mount points in a folder, including itself, innermost first. Only on Linux. */
async function mountedIn(folder: string): Promise<string[]> {
  const mounts = await readFile('/proc/self/mounts', 'utf8').catch(() => '')
  const points = mounts
    .split('\n')
    .map((line) => (line.split(' ')[1] ?? '').replaceAll('\\040', ' '))
  return points.filter((point) => `${point}/`.startsWith(`${folder}/`)).reverse()
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
