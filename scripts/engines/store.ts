import { setTimeout as pause } from 'node:timers/promises'
import type { Engine } from './engine.ts'

/** The bucket and the credentials of a store under test. */
export const BUCKET = 'mediajobs-test'
export const SERVICE = { accessKey: 'test-access-key', secretKey: 'test-secret-key' }
export const UPLOAD = { accessKey: 'test-upload-access-key', secretKey: 'test-upload-secret-key' }

const REGION = 'us-east-1'
const READY_LIMIT_MS = 60_000
const LOOK_MS = 100

/** How a client reaches the store on this port of this machine. */
export function clientOptions(port: number, credential: { accessKey: string; secretKey: string }) {
  return { endpoint: `http://127.0.0.1:${port}`, region: REGION, ...credential }
}

/** Waits until the path of the store gives a 200. */
export async function untilHealthy(url: string): Promise<void> {
  const deadlineMs = Date.now() + READY_LIMIT_MS
  while (true) {
    const response = await fetch(url).catch(() => null)
    await response?.arrayBuffer()
    if (response?.ok) return
    if (Date.now() > deadlineMs) throw new Error(`${url} gives no 200`)
    await pause(LOOK_MS)
  }
}

/** A store that `service` may use, and `UPLOAD` for uploads. */
export function storeEngine(version: string, port: number, end: () => Promise<void>): Engine {
  const { endpoint } = clientOptions(port, SERVICE)
  return {
    version,
    environment: {
      TEST_S3_ENDPOINT: endpoint,
      TEST_S3_REGION: REGION,
      TEST_S3_BUCKET: BUCKET,
      TEST_S3_ACCESS_KEY: SERVICE.accessKey,
      TEST_S3_SECRET_KEY: SERVICE.secretKey,
      TEST_S3_UPLOAD_ACCESS_KEY: UPLOAD.accessKey,
      TEST_S3_UPLOAD_SECRET_KEY: UPLOAD.secretKey,
    },
    end,
  }
}
