import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PUBLIC_READ_PREFIX } from '@mediajobs/domain'
import { freePort } from '@mediajobs/local-engines'
import { prepareBucket } from '@mediajobs/object-store'
import { documentedPolicies } from './documented.ts'
import type { Engine } from './engine.ts'
import { findOrBuild } from './programs.ts'
import { startServer } from './server.ts'
import { BUCKET, clientOptions, SERVICE, storeEngine, UPLOAD, untilReady } from './store.ts'

// The last commits of both.
const SERVER = 'github.com/minio/minio@v0.0.0-20260212201848-7aac2a2c5b7c'
const CLIENT = 'github.com/minio/mc@v0.0.0-20250313080218-cf909e1063a9'

const ROOT = { accessKey: 'test-root-key', secretKey: 'test-root-secret-key' }
const COMMAND_LIMIT_MS = 60_000

/**
 * A MinIO with the bucket of tests, and a user for each of the two credentials, with the policy that
 * docs/operating.md gives it. Throws MissingEngine.
 */
export async function startMinio(folder: string): Promise<Engine> {
  const { program, version } = findOrBuild({ name: 'minio', source: SERVER })
  const client = findOrBuild({ name: 'mc', source: CLIENT })
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
    await makeUsers(client.program, port, folder)
  } catch (error) {
    await server.end()
    throw error
  }
  return storeEngine(version, port, server.end)
}

async function makeUsers(client: string, port: number, folder: string): Promise<void> {
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
