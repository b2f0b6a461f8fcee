import { PROJECT_STATUSES, type ProjectStatus } from '@mediajobs/domain'
import { type Day, dayIn } from '../day.ts'
import { one, type Query } from '../own-address.ts'
import type { Staff } from '../staff.ts'

/** By whom jobs are filtered, as the address says it, and the filter of the API. */
const FILTERS = {
  technician: 'technicianId',
  editor: 'editorId',
  manager: 'projectManagerId',
  without: 'unassigned',
} as const

type WhoKind = keyof typeof FILTERS

/** What of the board is shown. All of it is in the address. */
export interface View {
  /** Search words; empty for all jobs. */
  words: string
  /** `technician.` and an id, `without.editor` …; empty for everyone. */
  who: string
  day: Day | undefined
  /** The one status that is shown as a list; `undefined` for all columns. */
  status: ProjectStatus | undefined
  cursor: string | undefined
}

export function viewOf({ organization }: Staff, query: Query): View {
  const status = one(query, 'status')
  const day = one(query, 'day')
  return {
    words: one(query, 'q')?.trim() ?? '',
    who: one(query, 'who') ?? '',
    day: day ? dayIn(organization.timeZone, day) : undefined,
    status: PROJECT_STATUSES.find((each) => each === status),
    cursor: one(query, 'cursor') || undefined,
  }
}

/** The address of a view; with another status, from the beginning of its list or from a cursor. */
export function addressOf(
  view: View,
  { status, cursor }: { status?: ProjectStatus | undefined; cursor?: string | undefined } = {},
): string {
  const query = new URLSearchParams({
    ...(view.words && { q: view.words }),
    ...(view.who && { who: view.who }),
    ...(view.day && { day: view.day.name }),
    ...(status && { status }),
    ...(cursor && { cursor }),
  })
  return `?${query}`
}

export function isFiltered({ words, who, day }: View): boolean {
  return words !== '' || who !== '' || day !== undefined
}

/** The filters of a list of the API. Who may not assign sees their own jobs. */
export function filtersOf(staff: Staff, view: View): URLSearchParams {
  const query = new URLSearchParams()
  if (view.words) query.set('q', view.words)
  if (view.day) {
    query.set('scheduledFrom', view.day.from)
    query.set('scheduledTo', view.day.to)
  }
  if (!staff.may('assignTechnician')) {
    query.set(staff.role === 'EDITOR' ? 'editorId' : 'technicianId', staff.userId)
    return query
  }
  const [kind = '', id = ''] = view.who.split('.', 2)
  if (Object.hasOwn(FILTERS, kind)) query.set(FILTERS[kind as WhoKind], id)
  return query
}
