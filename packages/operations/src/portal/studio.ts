import type { Sql } from '@mediajobs/db'
import { isAway, logos, organizations } from '@mediajobs/db/schema'
import { and, eq, not, sql as raw } from 'drizzle-orm'
import type { CdnUrl } from '../previews.ts'
import { notFound } from '../shared/errors.ts'
import { type ShownOrganization, shownColumns, withLogo } from '../shown-organization.ts'

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
