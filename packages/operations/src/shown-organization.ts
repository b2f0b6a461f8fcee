import { organizations } from '@mediajobs/db/schema'

/** The organization's columns for client pages. Add the logo with `shownLogo`. */
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
