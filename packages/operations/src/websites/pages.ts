import type { Sql } from '@mediajobs/db'
import { clientDeliveries, media, mediaPreviews, websites } from '@mediajobs/db/schema'
import {
  derivativeKey,
  isPublicId,
  type MediaType,
  type TourKind,
  type WebsitePage,
} from '@mediajobs/domain'
import { and, eq, inArray, isNotNull, isNull, or, sql as raw } from 'drizzle-orm'
import type { DeliveredMedia } from '../client-deliveries/delivered-media.ts'
import { type Alteration, isMediaPreview } from '../media/media.ts'
import type { CdnUrl, Preview } from '../previews.ts'
import { notFound } from '../shared/errors.ts'
import { type ShownOrganization, withLogo } from '../shown-organization.ts'
import {
  type Address,
  getLiveSource,
  isExpired,
  isLive,
  isOfWebsite,
  mediaOf,
  type SiteSource,
  WEBSITE_MEDIA,
} from './source.ts'
import { unbranded } from './tour.ts'
import type { WebsiteLinks } from './website.ts'

/** The picture sizes that websites offer. */
export const SITE_SIZES = ['thumb', 'medium', 'grid', 'large'] as const
export type SiteSize = (typeof SITE_SIZES)[number]

type SizeUrl = `${SiteSize}Url`

/** A file of a website. */
export interface SiteMedia extends Record<SizeUrl, string | null> {
  id: string
  type: MediaType
  contentType: string
  /** Pixels of the original picture. */
  width: number | null
  height: number | null
  colour: string | null
  /** The video, the document, or the largest size of the picture. */
  url: string
  alteration: Alteration | null
  /** The public page of an altered picture's original. Null on the unbranded page. */
  originalsUrl: string | null
}

interface SiteTour {
  kind: TourKind
  url: string
}

/** What both pages show. */
export interface Tour extends Pick<SiteSource['website'], 'headline' | 'description' | 'facts'> {
  address: Address
  sizeUnit: SiteSource['sizeUnit']
  /** The organization's. */
  locale: string | null
  tours: SiteTour[]
  photos: SiteMedia[]
  videos: SiteMedia[]
  floorPlans: SiteMedia[]
}

/** The branded page. */
export interface Site extends Omit<Tour, 'locale'> {
  contacts: SiteSource['website']['contacts']
  leadForm: boolean
  publishedAt: string | null
  organization: ShownOrganization
}

/** The branded page. Two statements. @throws {OperationError} `not_found` as in `getLiveSource`. */
export async function getSite(sql: Sql, publicId: string, links: WebsiteLinks): Promise<Site> {
  const source = await getLiveSource(sql, 'BRANDED', publicId)
  const { website, organization, logoKey } = source
  const files = await mediaOf(sql, source, links)
  return {
    headline: website.headline,
    description: website.description,
    address: source.address,
    sizeUnit: source.sizeUnit,
    facts: website.facts,
    tours: website.tours.map(({ kind, url }) => ({ kind, url })),
    ...sectionsOf(files.flatMap(brandedMedia)),
    contacts: website.contacts,
    leadForm: website.leadForm,
    publishedAt: website.publishedAt,
    organization: withLogo(organization, logoKey, links.cdnUrl),
  }
}

/** The unbranded page. Two statements. @throws {OperationError} `not_found` as in `getLiveSource`. */
export async function getTour(sql: Sql, publicId: string, links: WebsiteLinks): Promise<Tour> {
  const source = await getLiveSource(sql, 'UNBRANDED', publicId)
  const files = await mediaOf(sql, source, links)
  const { shown } = await unbranded(source, files)
  const { headline, description, address, facts, tours, notes } = shown
  return {
    headline,
    description,
    address,
    sizeUnit: source.sizeUnit,
    locale: source.organization.locale,
    facts,
    tours: tours.flatMap(({ kind, unbrandedUrl }) =>
      unbrandedUrl === null ? [] : { kind, url: unbrandedUrl },
    ),
    ...sectionsOf(files.flatMap((file) => unbrandedMedia(publicId, file, notes.get(file.id)))),
  }
}

function sectionsOf(media: readonly SiteMedia[]): Pick<Tour, 'photos' | 'videos' | 'floorPlans'> {
  const of = (type: MediaType) => media.filter((each) => each.type === type)
  return { photos: of('PHOTO'), videos: of('VIDEO'), floorPlans: of('FLOORPLAN') }
}

/** Whether a picture's derivatives are ready. */
function isPicture(preview: Pick<Preview, 'state'> | null): boolean {
  return preview?.state === 'READY'
}

function mediaWith(
  { id, type, contentType, preview, alteration }: DeliveredMedia,
  urls: Pick<SiteMedia, 'url' | SizeUrl | 'originalsUrl'>,
): SiteMedia {
  return {
    id,
    type,
    contentType,
    width: preview?.width ?? null,
    height: preview?.height ?? null,
    colour: preview?.colour ?? null,
    ...urls,
    alteration,
  }
}

const NO_SIZES = { thumbUrl: null, mediumUrl: null, gridUrl: null, largeUrl: null }

function brandedMedia(file: DeliveredMedia): SiteMedia[] {
  const { type, preview, cdnUrl, originalsUrl } = file
  if (preview && isPicture(preview)) {
    const { thumbUrl, mediumUrl, gridUrl, largeUrl } = preview
    const sizes = { thumbUrl, mediumUrl, gridUrl, largeUrl }
    return [mediaWith(file, { url: largeUrl ?? cdnUrl, ...sizes, originalsUrl })]
  }
  // A photo without derivatives is left out: the original's metadata may reveal more than the picture.
  return type === 'PHOTO' ? [] : [mediaWith(file, { url: cdnUrl, ...NO_SIZES, originalsUrl })]
}

/** Only URLs below the page, and only files whose metadata can't name anyone: videos and derivatives. */
function unbrandedMedia(
  publicId: string,
  file: DeliveredMedia,
  note: string | null = null,
): SiteMedia[] {
  const url = `/tours/${publicId}/media/${file.id}`
  const alteration = file.alteration && { kind: file.alteration.kind, note }
  if (isPicture(file.preview)) {
    const sizes = Object.fromEntries(
      SITE_SIZES.map((size) => [`${size}Url`, `${url}?size=${size}`]),
    ) as Record<SizeUrl, string>
    return [{ ...mediaWith(file, { url, ...sizes, originalsUrl: null }), alteration }]
  }
  if (file.type !== 'VIDEO') return []
  return [{ ...mediaWith(file, { url, ...NO_SIZES, originalsUrl: null }), alteration }]
}

// Whether the item is one of the website's media, or a later version of one.
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
 * The URL of a file that a live page shows. At most two statements.
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
