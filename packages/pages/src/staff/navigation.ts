import type { Staff } from './staff.ts'

/** A page in the navigation: its path segment, and the operations it requires. */
export interface Entry {
  readonly section: string
  readonly needs: readonly string[]
}

/** In navigation order. */
const ENTRIES = [
  { section: 'today', needs: ['listProjects'] },
  { section: 'board', needs: ['listProjects', 'countProjectsByStatus'] },
  { section: 'calendar', needs: ['listProjects', 'getAvailability'] },
  { section: 'orders', needs: ['listOrders', 'listOrderForms'] },
  { section: 'customers', needs: ['listCustomers'] },
  {
    section: 'reports',
    needs: ['getJobsReport', 'getRevenueReport', 'getOwedReport', 'getTechniciansReport'],
  },
  { section: 'catalogue', needs: ['listPackages', 'listAddOns'] },
  { section: 'people', needs: ['listUsers'] },
  { section: 'developers', needs: ['listAllWebhookDeliveries', 'listSubscriptions'] },
  { section: 'settings', needs: ['updateOrganization'] },
] as const satisfies readonly Entry[]

export type Section = (typeof ENTRIES)[number]['section']

/** The sections that the person's role may open, in order. */
export function sectionsOf(staff: Pick<Staff, 'may'>): Section[] {
  return openTo(staff, ENTRIES)
}

/** Filters entries by the person's role. */
export function openTo<Each extends Entry>(
  { may }: Pick<Staff, 'may'>,
  entries: readonly Each[],
): Each['section'][] {
  return entries.filter(({ needs }) => needs.every(may)).map(({ section }) => section)
}

/** The start page: the board for people who assign work, Today for others. */
export function firstSectionOf(staff: Pick<Staff, 'may'>): Section | undefined {
  const sections = sectionsOf(staff)
  if (staff.may('assignTechnician') && sections.includes('board')) return 'board'
  return sections[0]
}
