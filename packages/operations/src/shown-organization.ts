import type { Sql } from '@mediajobs/db'
import { isAway, logos, organizations, paymentAccounts } from '@mediajobs/db/schema'
import { and, eq, not, sql as raw, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { CdnUrl } from './previews.ts'
import { notFound } from './shared/errors.ts'

/** The organization's columns for client pages. Add the logo with {@link withLogo}. */
export const shownColumns = {
  name: organizations.name,
  logoUrl: organizations.logoUrl,
  colour: organizations.colour,
  timeZone: organizations.timeZone,
  locale: organizations.locale,
  contactEmail: organizations.contactEmail,
  contactPhone: organizations.contactPhone,
}

export type ShownOrganization = Pick<typeof organizations.$inferSelect, keyof typeof shownColumns>

/** The organization with the logo to show: the uploaded one, else the one set by URL. */
export function withLogo<Shown extends Pick<ShownOrganization, 'logoUrl'>>(
  organization: Shown,
  logoKey: string | null,
  cdnUrl: CdnUrl,
): Shown {
  return logoKey === null ? organization : { ...organization, logoUrl: cdnUrl(logoKey) }
}

/** SQL: whether the organization takes card payments now. */
export function takesCards(organizationId: PgColumn): SQL<boolean> {
  return raw`exists (select from ${paymentAccounts}
    where ${paymentAccounts.organizationId} = ${organizationId} and ${paymentAccounts.state} = 'READY')`
}

/** What the customer's pages show of the organization, even before sign-in. */
export type PortalStudio = ShownOrganization & {
  id: string
}

/** @throws {OperationError} `not_found` for an unknown organization, or one of another cell. */
export async function getPortalStudio(
  { orm }: Sql,
  organizationId: string,
  cdnUrl: CdnUrl,
): Promise<PortalStudio> {
  const [found] = await orm
    .select({ id: organizations.id, ...shownColumns, logoKey: logos.key })
    .from(organizations)
    .leftJoin(logos, eq(logos.organizationId, organizations.id))
    .where(and(eq(organizations.id, organizationId), not(raw.raw(isAway('organizations.id')))))
  if (!found) throw notFound().ofOrganization(organizationId)
  const { logoKey, ...studio } = found
  return withLogo(studio, logoKey, cdnUrl)
}
