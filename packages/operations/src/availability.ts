import type { Sql } from '@mediajobs/db'
import {
  MANAGING_ROLES,
  MAX_AVAILABILITY_DAYS,
  MAX_AVAILABILITY_SHOOTS,
  MAX_AVAILABILITY_TECHNICIANS,
  type Place,
} from '@mediajobs/domain'
import { findTeam, MINUTE_MS, readTime, type Technician, textOf } from './free-time.ts'
import type { Actor } from './shared/actor.ts'
import { invalid } from './shared/errors.ts'
import { findTravelZone } from './travel-zones.ts'
import type { Span } from './working-hours.ts'

export interface AvailabilityInput extends Place {
  from: string
  to: string
  /** Active members of any role. Default: all active TECHNICIANs. */
  technicianId?: readonly string[]
  durationMinutes: number
  /** Needed before the shoot, and again after it. */
  travelMinutes: number
}

/** A gap between shoots within working hours. */
interface FreeInterval {
  from: string
  to: string
  /** Range of start times that leave room for travel. */
  startFrom: string
  startTo: string
}

interface TechnicianAvailability {
  technicianId: string
  name: string
  /** False: the default working hours apply. */
  hasOwnHours: boolean
  free: FreeInterval[]
  /** In the span, earliest first. */
  timeOff: AbsentInterval[]
}

interface AbsentInterval {
  from: string
  to: string
  /** Null unless the actor is the technician, ADMIN or MANAGER. */
  note: string | null
}

export interface Availability {
  /** The organization's, or UTC. */
  timeZone: string
  data: TechnicianAvailability[]
}

/**
 * When each technician can take a shoot: gaps in their working hours, minus time off and client holds, long enough for
 * the shoot and travel. If the place is in a travel zone, only technicians who serve it. docs/adr/0025-availability.md
 *
 * @throws {OperationError} `invalid` for a reversed or overlong span, or with too many technicians or shoots.
 */
export async function getAvailability(
  sql: Sql,
  actor: Actor,
  input: AvailabilityInput,
): Promise<Availability> {
  const { organizationId: orgId } = actor
  const span = spanOf(input)
  const zone = await findTravelZone(sql, orgId, input)
  const team = await findTeam(sql, orgId, zone?.technicianIds ?? null, input.technicianId ?? null)
  if (team.technicians.length > MAX_AVAILABILITY_TECHNICIANS) throw tooManyTechnicians()
  const times = await readTime(sql, orgId, team, span)
  if (times === null) throw tooManyShoots()
  const data = times.map(({ technician, free, timeOff }) => {
    const seesNotes = technician.id === actor.userId || MANAGING_ROLES.includes(actor.role)
    return {
      ...availabilityOf(technician, free, input),
      timeOff: timeOff.map(({ from, to, note }) => ({
        from: textOf(from),
        to: textOf(to),
        note: seesNotes ? note : null,
      })),
    }
  })
  return { timeZone: team.timeZone, data }
}

function availabilityOf(
  { id, name, workingHours }: Technician,
  free: readonly Span[],
  { durationMinutes, travelMinutes }: AvailabilityInput,
): Omit<TechnicianAvailability, 'timeOff'> {
  const travelMs = travelMinutes * MINUTE_MS
  const neededMs = durationMinutes * MINUTE_MS + 2 * travelMs
  const fitting = free.filter(({ from, to }) => to - from >= neededMs)
  return {
    technicianId: id,
    name,
    hasOwnHours: workingHours !== null,
    free: fitting.map(({ from, to }) => ({
      from: textOf(from),
      to: textOf(to),
      startFrom: textOf(from + travelMs),
      startTo: textOf(to - neededMs + travelMs),
    })),
  }
}

function tooManyTechnicians() {
  const message = `is required: there are more than ${MAX_AVAILABILITY_TECHNICIANS} technicians`
  return invalid('technicianId', 'required', message)
}

function tooManyShoots() {
  return invalid(
    'to',
    'too_large',
    `must be closer to from, or technicianId must name fewer people: more than ${MAX_AVAILABILITY_SHOOTS} shoots in this span`,
  )
}

const DAY_MS = 86_400_000
// Extra hour when clocks go back.
const CHANGE_MS = 3_600_000

/** @throws {OperationError} `invalid` for a reversed or overlong span. */
export function spanOf({ from, to }: { from: string; to: string }): Span {
  const span = { from: Date.parse(from), to: Date.parse(to) }
  if (span.to <= span.from) throw invalid('to', 'too_small', 'must be later than from')
  if (span.to - span.from > MAX_AVAILABILITY_DAYS * DAY_MS + CHANGE_MS) {
    throw invalid(
      'to',
      'too_large',
      `must be at most ${MAX_AVAILABILITY_DAYS} days later than from`,
    )
  }
  return span
}
