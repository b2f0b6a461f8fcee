import type { Tx } from '@mediajobs/outbox'
import { newPublicId } from './public-id.ts'

// The altered pictures of a project whose originals exist and that have no public page yet.
const UNPUBLISHED = `
  select altered.id as "mediaId"
  from media as altered
  join media as original
    on original.organization_id = altered.organization_id
    and original.project_id = altered.project_id
    and original.id = altered.altered_from_media_id
  where altered.organization_id = $1 and altered.project_id = $2
    and altered.alteration_kind is not null
    and not exists (
      select from public_originals as page
      where page.organization_id = altered.organization_id and page.media_id = altered.id)`

const PUBLISH = `
  insert into public_originals
    (organization_id, media_id, public_id, project_id, original_media_id, kind, note)
  select $1, media.id, new.public_id, media.project_id, media.altered_from_media_id,
    media.alteration_kind, media.alteration_note
  from unnest($2::uuid[], $3::text[]) as new (media_id, public_id)
  join media on media.organization_id = $1 and media.id = new.media_id
  on conflict (organization_id, media_id) do nothing`

/** Makes the public page of each altered picture of a delivered project. Existing pages don't change. */
export async function publishOriginals(tx: Tx, orgId: string, projectId: string): Promise<void> {
  const rows = await tx.query<{ mediaId: string }>(UNPUBLISHED, [orgId, projectId])
  if (rows.length === 0) return
  const mediaIds = rows.map(({ mediaId }) => mediaId)
  const publicIds = rows.map(() => newPublicId(tx.cell))
  await tx.query(PUBLISH, [orgId, mediaIds, publicIds])
}
