// Raw SQL: batches, and an update by case.
import { columnsOf, type Sql } from '@mediajobs/db'
import {
  isAway,
  logos,
  media,
  mediaPreviews,
  organizations,
  publicOriginals as page,
  projects,
} from '@mediajobs/db/schema'
import {
  ADDRESS_FIELDS,
  type AddressField,
  type AlterationKind,
  derivativeKey,
  isPublicId,
  randomPublicId,
} from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, type Column, eq, not, sql as raw } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type CdnUrl, type PreviewRow, previewOf } from './previews.ts'
import { conflict, notFound } from './shared/errors.ts'
import { withLogo } from './shown-organization.ts'

/** The public page of an altered picture and its original: docs/contract.md#c13-originals */
export interface PublicOriginal {
  id: string
  organization: {
    name: string
    logoUrl: string | null
    colour: string | null
    locale: string | null
  }
  /** Null unless the organization opted in. */
  address: Pick<typeof projects.$inferSelect, AddressField> | null
  kind: AlterationKind
  note: string | null
  alteredUrl: string | null
  /** Pixels of the full-size picture. Null while unknown. */
  alteredWidth: number | null
  alteredHeight: number | null
  originalUrl: string | null
  originalWidth: number | null
  originalHeight: number | null
  /** QR code of the page. */
  qrUrl: string
}

interface PublicLinks {
  readonly cdnUrl: CdnUrl
  readonly deliveryBaseUrl: string
}

/**
 * The URL of an altered picture's public page.
 *
 * @param deliveryBaseUrl the URL of deliveries, whose host also serves these pages
 */
export function originalsUrl(deliveryBaseUrl: string, publicId: string): string {
  return `${new URL(deliveryBaseUrl).origin}/originals/${publicId}`
}

const altered = alias(media, 'altered')
const original = alias(media, 'original')
const alteredPreview = alias(mediaPreviews, 'altered_preview')
const originalPreview = alias(mediaPreviews, 'original_preview')

function isOfPage(organizationId: Column, id: Column, idOnPage: Column) {
  return and(eq(organizationId, page.organizationId), eq(id, idOnPage))
}

/** At most one statement. @throws {OperationError} `not_found`. */
export async function getPublicOriginal(
  sql: Sql,
  id: string,
  { cdnUrl, deliveryBaseUrl }: PublicLinks,
): Promise<PublicOriginal> {
  if (!isPublicId(id)) throw notFound()
  const [found] = await sql.orm
    .select({
      page,
      organization: {
        name: organizations.name,
        logoUrl: organizations.logoUrl,
        colour: organizations.colour,
        locale: organizations.locale,
      },
      logoKey: logos.key,
      showsAddress: organizations.showAddressOnOriginals,
      address: columnsOf(projects, ADDRESS_FIELDS),
      alteredUrl: altered.cdnUrl,
      alteredPreview,
      originalUrl: original.cdnUrl,
      originalPreview,
    })
    .from(page)
    .innerJoin(organizations, eq(organizations.id, page.organizationId))
    .leftJoin(logos, eq(logos.organizationId, page.organizationId))
    .innerJoin(projects, isOfPage(projects.organizationId, projects.id, page.projectId))
    .leftJoin(altered, isOfPage(altered.organizationId, altered.id, page.mediaId))
    .leftJoin(
      alteredPreview,
      isOfPage(alteredPreview.organizationId, alteredPreview.mediaId, page.mediaId),
    )
    .leftJoin(original, isOfPage(original.organizationId, original.id, page.originalMediaId))
    .leftJoin(
      originalPreview,
      isOfPage(originalPreview.organizationId, originalPreview.mediaId, page.originalMediaId),
    )
    .where(and(eq(page.publicId, id), not(raw.raw(isAway('public_originals.organization_id')))))
  if (!found) throw notFound().naming(id)
  const { organizationId, kind, note, alteredKey, originalKey } = found.page
  const { organization, logoKey } = found
  const pictureOf = (key: string | null, preview: PreviewRow | null, url: string | null) => {
    const { largeUrl, width, height } = previewOf(organizationId, preview, cdnUrl) ?? NO_PREVIEW
    return { url: key === null ? (largeUrl ?? url) : cdnUrl(key), width, height }
  }
  const left = pictureOf(alteredKey, found.alteredPreview, found.alteredUrl)
  const right = pictureOf(originalKey, found.originalPreview, found.originalUrl)
  return {
    id,
    organization: withLogo(organization, logoKey, cdnUrl),
    address: found.showsAddress ? found.address : null,
    kind,
    note,
    alteredUrl: left.url,
    alteredWidth: left.width,
    alteredHeight: left.height,
    originalUrl: right.url,
    originalWidth: right.width,
    originalHeight: right.height,
    qrUrl: `${originalsUrl(deliveryBaseUrl, id)}/qr.svg`,
  }
}

const NO_PREVIEW = { largeUrl: null, width: null, height: null }

// A delivery's altered pictures whose originals exist and that have no public page.
const UNPUBLISHED = `
  select altered.id as "mediaId"
  from media as altered
  join media as original
    on original.organization_id = altered.organization_id
    and original.project_id = altered.project_id
    and original.id = altered.altered_from_media_id
  where altered.organization_id = $1 and altered.project_id = $2
    and altered.alteration_kind is not null and altered.id = any ($3)
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

/** Creates missing public pages for the altered pictures of an open delivery. */
export async function publishOriginals(
  tx: Tx,
  orgId: string,
  projectId: string,
  delivered: readonly string[],
): Promise<void> {
  const rows = await tx.query<{ mediaId: string }>(UNPUBLISHED, [orgId, projectId, delivered])
  if (rows.length === 0) return
  const mediaIds = rows.map(({ mediaId }) => mediaId)
  const publicIds = rows.map(() => randomPublicId(tx.cell))
  await tx.query(PUBLISH, [orgId, mediaIds, publicIds])
}

function isPageOf(orgId: string, mediaId: string) {
  return and(eq(page.organizationId, orgId), eq(page.mediaId, mediaId))
}

/** @throws {OperationError} `conflict` (`original_published`) for a picture with a public page. */
export async function refusePublished(tx: Tx, orgId: string, mediaId: string): Promise<void> {
  const pages = await tx.orm.$count(page, isPageOf(orgId, mediaId))
  if (pages === 0) return
  throw conflict(
    'original_published',
    'A public page shows this delivered picture with its original. Only the kind and note can still change.',
  )
}

/** Updates the alteration on a picture's public page, if any. */
export async function correctPage(
  tx: Tx,
  orgId: string,
  mediaId: string,
  alteration: { kind: AlterationKind; note: string | null },
): Promise<void> {
  await tx.orm.update(page).set(alteration).where(isPageOf(orgId, mediaId))
}

// A media item can be the altered picture of one page and the original of others.
const KEEP = `
  update public_originals set
    altered_key = case when media_id = $3 then $4 else altered_key end,
    original_key = case when original_media_id = $3 then $4 else original_key end
  where organization_id = $1 and project_id = $2 and (media_id = $3 or original_media_id = $3)
  returning media_id`

interface DeletedMedia {
  organizationId: string
  projectId: string
  id: string
  key: string
}

/**
 * Keeps a deleted media item on its public pages, as the large derivative or else the object itself.
 *
 * @returns the key of the object to keep; null if no page shows it
 */
export async function keepObjectOfPages(
  sql: Sql,
  { organizationId, projectId, id, key }: DeletedMedia,
  preview: PreviewRow | null,
): Promise<string | null> {
  const kept =
    preview?.state === 'READY' ? derivativeKey(organizationId, preview.keySecret, 'large') : key
  const pages = await sql.query(KEEP, [organizationId, projectId, id, kept])
  return pages.length > 0 ? kept : null
}
