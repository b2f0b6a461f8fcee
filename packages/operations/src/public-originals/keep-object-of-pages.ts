import type { Sql } from '@mediajobs/db'
import { derivativeKey } from '@mediajobs/domain'
import type { PreviewRow } from '../previews.ts'

// A medium can be the altered picture of one page and the original of others.
const KEEP = `
  update public_originals set
    altered_key = case when media_id = $3 then $4 else altered_key end,
    original_key = case when original_media_id = $3 then $4 else original_key end
  where organization_id = $1 and project_id = $2 and (media_id = $3 or original_media_id = $3)
  returning media_id`

interface DeletedMedium {
  organizationId: string
  projectId: string
  id: string
  key: string
}

/**
 * A deleted medium stays on its public pages, which then show its large derivative. Without a derivative they
 * show its own object.
 *
 * @returns the key of the object that must not be removed; null when no page shows the medium
 */
export async function keepObjectOfPages(
  sql: Sql,
  { organizationId, projectId, id, key }: DeletedMedium,
  preview: PreviewRow | null,
): Promise<string | null> {
  const kept =
    preview?.state === 'READY' ? derivativeKey(organizationId, preview.keySecret, 'large') : key
  const pages = await sql.query(KEEP, [organizationId, projectId, id, kept])
  return pages.length > 0 ? kept : null
}
