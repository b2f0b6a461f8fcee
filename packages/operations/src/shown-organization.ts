import { organizations, paymentAccounts } from '@mediajobs/db/schema'
import { sql as raw, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { CdnUrl } from './previews.ts'

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
