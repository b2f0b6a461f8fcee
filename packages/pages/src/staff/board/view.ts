import { PROJECT_STATUSES, type ProjectStatus } from '@mediajobs/domain'
import { type Day, dayIn } from '../day.ts'
import type { Project } from '../records.ts'
import type { Staff } from '../staff.ts'
import { isLate, isUnassigned, TECHNICIAN_WORK, workerOf } from './work.ts'

/** Columns, in workflow order. */
export const COLUMNS: readonly ProjectStatus[] = [
  'PENDING',
  'BOOKED',
  'SHOOTING',
  'UPLOADED',
  'EDITING',
  'IN_REVIEW',
  'IN_REVISION',
  'DELIVERED',
  'CANCELLED',
]

/** Maps the `who` parameter to the API filter. */
const FILTERS = {
  technician: 'technicianId',
  editor: 'editorId',
  manager: 'projectManagerId',
  without: 'unassigned',
} as const

type WhoKind = keyof typeof FILTERS

/** `who` for unassigned jobs. */
export const UNASSIGNED = 'without'

/** The sorts of a list, by the API's fields. */
const SORT_FIELDS = ['scheduledTime', 'updatedAt', 'createdAt'] as const
export type SortField = (typeof SORT_FIELDS)[number]

/** The view of the board, all of it in the URL. */
export interface View {
  /** Search words; empty for all jobs. */
  words: string
  /** `technician.` and an id, `without.editor` …; `without` for unassigned jobs; empty for everyone. */
  who: string
  day: Day | undefined
  isLate: boolean
  /** Now, or when the cursor's list began: cursors are bound to their filters. */
  lateAt: string
  /** A table instead of columns. */
  isList: boolean
  /** The table's sort. */
  sort: { field: SortField; isDescending: boolean }
  /** The only status shown; `undefined` for all. */
  status: ProjectStatus | undefined
  cursor: string | undefined
}

function isInstant(text: string): boolean {
  return !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text
}

export function viewOf({ organization, may }: Staff, query: URLSearchParams): View {
  const status = query.get('status')
  const day = query.get('day')
  const late = query.get('late') ?? ''
  const sort = query.get('sort') ?? ''
  const field = SORT_FIELDS.find((each) => each === sort.replace('-', ''))
  return {
    words: query.get('q') ?? '',
    who: (may('assignTechnician') && query.get('who')) || '',
    day: day ? dayIn(organization.timeZone, day) : undefined,
    isLate: late === '1' || isInstant(late),
    lateAt: isInstant(late) ? late : new Date().toISOString(),
    isList: query.get('view') === 'list',
    sort: { field: field ?? 'scheduledTime', isDescending: field ? sort.startsWith('-') : false },
    status: PROJECT_STATUSES.find((each) => each === status),
    cursor: query.get('cursor') || undefined,
  }
}

/** The query of a view with changes. A list starts over unless the change has a cursor. */
export function addressOf(view: View, changes: Partial<View> = {}): string {
  const { words, who, day, isLate, lateAt, isList, sort, status, cursor } = {
    ...view,
    cursor: undefined,
    ...changes,
  }
  const query = new URLSearchParams({
    ...(words && { q: words }),
    ...(who && { who }),
    ...(day && { day: day.name }),
    ...(isLate && { late: cursor ? lateAt : '1' }),
    ...(isList && { view: 'list' }),
    ...(isList && sortOf(sort) !== 'scheduledTime' && { sort: sortOf(sort) }),
    ...(status && { status }),
    ...(cursor && { cursor }),
  })
  return `?${query}`
}

/** The `sort` of the API. */
export function sortOf({ field, isDescending }: View['sort']): string {
  return `${isDescending ? '-' : ''}${field}`
}

export function isFiltered({ words, who, day, isLate }: View): boolean {
  return words !== '' || who !== '' || day !== undefined || isLate
}

/**
 * The API filters for jobs in `statuses`; `undefined` if the view excludes them. People who can't assign see only their
 * own jobs.
 *
 * @param statuses with the same kind of worker, if the view is of unassigned jobs
 */
export function filtersOf(
  staff: Staff,
  view: View,
  statuses: readonly ProjectStatus[],
): URLSearchParams | undefined {
  const query = new URLSearchParams(statuses.map((status): [string, string] => ['status', status]))
  if (view.words) query.set('q', view.words)
  // Only shoots can be late.
  if (view.isLate && !statuses.every((status) => TECHNICIAN_WORK.includes(status))) return undefined
  setTimes(query, view)
  if (!staff.may('assignTechnician')) {
    query.set(staff.role === 'EDITOR' ? 'editorId' : 'technicianId', staff.userId)
    return query
  }
  if (view.who === UNASSIGNED) {
    const [status] = statuses
    const worker = status && workerOf(status)
    if (!worker) return undefined
    query.set('unassigned', worker)
    return query
  }
  const [kind = '', id = ''] = view.who.split('.', 2)
  if (Object.hasOwn(FILTERS, kind)) query.set(FILTERS[kind as WhoKind], id)
  return query
}

function setTimes(query: URLSearchParams, { day, isLate, lateAt }: View): void {
  if (day) query.set('scheduledFrom', day.from)
  if (isLate)
    query.set('scheduledTo', day && Date.parse(day.to) < Date.parse(lateAt) ? day.to : lateAt)
  else if (day) query.set('scheduledTo', day.to)
}

/** Whether a returned job is in the view. The API filters by neither the end of a shoot nor several assignees. */
export function isOf(view: View, project: Project): boolean {
  if (view.isLate && !isLate(project)) return false
  return view.who !== UNASSIGNED || isUnassigned(project)
}
