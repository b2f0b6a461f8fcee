import { pooledUrl } from '@mediajobs/db/testing'
import { countPendingPreviews, requestPreviews } from '@mediajobs/operations/previews'
import { testLogger } from '@mediajobs/runtime/testing'
import { testApp } from '@mediajobs/testing/api/app'
import { deliveringStudio } from '@mediajobs/testing/api/client-delivery'
import { testObjectStore } from '@mediajobs/testing/api/object-store'
import { eventually } from '@mediajobs/testing/eventually'
import type { Test } from 'tap'
import { createMedia, type MediaOptions } from '../src/media.ts'

/** A row of the table `media_previews`. */
export interface PreviewRow {
  mediaId: string
  state: string
  reason: string | null
  width: number | null
  height: number | null
  colour: string | null
  crc32: number | null
  mlsSize: number | null
  mlsCrc32: number | null
  attempts: number
  keySecret: Buffer
}

const ROW = `
  select media_id as "mediaId", state, reason, width, height, colour, crc32, mls_size as "mlsSize",
    mls_crc32 as "mlsCrc32", attempts, key_secret as "keySecret"
  from media_previews where media_id = $1`

// Long, because other tests compete for the CPU.
const LIMIT_MS = 90_000

/** The API with a studio, and media whose bytes are in the store. */
export async function openMediaFixture(t: Test, options: Parameters<typeof testApp>[1] = {}) {
  const objectStore = testObjectStore()
  const api = await testApp(t, { trustProxy: true, ...options })
  const studio = await deliveringStudio(api)
  const { sql } = api.store
  const { organizationId } = studio.org

  async function preview(mediaId: string): Promise<PreviewRow | undefined> {
    const [row] = await sql.query<PreviewRow>(ROW, [mediaId])
    return row
  }

  return {
    api,
    sql,
    objectStore,
    ...studio,
    organizationId,
    preview,
    /** Requests the previews of media without one, or with `isRefused` of refused ones. */
    requestPreviews: (isRefused = false) => requestPreviews(sql, { isRefused }, () => {}),
    /** A media item with these bytes in the store; its preview isn't requested yet. */
    async put(projectId: string, bytes: Buffer, fields: Record<string, unknown> = {}) {
      const id = await studio.addMedia(projectId, { size: bytes.length, ...fields })
      const key = `${organizationId}/${id}`
      await objectStore.put(key, bytes, { contentType: 'image/jpeg', cacheControl: 'no-store' })
      return id
    },
    /** Waits until no preview is pending. */
    finished: () =>
      eventually(
        'every preview finished',
        async () => (await countPendingPreviews(sql, undefined)) === 0,
        LIMIT_MS,
      ),
    /** Starts a media process in the test's process. */
    async startMedia(more: Partial<MediaOptions> = {}) {
      const media = createMedia({
        databaseUrl: pooledUrl(api.databaseUrl),
        poolSize: 4,
        objectStore,
        logger: testLogger('media'),
        host: '127.0.0.1',
        port: 0,
        trustProxy: true,
        ...more,
      })
      const url = await media.start()
      t.teardown(() => media.stop())
      return { url, stop: media.stop }
    },
  }
}

export type MediaFixture = Awaited<ReturnType<typeof openMediaFixture>>
