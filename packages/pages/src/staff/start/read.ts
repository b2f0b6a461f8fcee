import { parseCookie } from 'cookie'
import type { Shown } from '../board/read.ts'
import { isFiltered, type View } from '../board/view.ts'
import { readList, readTagged } from '../read-record.ts'
import type { Offer, Organization, Person, Project } from '../records.ts'
import type { StaffVisit } from '../serve.ts'
import { isSample } from './sample.ts'

/** Setup steps are hidden from this many jobs. */
const YOUNG = 10

export type StepName = 'brand' | 'package' | 'people' | 'roles' | 'job'

/** An organization's remaining setup steps. */
export interface Start {
  steps: readonly { name: StepName; isDone: boolean }[]
  hasJobs: boolean
  sample: Project | undefined
  /** The organization's ETag, until it has a time zone. */
  etag: string | undefined
  /** Whether to adopt the browser's settings automatically. */
  isAutomatic: boolean
}

/** @returns undefined for other views and roles, and once done or dismissed */
export async function readStart(
  { request, staff }: StaffVisit,
  view: View,
  { columns, counts }: Shown,
): Promise<Start | undefined> {
  const { organization } = staff
  const isWhole = !isFiltered(view) && !view.isList && !view.status && !view.cursor
  if (!isWhole || !staff.may('updateOrganization')) return undefined
  const jobs = Object.values(counts).reduce((sum, count) => sum + count, 0)
  if (jobs >= YOUNG || parseCookie(request.headers.cookie ?? '')[dismissedBy(organization)]) {
    return undefined
  }
  const projects = columns.flatMap((column) => column.projects)
  const hasJobs = projects.some((project) => !isSample(project))
  const isUnset = organization.timeZone === null && organization.locale === null
  const [{ data: packages }, { data: people }, tagged] = await Promise.all([
    readList<Offer>(staff, '/packages?limit=1'),
    readList<Person>(staff, '/users?limit=2'),
    isUnset ? readTagged<Organization>(staff, '/organization') : undefined,
  ])
  const { logo, logoUrl, colour, techniciansStart, editorsStart } = organization
  const steps = [
    { name: 'brand', isDone: (logo?.url ?? logoUrl) !== null && colour !== null },
    { name: 'package', isDone: packages.length > 0 },
    { name: 'people', isDone: people.length > 1 },
    { name: 'roles', isDone: techniciansStart || editorsStart },
    { name: 'job', isDone: hasJobs },
  ] as const
  if (steps.every(({ isDone }) => isDone)) return undefined
  return {
    steps,
    hasJobs,
    sample: projects.find(isSample),
    etag: tagged?.etag,
    isAutomatic: isUnset && !hasJobs && people.length === 1,
  }
}

/** Name of the cookie that hides the list in a browser. */
export function dismissedBy({ id }: { id: string }): string {
  return `setup-${id}`
}
