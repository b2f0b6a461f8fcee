import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import S3rver from '@20minutes/s3rver'
import AccountModule from '@20minutes/s3rver/lib/models/account.js'
import { portTaken } from './engine-error.ts'
import { copySourceIfMatch, ObjectStoreFiles } from './object-store-files.ts'
import { refusal } from './object-store-guard.ts'
import { isAddressInUse } from './ports.ts'

export interface ObjectStoreOptions {
  /** The folder of the objects. It is made when it is missing, and kept after the end. */
  directory: string
  /** Default: any free port. */
  port?: number | undefined
  bucket: string
  accessKey: string
  secretKey: string
  /**
   * Key prefixes of the bucket that anyone may read without a signature. Default: none. `?` is any one
   * character except a slash, as in the policy of a bucket.
   */
  publicReadPrefixes?: readonly string[] | undefined
  /** A second credential. It may only put objects below `keyPrefix`. */
  uploader?: { accessKey: string; secretKey: string; keyPrefix: string } | undefined
  /**
   * Obeys unsigned `x-amz-` headers, as MinIO does. By default it refuses them, as AWS does.
   */
  obeysUnsigned?: boolean | undefined
}

export interface ObjectStore {
  /** `http://127.0.0.1:port`; the bucket is the first part of the path. */
  endpoint: string
  port: number
  stop(): Promise<void>
}

/**
 * Starts an S3 store with one bucket on 127.0.0.1. It runs inside this process, so it ends with it. It
 * refuses what AWS refuses: no signature, a wrong one, unsigned headers (unless `obeysUnsigned`), and what
 * the policy of a credential does not allow.
 * Throws EngineError PORT_TAKEN.
 */
export async function startObjectStore(options: ObjectStoreOptions): Promise<ObjectStore> {
  await mkdir(options.directory, { recursive: true, mode: 0o700 })
  const emulator = new S3rver({
    directory: options.directory,
    silent: true,
    // Bucket names in the host name are off: no host ends in an invalid name.
    vhostBuckets: false,
    serviceEndpoint: 'off.invalid',
  })
  // Koa's own switch: it then does not print errors on the terminal.
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
    endpoint: `http://127.0.0.1:${port}`,
    port,
    async stop() {
      for (const { accessKey } of credentials) account.revokeAccessKey(accessKey)
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
      emulator.logger.close()
    },
  }
}

function guarded(emulator: RequestListener, options: ObjectStoreOptions): RequestListener {
  const rules = {
    bucket: options.bucket,
    accessKey: options.accessKey,
    publicReadPrefixes: options.publicReadPrefixes ?? [],
    uploadPrefix: options.uploader?.keyPrefix,
    obeysUnsigned: options.obeysUnsigned ?? false,
  }
  return (request, response) => {
    const reason = refusal(request, rules)
    if (reason !== null) return deny(response, reason)
    const ifMatch = request.headers['x-amz-copy-source-if-match']
    return copySourceIfMatch.run(ifMatch?.toString(), () => emulator(request, response))
  }
}

function deny(response: ServerResponse, reason: string): void {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>${reason}</Message></Error>`
  // The rest of the body is not read, so the connection cannot be used again.
  response.writeHead(403, { 'content-type': 'application/xml', connection: 'close' }).end(xml)
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    throw isAddressInUse(error) ? portTaken(port) : error
  }
  const address = server.address()
  return typeof address === 'object' && address ? address.port : port
}
