// Raw SQL: batches.
import type { Sql } from '@mediajobs/db'
import { CHANGE_TIME, isFrozen } from '@mediajobs/db/schema'
import { markedKey } from '@mediajobs/domain'
import type { ObjectStore } from '@mediajobs/object-store'
import pMap from 'p-map'
import { derivativeKeys } from './previews.ts'
import { LEAST_ID } from './shared/turns.ts'

/** A media item whose original the object store lacks, or has with another size. */
export interface LostOriginal {
  organizationId: string
  projectId: string
  mediaId: string
  filename: string
}

interface StoredMedia extends LostOriginal {
  key: string
  size: number
  /** Null unless it has derivatives. */
  keySecret: Buffer | null
  /** Null unless it has a marked picture. */
  markSecret: Buffer | null
}

const BATCH = 500
// Calls to the store take milliseconds, most of which are waits.
const CONCURRENCY = 16

const STORED = `
  select media.organization_id as "organizationId", media.project_id as "projectId", media.id as "mediaId",
    media.filename, media.key, media.size, preview.key_secret as "keySecret",
    case when preview.mark_state = 'READY' then preview.mark_secret end as "markSecret"
  from media left join media_previews as preview
    on preview.organization_id = media.organization_id and preview.media_id = media.id and preview.state = 'READY'
  where (media.organization_id, media.id) > ($1::uuid, $2::uuid)
    and ($3::uuid is null or media.organization_id = $3) and not ${isFrozen('media.organization_id')}
  order by media.organization_id, media.id limit $4`

const REMAKE = `
  update media_previews
  set state = 'PENDING', attempts = 0, leased_until = null, updated_at = ${CHANGE_TIME}, mark_attempts = 0,
    mark_state = case mark_state when 'READY' then 'PENDING' else mark_state end
  where organization_id = $1 and media_id = $2 and state = 'READY' and not ${isFrozen('organization_id')}`

/**
 * Compares all media with the object store, and queues preview jobs for those whose pictures it lacks. Safe to interrupt
 * and to repeat.
 *
 * @param organizationId default: all organizations
 * @param onProgress called after each batch with the number of media so far
 * @throws {ObjectStoreUnavailable}
 */
export async function requestLostPreviews(
  sql: Sql,
  objectStore: Pick<ObjectStore, 'stat'>,
  organizationId: string | undefined,
  onProgress: (checked: number) => void,
): Promise<{ requested: number; originals: LostOriginal[] }> {
  const originals: LostOriginal[] = []
  let [checked, requested] = [0, 0]

  async function check({ key, size, keySecret, markSecret, ...item }: StoredMedia): Promise<void> {
    const original = await objectStore.stat(key)
    if (original?.sizeBytes !== size) {
      originals.push(item)
      return
    }
    const { organizationId: orgId, mediaId } = item
    const pictures = keySecret ? derivativeKeys(orgId, keySecret) : []
    if (markSecret) pictures.push(markedKey(orgId, markSecret))
    const found = await Promise.all(pictures.map((picture) => objectStore.stat(picture)))
    if (!found.includes(null)) return
    await sql.query(REMAKE, [orgId, mediaId])
    requested += 1
  }

  let last = { organizationId: LEAST_ID, mediaId: LEAST_ID }
  for (;;) {
    const values = [last.organizationId, last.mediaId, organizationId ?? null, BATCH]
    const batch = await sql.query<StoredMedia>(STORED, values)
    const end = batch.at(-1)
    if (!end) return { requested, originals }
    await pMap(batch, check, { concurrency: CONCURRENCY })
    last = end
    checked += batch.length
    onProgress(checked)
  }
}
