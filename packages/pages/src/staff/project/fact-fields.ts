import { MAX_LABEL_LENGTH, MAX_NAME_LENGTH, MAX_PAGE_RECORDS, type Role } from '@mediajobs/domain'
import { SIZE_UNIT_SIGNS } from '../../format.ts'
import { PLACE } from '../booking/place.ts'
import { priceText } from '../booking/price.ts'
import { TEXTS as BOOKING } from '../booking/texts.ts'
import { customerChoices } from '../customer-choice.ts'
import { instantOf, whenIn } from '../day.ts'
import { read, readList } from '../read-record.ts'
import type { RecordField } from '../records/form.ts'
import { timeField, wholeField } from '../records/values.ts'
import { ASSIGNABLE, activePeople, type Offer, type Project, readOffers } from '../records.ts'
import type { Staff } from '../staff.ts'
import { ROLE_NAMES } from '../texts.ts'
import { offersOf, type Visit } from './read.ts'
import { TEXTS } from './texts.ts'

// The fields of facts, with their options.

export function whenFields({ staff }: Visit): RecordField[] {
  const zone = staff.organization.timeZone ?? 'UTC'
  const texts = TEXTS.facts
  const time = timeField({ name: 'scheduledTime', label: texts.time, isRequired: true }, zone)
  const inWords = (text: string) => {
    const instant = instantOf(text, zone)
    return instant === undefined ? text : staff.format.dayAndTime(instant)
  }
  const { minutes, minutesHint } = BOOKING
  return [
    { ...time, inWords },
    wholeField({ name: 'estimatedDuration', label: minutes, hint: minutesHint }),
  ]
}

export function placeFields(): RecordField[] {
  const lines = PLACE.map((name) => ({ name, label: BOOKING[name], maxLength: MAX_NAME_LENGTH }))
  const country: RecordField = {
    name: 'countryCode',
    label: BOOKING.countryCode,
    hint: BOOKING.countryHint,
    maxLength: 2,
    toValue: (text) => text.toUpperCase(),
  }
  return [...lines, country]
}

const ASSIGNED = {
  technicianId: ASSIGNABLE.technician,
  editorId: ASSIGNABLE.editor,
  projectManagerId: ASSIGNABLE.manager,
}

export type Assigned = keyof typeof ASSIGNED

/** The select of an assignee, people of the role first. Technicians' names include their other jobs around the time. */
export async function personFields(
  { staff, request }: Visit,
  project: Project,
  name: Assigned,
): Promise<RecordField[]> {
  const isShown = name === 'technicianId' && request.method === 'GET'
  const id = project[name]
  const [people, jobs, person] = await Promise.all([
    activePeople(staff),
    isShown ? jobsAround(staff, project) : [],
    id === null ? undefined : read<{ name: string }>(staff, `/users/${id}`),
  ])
  const roles: readonly Role[] = ASSIGNED[name]
  const { dayAndTime } = whenIn(staff)
  const busy = (of: string) => {
    const own = jobs.filter(({ technicianId }) => technicianId === of).slice(0, SHOWN_JOBS)
    const times = own.map(({ scheduledTime }) => dayAndTime(scheduledTime))
    return own.length > 0 ? ` (${TEXTS.facts.busy(times.join(', '))})` : ''
  }
  const listed = roles
    .flatMap((role) => people.filter((each) => each.role === role))
    .map((each) => {
      const role = each.role === roles[0] ? '' : ` · ${ROLE_NAMES[each.role]}`
      return [each.id, `${each.name}${role}${busy(each.id)}`] as const
    })
  const choices = withCurrent(listed, id, person?.name ?? TEXTS.someone)
  return [{ name, label: TEXTS.facts[name], choices: [['', TEXTS.facts.noOne], ...choices] }]
}

/** Maximum other jobs named per technician. */
const SHOWN_JOBS = 3
/** Other jobs are those 12 hours before or after, in milliseconds. */
const AROUND = 12 * 3_600_000

async function jobsAround(staff: Staff, { id, scheduledTime }: Project): Promise<Project[]> {
  const time = Date.parse(scheduledTime)
  const query = new URLSearchParams({
    scheduledFrom: new Date(time - AROUND).toISOString(),
    scheduledTo: new Date(time + AROUND).toISOString(),
    sort: 'scheduledTime',
    limit: String(MAX_PAGE_RECORDS),
  })
  const page = await readList<Project>(staff, `/projects?${query}`)
  return page.data.filter((job) => job.id !== id && job.status !== 'CANCELLED')
}

type Listed = readonly (readonly [id: string, text: string])[]

/** Keeps the current choice among the options. */
function withCurrent(listed: Listed, id: string | null, text: string): Listed {
  return id === null || listed.some(([each]) => each === id) ? listed : [[id, text], ...listed]
}

/** The customers that match `q`, or the newest ones. */
export async function customerFields(
  { staff, query }: Visit,
  { customerId }: Project,
  wanted: string | undefined,
): Promise<RecordField[]> {
  const q = query.get('q')
  const choices = await customerChoices(staff, q, [customerId, wanted])
  const more = q && choices.length > 0 ? { size: Math.min(choices.length + 1, 8) } : {}
  const label = TEXTS.facts.customer
  return [{ name: 'customerId', label, choices: [['', BOOKING.none], ...choices], more }]
}

export async function offerFields({ staff }: Visit, project: Project): Promise<RecordField[]> {
  const { packageId } = project
  const [{ packages, addOns }, own] = await Promise.all([
    readOffers(staff),
    offersOf(staff, project),
  ])
  const named = (offer: Offer) =>
    [offer.id, `${offer.name} · ${priceText(staff, offer, project.propertySize)}`] as const
  const current = own.find(({ id }) => id === packageId)
  const chosen = own.filter((each) => each !== current && addOns.every(({ id }) => id !== each.id))
  const extras = [...addOns, ...chosen].map(named)
  const choices = withCurrent(packages.map(named), packageId, current?.name ?? '')
  const field: RecordField = {
    name: 'packageId',
    label: BOOKING.package,
    choices: [['', BOOKING.noPackage], ...choices],
  }
  // Sent together: an offer with tiers is refused without a size.
  const isSized = [...packages, ...addOns, ...own].some(({ sizeTiers }) => sizeTiers !== null)
  const first = isSized ? [field, ...sizeFields({ staff })] : [field]
  if (extras.length === 0) return first
  // In checkbox order, as sent by a form.
  const toText = (value: unknown) =>
    extras.flatMap(([id]) => (Array.isArray(value) && value.includes(id) ? id : [])).join()
  const toValue = (text: string) => text.split(',')
  const checks = { kind: 'checks', choices: extras, toText, toValue } as const
  return [...first, { name: 'selectedAddOnIds', label: BOOKING.addOns, ...checks }]
}

export function sizeFields({ staff }: Pick<Visit, 'staff'>): RecordField[] {
  const label = BOOKING.propertySize(SIZE_UNIT_SIGNS[staff.organization.sizeUnit])
  return [wholeField({ name: 'propertySize', label })]
}

export function discountFields(): RecordField[] {
  const more = { autocapitalize: 'characters' }
  return [{ name: 'discountCode', label: BOOKING.discount, maxLength: MAX_LABEL_LENGTH, more }]
}
