import { DEFAULT_SHOOT_MINUTES, inOneLine, type ProjectStatus } from '@mediajobs/domain'
import type { CalendarFile, CalendarProject } from '@mediajobs/operations/calendars'
import ical, { type ICalCalendar, ICalEventStatus, ICalEventTransparency } from 'ical-generator'

const MINUTE_MS = 60_000
// How often apps ask again. RFC 7986 calls it REFRESH-INTERVAL.
const REFRESH_SECONDS = 900
const PRODUCT = { company: 'mediajobs', product: 'mediajobs' }

/** The calendar in the form of RFC 5545. Its times are in UTC, so no app needs a table of time zones. */
export function renderCalendar({
  organizationName,
  personName,
  timeZone,
  projects,
}: CalendarFile): string {
  const calendar = ical({
    prodId: PRODUCT,
    // The library escapes every text but this one.
    name: inOneLine(`${personName} · ${organizationName}`),
    ttl: REFRESH_SECONDS,
  })
  for (const project of projects) addEvent(calendar, project, organizationName)
  // The library leaves out the end of the last line.
  return withTimeZone(`${calendar.toString()}\r\n`, timeZone)
}

// By its `timezone` the library would write all times in this zone, and by `x` it would name the zone behind the
// events: RFC 5545, section 3.6, wants the properties of a calendar before them.
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
    // Stable bytes for an unchanged project: otherwise every read would be a new version.
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

function statusOf(status: ProjectStatus): ICalEventStatus {
  if (status === 'CANCELLED') return ICalEventStatus.CANCELLED
  return status === 'PENDING' ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED
}

function joined(...parts: (string | null)[]): string {
  return parts.filter(Boolean).join(', ')
}
