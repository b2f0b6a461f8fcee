import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PUBLIC_READ_PREFIX, STAGING_PREFIX } from '@mediajobs/domain'
import { freePort } from '@mediajobs/local-engines'
import { makeVersityAccount, prepareBucket } from '@mediajobs/object-store'
import type { Engine } from './engine.ts'
import { findOrBuild } from './programs.ts'
import { startServer } from './server.ts'
import { BUCKET, clientOptions, SERVICE, storeEngine, UPLOAD, untilReady } from './store.ts'

const SOURCE = 'github.com/versity/versitygw/cmd/versitygw@v1.8.0'

/** Versity's S3 gateway, with the options and the accounts of docker/compose.yaml. Throws MissingEngine. */
export async function startVersity(folder: string): Promise<Engine> {
  const { program, version } = findOrBuild({ name: 'versitygw', source: SOURCE })
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
    await untilReady(() => makeVersityAccount(service, UPLOAD))
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
