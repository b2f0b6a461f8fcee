import type { Sql } from '@mediajobs/db'
import { clientDeliveries, media, mediaPreviews, websites } from '@mediajobs/db/schema'
import { derivativeKey, isPublicId, type WebsitePage } from '@mediajobs/domain'
import { and, eq, inArray, isNotNull, isNull, or, sql as raw } from 'drizzle-orm'
import { isMediaPreview } from '../media/media.ts'
import type { CdnUrl } from '../previews.ts'
import { notFound } from '../shared/errors.ts'
import type { SiteSize } from './pages.ts'
import { isExpired, isLive, isOfWebsite, WEBSITE_MEDIA } from './source.ts'

// Whether the item is the newest version of one of the website's media.
const EARLIER = `
  with recursive version as (
    select id, replaces_media_id from media where organization_id = $1 and id = $2
    union
    select earlier.id, earlier.replaces_media_id
    from version join media as earlier
      on earlier.organization_id = $1 and earlier.id = version.replaces_media_id
  )
  select exists (select from version where id = any ($3::uuid[])) as "isShown"`

/**
 * Locates a file of a live page; only files that the page shows. At most two statements.
 *
 * @throws {OperationError} `not_found`.
 */
export async function getSiteMediaUrl(
  sql: Sql,
  page: WebsitePage,
  { publicId, mediaId }: { publicId: string; mediaId: string },
  size: SiteSize | undefined,
  cdnUrl: CdnUrl,
): Promise<string> {
  if (!isPublicId(publicId)) throw notFound()
  const [found] = await sql.orm
    .select({
      organizationId: websites.organizationId,
      mediaIds: websites.mediaIds,
      type: media.type,
      key: media.key,
      keySecret: mediaPreviews.keySecret,
      state: mediaPreviews.state,
    })
    .from(websites)
    .innerJoin(clientDeliveries, isOfWebsite.delivery)
    .innerJoin(media, and(eq(media.organizationId, websites.organizationId), eq(media.id, mediaId)))
    .leftJoin(mediaPreviews, isMediaPreview)
    .where(
      and(
        isLive(page, publicId),
        raw`not ${isExpired}`,
        or(isNull(clientDeliveries.lockedAt), isNotNull(clientDeliveries.unlockedAt)),
        inArray(media.type, [...WEBSITE_MEDIA]),
        raw`${media.id} = any (${clientDeliveries.mediaIds})`,
      ),
    )
  if (!found) throw notFound().naming(publicId)
  const { organizationId, mediaIds, type, key, keySecret, state } = found
  if (mediaIds && !mediaIds.includes(mediaId)) {
    const [row] = await sql.query<{ isShown: boolean }>(EARLIER, [
      organizationId,
      mediaId,
      mediaIds,
    ])
    if (!row?.isShown) throw notFound()
  }
  if (state === 'READY' && keySecret) {
    return cdnUrl(derivativeKey(organizationId, keySecret, size ?? 'large'))
  }
  // As on the pages: no photos without derivatives, no documents on the unbranded one.
  const isShown = type === 'VIDEO' || (type === 'FLOORPLAN' && page === 'BRANDED')
  if (!isShown || size !== undefined) throw notFound()
  // Not the URL stored at confirmation: the unbranded page's CSP knows only the current host.
  return cdnUrl(key)
}
