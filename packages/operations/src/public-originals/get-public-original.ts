import type { Sql } from '@mediajobs/db'
import {
  media,
  mediaPreviews,
  organizations,
  projects,
  publicOriginals,
} from '@mediajobs/db/schema'
import type { AlterationKind } from '@mediajobs/domain'
import { and, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type CdnUrl, type PreviewRow, previewOf } from '../previews.ts'
import { notFound } from '../shared/errors.ts'
import { originalsUrl } from './originals-url.ts'
import { isPublicId } from './public-id.ts'

const addressColumns = {
  addressLine1: projects.addressLine1,
  addressLine2: projects.addressLine2,
  city: projects.city,
  region: projects.region,
  postalCode: projects.postalCode,
  countryCode: projects.countryCode,
}

type Address = Pick<typeof projects.$inferSelect, keyof typeof addressColumns>

/** An altered picture with its original, public: docs/contract.md#c13-originals */
export interface PublicOriginal {
  id: string
  organization: { name: string; logoUrl: string | null; colour: string | null }
  /** Null unless the organization allows it. */
  address: Address | null
  kind: AlterationKind
  note: string | null
  alteredUrl: string | null
  /** Pixels of the picture in full size. Null while they are not known. */
  alteredWidth: number | null
  alteredHeight: number | null
  originalUrl: string | null
  originalWidth: number | null
  originalHeight: number | null
  /** The image of a QR code with the address of the page. */
  qrUrl: string
}

interface PublicLinks {
  readonly cdnUrl: CdnUrl
  readonly deliveryBaseUrl: string
}

const altered = alias(media, 'altered')
const original = alias(media, 'original')
const alteredPreview = alias(mediaPreviews, 'altered_preview')
const originalPreview = alias(mediaPreviews, 'original_preview')

/** One statement at most. @throws {OperationError} `not_found`. */
export async function getPublicOriginal(
  sql: Sql,
  id: string,
  { cdnUrl, deliveryBaseUrl }: PublicLinks,
): Promise<PublicOriginal> {
  if (!isPublicId(id)) throw notFound()
  const page = publicOriginals
  const [found] = await sql.orm
    .select({
      page,
      organization: {
        name: organizations.name,
        logoUrl: organizations.logoUrl,
        colour: organizations.colour,
      },
      showsAddress: organizations.showAddressOnOriginals,
      address: addressColumns,
      alteredUrl: altered.cdnUrl,
      alteredPreview,
      originalUrl: original.cdnUrl,
      originalPreview,
    })
    .from(page)
    .innerJoin(organizations, eq(organizations.id, page.organizationId))
    .innerJoin(
      projects,
      and(eq(projects.organizationId, page.organizationId), eq(projects.id, page.projectId)),
    )
    .leftJoin(
      altered,
      and(eq(altered.organizationId, page.organizationId), eq(altered.id, page.mediaId)),
    )
    .leftJoin(
      alteredPreview,
      and(
        eq(alteredPreview.organizationId, page.organizationId),
        eq(alteredPreview.mediaId, page.mediaId),
      ),
    )
    .leftJoin(
      original,
      and(eq(original.organizationId, page.organizationId), eq(original.id, page.originalMediaId)),
    )
    .leftJoin(
      originalPreview,
      and(
        eq(originalPreview.organizationId, page.organizationId),
        eq(originalPreview.mediaId, page.originalMediaId),
      ),
    )
    .where(eq(page.publicId, id))
  if (!found) throw notFound().naming(id)
  const { organizationId, kind, note, alteredKey, originalKey } = found.page
  const pictureOf = (key: string | null, preview: PreviewRow | null, url: string | null) => {
    const {
      largeUrl = null,
      width = null,
      height = null,
    } = previewOf(organizationId, preview, cdnUrl) ?? {}
    return { url: key === null ? (largeUrl ?? url) : cdnUrl(key), width, height }
  }
  const left = pictureOf(alteredKey, found.alteredPreview, found.alteredUrl)
  const right = pictureOf(originalKey, found.originalPreview, found.originalUrl)
  return {
    id,
    organization: found.organization,
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
