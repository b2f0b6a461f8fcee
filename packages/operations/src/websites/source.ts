import { columnsOf, type Placeholders, preparedQuery, type Sql } from '@mediajobs/db'
import {
  clientDeliveries,
  customers,
  isAway,
  logos,
  organizations,
  projects,
  websites,
} from '@mediajobs/db/schema'
import {
  ADDRESS_FIELDS,
  type AddressField,
  isPublicId,
  type WebsitePage,
  type WebsiteStatus,
} from '@mediajobs/domain'
import { and, eq, isNull, not, sql as raw, type SQL, type SQLWrapper } from 'drizzle-orm'
import { type DeliveredMedia, filesOf } from '../client-deliveries/delivered-media.ts'
import { type DeliveryLinks, isLocked } from '../client-deliveries/delivery.ts'
import { notFound } from '../shared/errors.ts'
import { shownColumns } from '../shown-organization.ts'

const PUBLIC_ID = {
  BRANDED: websites.publicId,
  UNBRANDED: websites.tourPublicId,
} as const satisfies Record<WebsitePage, unknown>

/** Why the pages of a LIVE website are unavailable. */
export const WEBSITE_BLOCKS = ['NOT_DELIVERED', 'LOCKED', 'EXPIRED'] as const
export type WebsiteBlock = (typeof WEBSITE_BLOCKS)[number]

export type WebsiteRow = typeof websites.$inferSelect
export type Address = Pick<typeof projects.$inferSelect, AddressField>

export const isOfWebsite = {
  project: and(
    eq(projects.organizationId, websites.organizationId),
    eq(projects.id, websites.projectId),
  ),
  customer: and(
    eq(customers.organizationId, websites.organizationId),
    eq(customers.id, projects.customerId),
  ),
  // The delivery in force.
  delivery: and(
    eq(clientDeliveries.organizationId, websites.organizationId),
    eq(clientDeliveries.projectId, websites.projectId),
    isNull(clientDeliveries.supersededAt),
    isNull(clientDeliveries.revokedAt),
  ),
}

/** SQL: whether the website has expired. */
export const isExpired = raw<boolean>`coalesce(${websites.expiresAt} <= clock_timestamp(), false)`

/** A website with everything its pages show except the files. */
export type SiteSource = Awaited<ReturnType<typeof selectSource>>[number]

/** Selects websites with what their pages show, in one statement. */
function selectSource(orm: Sql['orm'], condition: SQL | undefined) {
  return orm
    .select({
      website: websites,
      isExpired,
      address: columnsOf(projects, ADDRESS_FIELDS),
      organization: shownColumns,
      sizeUnit: organizations.sizeUnit,
      logoKey: logos.key,
      customer: {
        name: customers.name,
        company: customers.company,
        email: customers.email,
        phone: customers.phone,
      },
      delivery: {
        mediaIds: clientDeliveries.mediaIds,
        lockedAt: clientDeliveries.lockedAt,
        unlockedAt: clientDeliveries.unlockedAt,
      },
    })
    .from(websites)
    .innerJoin(projects, isOfWebsite.project)
    .innerJoin(organizations, eq(organizations.id, websites.organizationId))
    .leftJoin(logos, eq(logos.organizationId, websites.organizationId))
    .leftJoin(customers, isOfWebsite.customer)
    .leftJoin(clientDeliveries, isOfWebsite.delivery)
    .where(condition)
}

export async function findSource(
  { orm }: Sql,
  condition: SQL | undefined,
): Promise<SiteSource | undefined> {
  const [found] = await selectSource(orm, condition)
  return found
}

/** A project's website. @throws {OperationError} `not_found`. */
export async function getSource(sql: Sql, orgId: string, projectId: string): Promise<SiteSource> {
  const found = await findSource(sql, isWebsiteOf(orgId, projectId))
  if (!found) throw notFound()
  return found
}

export function isWebsiteOf(orgId: string, projectId: string) {
  return and(eq(websites.organizationId, orgId), eq(websites.projectId, projectId))
}

export function blockOf({
  delivery,
  isExpired,
}: Pick<SiteSource, 'delivery' | 'isExpired'>): WebsiteBlock | null {
  if (!delivery) return 'NOT_DELIVERED'
  if (isLocked(delivery)) return 'LOCKED'
  return isExpired ? 'EXPIRED' : null
}

/** SQL condition: a LIVE website by its public id on `page`, of an organization served by this cell. */
export function isLive(page: WebsitePage, publicId: string | SQLWrapper) {
  const live: WebsiteStatus = 'LIVE'
  return and(
    eq(PUBLIC_ID[page], publicId),
    eq(websites.status, live),
    not(raw.raw(isAway('websites.organization_id'))),
  )
}

const liveSource = (page: WebsitePage) =>
  preparedQuery((orm, value: Placeholders<'publicId'>) =>
    selectSource(orm, isLive(page, value('publicId'))),
  )
const findLive = { BRANDED: liveSource('BRANDED'), UNBRANDED: liveSource('UNBRANDED') }

/**
 * The source of a page that is being served.
 *
 * @throws {OperationError} the same `not_found` for an unknown, unpublished, expired or locked website.
 */
export async function getLiveSource(
  sql: Sql,
  page: WebsitePage,
  publicId: string,
): Promise<SiteSource> {
  if (!isPublicId(publicId)) throw notFound()
  const [found] = await findLive[page](sql, { publicId })
  if (!found || blockOf(found) !== null) throw notFound().naming(publicId)
  return found
}

/** The media types of websites, in the order of their sections. */
export const WEBSITE_MEDIA = ['PHOTO', 'VIDEO', 'FLOORPLAN'] as const

/** The files that a website shows: those of the newest delivery, in the website's order or the delivery's. */
export async function mediaOf(
  sql: Sql,
  { website, delivery }: SiteSource,
  links: DeliveryLinks,
): Promise<DeliveredMedia[]> {
  if (!delivery) return []
  const { organizationId, projectId, mediaIds } = website
  const { files, versionOf } = await filesOf(
    sql,
    { organizationId, projectId, mediaIds: delivery.mediaIds },
    links,
  )
  const byId = new Map(files.map(({ file }) => [file.id, file]))
  const wanted = mediaIds?.flatMap((id) => versionOf(id) ?? []) ?? [...byId.keys()]
  return [...new Set(wanted)].flatMap((id) => {
    const file = byId.get(id)
    return file && WEBSITE_MEDIA.some((type) => type === file.type) ? file : []
  })
}
