import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PUBLIC_READ_PREFIX, STAGING_PREFIX } from '@mediajobs/domain'
import { freePort } from '@mediajobs/local-engines'
import { createVersityAccount, prepareBucket } from '@mediajobs/object-store'
import { STORE, storeEnvironment } from '../test/servers.ts'
import { type Engine, findOrBuild, startServer } from './programs.ts'
import { documentedPolicies } from './tests.ts'

const { region: REGION, bucket: BUCKET, service: SERVICE, upload: UPLOAD } = STORE
const READY_LIMIT_MS = 60_000
const RETRY_MS = 200

/** Client options for the store on this local port. */
function clientOptions(port: number, credential: { accessKey: string; secretKey: string }) {
  return { endpoint: `http://127.0.0.1:${port}`, region: REGION, ...credential }
}

/** Retries `act` until it succeeds: a new store refuses calls for a moment. */
async function untilReady(act: () => Promise<void>): Promise<void> {
  const deadlineMs = Date.now() + READY_LIMIT_MS
  while (true) {
    try {
      return await act()
    } catch (error) {
      if (Date.now() > deadlineMs) throw error
      await pause(RETRY_MS)
    }
  }
}

function storeEngine(version: string, port: number, end: () => Promise<void>): Engine {
  return { version, environment: storeEnvironment(`http://127.0.0.1:${port}`), end }
}

// Each project's latest commit.
const SERVER = 'github.com/minio/minio@v0.0.0-20260212201848-7aac2a2c5b7c'
const CLIENT = 'github.com/minio/mc@v0.0.0-20250313080218-cf909e1063a9'

const ROOT = { accessKey: 'test-root-key', secretKey: 'test-root-secret-key' }
const COMMAND_LIMIT_MS = 60_000

/**
 * MinIO with the test bucket, and a user per credential with the policy in docs/operating.md. @throws {MissingEngine}
 */
export async function startMinio(folder: string): Promise<Engine> {
  const { program, version } = findOrBuild('minio', SERVER)
  const client = findOrBuild('mc', CLIENT)
  const port = await freePort()
  const server = await startServer({
    program,
    args: ['server', join(folder, 'data'), '--address', `127.0.0.1:${port}`, '--quiet'],
    port,
    log: join(folder, 'minio.log'),
    endSignal: 'SIGTERM',
    env: {
      MINIO_ROOT_USER: ROOT.accessKey,
      MINIO_ROOT_PASSWORD: ROOT.secretKey,
      MINIO_BROWSER: 'off',
      MINIO_UPDATE: 'off',
    },
  })
  try {
    const root = clientOptions(port, ROOT)
    const bucket = { ...root, bucket: BUCKET, publicReadPrefixes: [PUBLIC_READ_PREFIX] }
    await untilReady(() => prepareBucket(bucket))
    await createUsers(client.program, port, folder)
  } catch (error) {
    await server.end()
    throw error
  }
  return storeEngine(version, port, server.end)
}

async function createUsers(client: string, port: number, folder: string): Promise<void> {
  const { service, upload } = documentedPolicies(BUCKET)
  const store = `http://${ROOT.accessKey}:${ROOT.secretKey}@127.0.0.1:${port}`
  const admin = (...args: string[]) =>
    execFileSync(client, ['--config-dir', join(folder, 'mc'), 'admin', ...args], {
      env: { PATH: process.env.PATH, MC_HOST_store: store },
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: COMMAND_LIMIT_MS,
    })
  const users = [
    { name: 'service', policy: service, ...SERVICE },
    { name: 'upload', policy: upload, ...UPLOAD },
  ]
  for (const { name, policy, accessKey, secretKey } of users) {
    const file = join(folder, `${name}.json`)
    await writeFile(file, policy)
    admin('policy', 'create', 'store', name, file)
    admin('user', 'add', 'store', accessKey, secretKey)
    admin('policy', 'attach', 'store', name, '--user', accessKey)
  }
}

const SOURCE = 'github.com/versity/versitygw/cmd/versitygw@v1.8.0'

/** Versity's S3 gateway, with the options and accounts of docker/compose.yaml. @throws {MissingEngine} */
export async function startVersity(folder: string): Promise<Engine> {
  const { program, version } = findOrBuild('versitygw', SOURCE)
  const port = await freePort()
  const [data, accounts] = [join(folder, 'data'), join(folder, 'accounts')]
  for (const each of [data, accounts]) await mkdir(each)
  const options = ['--health', '/health', '--quiet', '--keep-alive', '--cors-allow-origin', '*']
  const server = await startServer({
    program,
    args: [...options, '--port', `127.0.0.1:${port}`, '--iam-dir', accounts, 'posix', data],
    port,
    log: join(folder, 'versitygw.log'),
    endSignal: 'SIGTERM',
    env: { ROOT_ACCESS_KEY_ID: SERVICE.accessKey, ROOT_SECRET_ACCESS_KEY: SERVICE.secretKey },
  })
  try {
    const service = clientOptions(port, SERVICE)
    await untilReady(() => createVersityAccount(service, { ...UPLOAD, secretKey: 'former' }))
    // Changes the secret, as a rotation does.
    await createVersityAccount(service, UPLOAD)
    await prepareBucket({
      ...service,
      bucket: BUCKET,
      publicReadPrefixes: [PUBLIC_READ_PREFIX],
      uploader: { principal: UPLOAD.accessKey, keyPrefix: STAGING_PREFIX },
    })
  } catch (error) {
    await server.end()
    throw error
  }
  return storeEngine(version, port, server.end)
}
