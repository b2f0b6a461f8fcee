import { DEFAULT_SHOOT_MINUTES, inOneLine, type ProjectStatus } from '@mediajobs/domain'
import type {
  CalendarFile,
  CalendarProject,
  CalendarTimeOff,
} from '@mediajobs/operations/calendars'
import ical, { type ICalCalendar, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { Turns } from '../plugins/fair-shares/fair-shares.ts'

const MINUTE_MS = 60_000
// RFC 7986 calls it REFRESH-INTERVAL.
const REFRESH_SECONDS = 900
const PRODUCT = { company: 'mediajobs', product: 'mediajobs' }

// The library renders all of a calendar's events without yielding: 2,000 take a quarter of a second.
const EVENTS_AT_A_TIME = 20
const [BEGIN, END] = ['BEGIN:VEVENT', 'END:VCALENDAR']

/** Renders a calendar (RFC 5545), with times in UTC to avoid time zone definitions. Yields to other requests. */
export async function renderCalendar({
  organizationName,
  personName,
  timeZone,
  projects,
  visits,
  timeOff,
}: CalendarFile): Promise<string> {
  const empty = ical({
    prodId: PRODUCT,
    // The one text that the library doesn't escape.
    name: inOneLine(`${personName} · ${organizationName}`),
    ttl: REFRESH_SECONDS,
  }).toString()
  const shoots = [...projects, ...visits]
  const additions = [
    ...shoots.map((each) => (to: ICalCalendar) => addEvent(to, each, organizationName)),
    ...timeOff.map((each) => (to: ICalCalendar) => addTimeOff(to, each)),
  ]
  const parts = [empty.slice(0, empty.lastIndexOf(END))]
  const turns = new Turns()
  for (let at = 0; at < additions.length; at += EVENTS_AT_A_TIME) {
    const some = ical({ prodId: PRODUCT })
    for (const addTo of additions.slice(at, at + EVENTS_AT_A_TIME)) addTo(some)
    const text = some.toString()
    parts.push(text.slice(text.indexOf(BEGIN), text.lastIndexOf(END)))
    await turns.pass()
  }
  // The library omits the last line ending.
  return withTimeZone(`${parts.join('')}${END}\r\n`, timeZone)
}

// The library's `timezone` would write all times in this zone, and its `x` would come after the events, which RFC 5545,
// section 3.6, forbids.
function withTimeZone(file: string, timeZone: string | null): string {
  if (timeZone === null) return file
  return file.replace(/^PRODID:.*\r\n/m, (line) => `${line}X-WR-TIMEZONE:${timeZone}\r\n`)
}

function addEvent(
  calendar: ICalCalendar,
  project: CalendarProject,
  organizationName: string,
): void {
  const { id, version, estimatedDuration, isTechnician, notes, lat, lng } = project
  const start = new Date(project.scheduledTime)
  const minutes = estimatedDuration ?? DEFAULT_SHOOT_MINUTES
  const street = joined(project.addressLine1, project.addressLine2)
  const town = joined(project.postalCode, project.city)
  const address = joined(street, town, project.region, project.countryCode)
  calendar.createEvent({
    id,
    sequence: version,
    start,
    end: new Date(start.getTime() + minutes * MINUTE_MS),
    // Stable, so an unchanged project isn't a new version at every read.
    stamp: new Date(project.updatedAt),
    created: new Date(project.createdAt),
    lastModified: new Date(project.updatedAt),
    summary: joined(project.addressLine1, project.city) || organizationName,
    status: statusOf(project.status),
    // Only the technician is at the shoot.
    transparency: isTechnician ? ICalEventTransparency.OPAQUE : ICalEventTransparency.TRANSPARENT,
    ...(notes !== null && { description: notes }),
    ...(address !== '' && {
      location: {
        title: address,
        ...(lat !== null && lng !== null && { geo: { lat, lon: lng } }),
      },
    }),
  })
}

function addTimeOff(calendar: ICalCalendar, each: CalendarTimeOff): void {
  const updated = new Date(each.updatedAt)
  calendar.createEvent({
    id: each.id,
    sequence: each.version,
    start: new Date(each.startsAt),
    end: new Date(each.endsAt),
    stamp: updated,
    created: new Date(each.createdAt),
    lastModified: updated,
    summary: 'Time off',
    status: ICalEventStatus.CONFIRMED,
    transparency: ICalEventTransparency.OPAQUE,
  })
}

function statusOf(status: ProjectStatus): ICalEventStatus {
  if (status === 'CANCELLED') return ICalEventStatus.CANCELLED
  return status === 'PENDING' ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED
}

function joined(...parts: (string | null)[]): string {
  return parts.filter(Boolean).join(', ')
}
