import { type Entry, openTo } from '../navigation.ts'
import type { Staff } from '../staff.ts'

/** In the order of the navigation of these pages. */
const ENTRIES = [
  { section: 'deliveries', needs: ['listAllWebhookDeliveries', 'listSubscriptions'] },
  { section: 'webhooks', needs: ['listSubscriptions', 'getSubscriptionStats'] },
  { section: 'keys', needs: ['listApiKeys'] },
  { section: 'events', needs: ['listEvents'] },
  { section: 'requests', needs: ['listRequests', 'listApiKeys'] },
  { section: 'imports', needs: ['listImports'] },
] as const satisfies readonly Entry[]

export type DevelopersSection = (typeof ENTRIES)[number]['section']

/** The pages for developers that the role of a person may open. */
export function developersSectionsOf(staff: Pick<Staff, 'may'>): DevelopersSection[] {
  return openTo(staff, ENTRIES)
}
