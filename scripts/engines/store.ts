import { setTimeout as pause } from 'node:timers/promises'
import type { Engine } from './engine.ts'

/** The bucket and the credentials of a store under test. */
export const BUCKET = 'mediajobs-test'
export const SERVICE = { accessKey: 'test-access-key', secretKey: 'test-secret-key' }
export const UPLOAD = { accessKey: 'test-upload-access-key', secretKey: 'test-upload-secret-key' }

const REGION = 'us-east-1'
const READY_LIMIT_MS = 60_000
const RETRY_MS = 200

/** How a client reaches the store on this port of this machine. */
export function clientOptions(port: number, credential: { accessKey: string; secretKey: string }) {
  return { endpoint: `http://127.0.0.1:${port}`, region: REGION, ...credential }
}

/** Repeats `act` until it succeeds: a store that has just been started refuses calls for a moment. */
export async function untilReady(act: () => Promise<void>): Promise<void> {
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

/** A store that {@link SERVICE} may use, and {@link UPLOAD} for uploads only. */
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
