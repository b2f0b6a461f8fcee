import { createHash } from 'node:crypto'
import ical, { ICalEventStatus } from 'ical-generator'
import { addressLine } from '../format.ts'
import { agreedTime, type View } from './situation.ts'

const MINUTE_MS = 60_000
const PRODUCT = { company: 'mediajobs', product: 'mediajobs' }

/** The shoot of a confirmed order (RFC 5545); `undefined` without a time. */
export function calendarFile(order: View, token: string): string | undefined {
  const { status, project, organization } = order
  const time = agreedTime(order)
  if (status !== 'CONFIRMED' || project === null || time === null) return undefined
  const start = new Date(time)
  const minutes = project.estimatedDuration ?? order.durationMinutes
  const calendar = ical({ prodId: PRODUCT })
  const address = addressLine(order)
  calendar.createEvent({
    // A stable event id that doesn't reveal the token.
    id: createHash('sha256').update(token).digest('hex').slice(0, 32),
    // Grows when the shoot moves, so a calendar takes the file as an update (RFC 5545, section 3.8.7.4).
    sequence: project.version,
    start,
    end: new Date(start.getTime() + minutes * MINUTE_MS),
    summary: organization.name,
    status: project.status === 'CANCELLED' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    ...(address !== '' && { location: { title: address } }),
  })
  // The library omits the last line ending.
  return `${calendar.toString()}\r\n`
}
