/** How much an installation has: the projects of all organizations, and the rows of its logs. */
export interface InstallationSize {
  projects: number
  logRows: number
}

/** What one organization of the installation has. A slot is {@link PROJECTS_OF_SLOT} projects and their share of the logs. */
export interface InstalledOrganization {
  number: number
  slots: number
}

/** What `large-growth` measures, in this order. A backup removes what was filled. */
export const GROWTH_PARTS = ['lines', 'lists', 'upkeep', 'migrations', 'backup'] as const
export type GrowthPart = (typeof GROWTH_PARTS)[number]

export const LEAST_PROJECTS = 50_000
export const MOST_PROJECTS = 10_000_000
/** The log is ten times as long as the list of projects. */
export const LOG_ROWS_OF_PROJECT = 10
export const PROJECTS_OF_SLOT = 100
/** The organization with a fifth of the projects, and the one with a thousand. */
export const LARGE = 1
export const SMALL = 2
const LARGE_SHARE = 0.2
const SMALL_SLOTS = 10

/** The days before today that have rows. The oldest is one more than the service keeps. */
export const LOG_DAYS = 31
export const REQUEST_DAYS = 8

/** The shares of the logs. An event has two webhook deliveries; every eleventh attempt is a repetition. */
const EVENT_SHARE = 0.14
const REQUEST_SHARE = 0.27

/** The events, and the calls in the request log, of one day. */
export function rowsOfDay({ logRows }: InstallationSize): { events: number; requests: number } {
  return {
    events: Math.ceil((logRows * EVENT_SHARE) / LOG_DAYS),
    requests: Math.ceil((logRows * REQUEST_SHARE) / REQUEST_DAYS),
  }
}

/**
 * The organizations: a large one, a small one, and others whose sizes fall slowly from a hundredth of the projects to
 * one slot, like those of real installations.
 */
export function organizationsOf({ projects }: InstallationSize): InstalledOrganization[] {
  const slots = Math.floor(projects / PROJECTS_OF_SLOT)
  const organizations = [
    { number: LARGE, slots: Math.floor(slots * LARGE_SHARE) },
    { number: SMALL, slots: SMALL_SLOTS },
  ]
  let left = slots - organizations.reduce((sum, each) => sum + each.slots, 0)
  for (let rank = 1; left > 0; rank += 1) {
    const share = Math.min(left, Math.max(1, Math.round((slots * 0.01) / rank ** 0.75)))
    organizations.push({ number: rank + SMALL, slots: share })
    left -= share
  }
  return organizations
}
