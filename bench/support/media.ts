import { randomBytes } from 'node:crypto'
import { newId } from '@mediajobs/db'
import { type ObjectStore, openObjectStore, presignedUrl } from '@mediajobs/object-store'
import { countPendingPreviews, requestPreviews } from '@mediajobs/operations/previews'
import type { Store } from '@mediajobs/outbox'
import type { Engine } from './engine.ts'
import { type BenchProcess, productionFlags, startProcess } from './process.ts'

/** Media of one project, with their bytes in the store. */
export interface BenchMedia {
  organizationId: string
  projectId: string
  objectStore: ObjectStore
  add(bytes: Buffer, contentType: string): Promise<string>
  /** Requests the missing derivatives, and waits until they are made. */
  derived(): Promise<void>
}

const POLL_MS = 100
const SIGNED_SECONDS = 3_600
const INSERT = `
  insert into media (organization_id, id, project_id, type, filename, key, content_type, size, cdn_url, position)
  values ($1, $2, $3, $4, $5, $6, $7, $8, '', 0)`

export function startMedia(engine: Engine): Promise<BenchProcess> {
  const env = { ...engine.environment, HOST: '127.0.0.1', PORT: '0', SHUTDOWN_DELAY: '0s' }
  const isUp = /"address":"(http:[^"]+)"/
  return startProcess('apps/media/src/main.ts', isUp, env, productionFlags('media'))
}

export async function openMedia(engine: Engine, { sql }: Store): Promise<BenchMedia> {
  const {
    S3_ENDPOINT = '',
    S3_BUCKET = '',
    S3_ACCESS_KEY = '',
    S3_SECRET_KEY = '',
  } = engine.environment
  const objectStore = openObjectStore({
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: 'us-east-1',
    accessKey: S3_ACCESS_KEY,
    secretKey: S3_SECRET_KEY,
    cdnBaseUrl: `${S3_ENDPOINT}/${S3_BUCKET}`,
  })
  const [organizationId, projectId] = [newId(), newId()]
  await sql.query('insert into organizations (id, name) values ($1, $2)', [organizationId, 'Bench'])
  await sql.query(
    `insert into projects (organization_id, id, status, scheduled_time)
     values ($1, $2, 'EDITING', now())`,
    [organizationId, projectId],
  )
  return {
    organizationId,
    projectId,
    objectStore,
    async add(bytes, contentType) {
      const id = newId()
      const key = `${organizationId}/${randomBytes(16).toString('hex')}`
      await objectStore.put(key, bytes, { contentType, cacheControl: 'no-store' })
      const type = contentType === 'image/jpeg' ? 'PHOTO' : 'VIDEO'
      const values = [organizationId, id, projectId, type, `${id}.bin`, key, contentType]
      await sql.query(INSERT, [...values, bytes.length])
      return key
    },
    async derived() {
      await requestPreviews(sql, { organizationId, isRefused: false }, () => {})
      while ((await countPendingPreviews(sql, organizationId)) > 0) {
        await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      }
    },
  }
}

/** An address at which an object can be read without a credential. */
export async function readAddress({ environment }: Engine, key: string): Promise<string> {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY = '', S3_SECRET_KEY = '' } = environment
  return presignedUrl(
    { region: 'us-east-1', accessKey: S3_ACCESS_KEY, secretKey: S3_SECRET_KEY },
    { method: 'GET', url: `${S3_ENDPOINT}/${S3_BUCKET}/${key}`, expiresInSeconds: SIGNED_SECONDS },
  )
}
