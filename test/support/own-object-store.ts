import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PUBLIC_READ_PREFIX, STAGING_PREFIX } from '@mediajobs/domain'
import { type ObjectStoreOptions as Emulated, startObjectStore } from '@mediajobs/local-engines'
import type { ObjectStoreOptions } from '@mediajobs/object-store'
import type { Test } from 'tap'

const BUCKET = 'own-store'
const SERVICE = { accessKey: 'own-access-key', secretKey: 'own-secret-key' }
const UPLOAD = { accessKey: 'own-upload-access-key', secretKey: 'own-upload-secret-key' }

/** Starts an S3 store for one test, and returns the service's options. */
export async function ownObjectStore(t: Test, emulated: Partial<Emulated> = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'own-store-'))
  const store = await startObjectStore({
    directory,
    bucket: BUCKET,
    ...SERVICE,
    publicReadPrefixes: [PUBLIC_READ_PREFIX],
    uploader: { ...UPLOAD, keyPrefix: STAGING_PREFIX },
    ...emulated,
  })
  t.teardown(async () => {
    await store.stop()
    await rm(directory, { recursive: true, force: true })
  })
  const withoutUpload: ObjectStoreOptions = {
    endpoint: store.endpoint,
    bucket: BUCKET,
    region: 'us-east-1',
    ...SERVICE,
    cdnBaseUrl: `${store.endpoint}/${BUCKET}`,
  }
  return {
    withoutUpload,
    options: { ...withoutUpload, upload: UPLOAD },
    /** Names of all files. */
    async files(): Promise<string[]> {
      const entries = await readdir(directory, { recursive: true, withFileTypes: true })
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
    },
  }
}
