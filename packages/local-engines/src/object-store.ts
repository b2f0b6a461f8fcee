import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import S3rver from '@20minutes/s3rver'
import AccountModule from '@20minutes/s3rver/lib/models/account.js'
import { copySourceIfMatch, ObjectStoreFiles } from './object-store-files.ts'
import { type Rules, refusal } from './object-store-guard.ts'
import { listen } from './ports.ts'

export interface ObjectStoreOptions extends Rules {
  /** Created if missing, and kept. */
  directory: string
  /** Default: any free port. */
  port?: number | undefined
  secretKey: string
}

export type ObjectStore = Awaited<ReturnType<typeof startObjectStore>>

/**
 * Starts an S3 store with one bucket on 127.0.0.1, inside this process. Refuses what AWS refuses: missing or invalid
 * signatures, unsigned headers (unless `obeysUnsigned`), and what a credential's policy doesn't allow.
 *
 * @throws {EngineError} PORT_TAKEN
 */
export async function startObjectStore(options: ObjectStoreOptions) {
  await mkdir(options.directory, { recursive: true, mode: 0o700 })
  const emulator = new S3rver({
    directory: options.directory,
    silent: true,
    // Disables virtual-hosted buckets: no host ends in an invalid name.
    vhostBuckets: false,
    serviceEndpoint: 'off.invalid',
  })
  // Koa's switch: don't print errors.
  emulator.silent = true
  const files = new ObjectStoreFiles(options.directory)
  emulator.store = files
  emulator.context.store = files
  await files.putBucket(options.bucket)

  const account = AccountModule.DUMMY_ACCOUNT
  // The emulator's built-in key is public.
  account.revokeAccessKey('S3RVER')
  const credentials = [options, ...(options.uploader ? [options.uploader] : [])]
  for (const { accessKey, secretKey } of credentials) account.createKeyPair(accessKey, secretKey)

  const server = createServer(guarded(emulator.callback(), options))
  const port = await listen(server, options.port ?? 0)
  return {
    /** The bucket is the first path segment. */
    endpoint: `http://127.0.0.1:${port}`,
    port,
    async stop(): Promise<void> {
      for (const { accessKey } of credentials) account.revokeAccessKey(accessKey)
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
      emulator.logger.close()
    },
  }
}

function guarded(emulator: RequestListener, options: ObjectStoreOptions): RequestListener {
  return (request, response) => {
    const reason = refusal(request, options)
    if (reason !== null) return deny(response, reason)
    const ifMatch = request.headers['x-amz-copy-source-if-match']
    return copySourceIfMatch.run(ifMatch?.toString(), () => emulator(request, response))
  }
}

function deny(response: ServerResponse, reason: string): void {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>${reason}</Message></Error>`
  // The body is unread, so the connection can't be reused.
  response.writeHead(403, { 'content-type': 'application/xml', connection: 'close' }).end(xml)
}
