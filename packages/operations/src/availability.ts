import type { Sql } from '@mediajobs/db'
import {
  DEFAULT_SHOOT_MINUTES,
  DEFAULT_WORKING_HOURS,
  MANAGING_ROLES,
  MAX_AVAILABILITY_DAYS,
  MAX_AVAILABILITY_SHOOTS,
  MAX_AVAILABILITY_TECHNICIANS,
  MAX_DURATION_MINUTES,
  type Place,
  type WorkingHours,
} from '@mediajobs/domain'
import type { Actor } from './shared/actor.ts'
import { invalid } from './shared/errors.ts'
import { findTravelZone } from './travel-zones.ts'
import { daysOf, joinSpans, type Span, withoutSpans, workingSpans } from './working-hours.ts'

export interface AvailabilityInput extends Place {
  from: string
  to: string
  /** Active members of any role. Default: all active TECHNICIANs. */
  technicianId?: readonly string[]
  durationMinutes: number
  /** Each before and after the shoot. */
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
  /** In the span, the earliest first. */
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

const MINUTE_MS = 60_000
const DEFAULT_ZONE = 'UTC'

/**
 * When each technician can take a shoot: gaps in their working hours that fit it with travel, without their time off. Only those
 * who serve the travel zone of the place, if one has it.
 * docs/adr/0025-availability.md
 *
 * @throws {OperationError} `invalid` for a span that is reversed or too long, or with too many technicians or shoots.
 */
export async function getAvailability(
  sql: Sql,
  actor: Actor,
  input: AvailabilityInput,
): Promise<Availability> {
  const { organizationId: orgId } = actor
  const span = spanOf(input)
  const zone = await findTravelZone(sql, orgId, input)
  const serving = zone?.technicianIds ?? null
  const { timeZone, technicians } = await readTechnicians(sql, orgId, serving, input.technicianId)
  const ids = technicians.map(({ id }) => id)
  const [shootsOf, timeOffOf] = await Promise.all([
    readShoots(sql, orgId, ids, span),
    readTimeOff(sql, orgId, ids, span),
  ])
  const clock = timeZone ?? DEFAULT_ZONE
  const days = daysOf(span, clock)
  const data = technicians.map((technician) => {
    const works = workingSpans(days, technician.workingHours ?? DEFAULT_WORKING_HOURS, clock)
    const timeOff = timeOffOf.get(technician.id) ?? []
    const busy = joinSpans([...(shootsOf.get(technician.id) ?? []), ...timeOff])
    const free = withoutSpans(clipped(works, span), busy)
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
  return { timeZone: clock, data }
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

function clipped(spans: readonly Span[], within: Span): Span[] {
  return spans
    .map(({ from, to }) => ({ from: Math.max(from, within.from), to: Math.min(to, within.to) }))
    .filter(({ from, to }) => from < to)
}

function textOf(ms: number): string {
  return new Date(ms).toISOString()
}

const DAY_MS = 86_400_000
// Extra hour when clocks go back.
const CHANGE_MS = 3_600_000

/** @throws {OperationError} `invalid` for a span that is reversed or too long. */
function spanOf({ from, to }: { from: string; to: string }): Span {
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

interface Technician {
  id: string
  name: string
  workingHours: WorkingHours | null
}

interface TechnicianRow extends Technician {
  timeZone: string | null
}

/** Without technicians, a single row has only the organization's time zone. */
type FoundRow = TechnicianRow | { id: null; timeZone: string | null }

const BY_ID = 'm.user_id = any ($3::uuid[])'
const BY_ROLE = `m.role = 'TECHNICIAN'`

const found = (which: string) => `
  select m.user_id as id, m.name, m.working_hours as "workingHours", o.time_zone as "timeZone"
  from organizations as o
  left join memberships as m on m.organization_id = o.id and m.active and ${which}
    and ($2::uuid[] is null or m.user_id = any ($2))
  where o.id = $1
  order by m.name, m.user_id limit ${MAX_AVAILABILITY_TECHNICIANS + 1}`

/**
 * The active members with these ids, or all TECHNICIANs, by name.
 *
 * @param serving limits them
 *
 * @throws {OperationError} `invalid` if there are too many.
 */
async function readTechnicians(
  sql: Sql,
  orgId: string,
  serving: readonly string[] | null,
  ids: readonly string[] | undefined,
): Promise<{ timeZone: string | null; technicians: Technician[] }> {
  const rows = ids
    ? await sql.query<FoundRow>(found(BY_ID), [orgId, serving, ids])
    : await sql.query<FoundRow>(found(BY_ROLE), [orgId, serving])
  if (rows.length > MAX_AVAILABILITY_TECHNICIANS) {
    throw invalid(
      'technicianId',
      'required',
      `is required: there are more than ${MAX_AVAILABILITY_TECHNICIANS} technicians`,
    )
  }
  const technicians = rows.flatMap((row) => {
    if (row.id === null) return []
    const { timeZone: _, ...technician } = row
    return [technician]
  })
  return { timeZone: rows[0]?.timeZone ?? null, technicians }
}

interface ShootRow {
  technicianId: string
  startMs: number
  minutes: number
}

// SQL text: times as numbers, which the builder can't select. Starts earlier by the longest duration, because an earlier
// shoot may reach into the span. One condition for all technicians: with one each, PostgreSQL might scan the
// organization's shoots once per technician.
const SHOOTS = `
  select technician_id as "technicianId",
    extract(epoch from scheduled_time)::float8 * 1000 as "startMs",
    coalesce(estimated_duration, ${DEFAULT_SHOOT_MINUTES}) as minutes
  from projects
  where organization_id = $1 and technician_id = any ($2::uuid[]) and status <> 'CANCELLED'
    and scheduled_time > $3::timestamptz - interval '${MAX_DURATION_MINUTES} minutes'
    and scheduled_time < $4
  limit ${MAX_AVAILABILITY_SHOOTS + 1}`

/**
 * Each technician's shoots that may overlap `span`, except CANCELLED projects.
 *
 * @throws {OperationError} `invalid` if there are too many.
 */
async function readShoots(
  sql: Sql,
  orgId: string,
  technicianIds: readonly string[],
  { from, to }: Span,
): Promise<Map<string, Span[]>> {
  const ends = [from, to].map((ms) => new Date(ms).toISOString())
  const rows = await sql.query<ShootRow>(SHOOTS, [orgId, technicianIds, ...ends])
  if (rows.length > MAX_AVAILABILITY_SHOOTS) {
    throw invalid(
      'to',
      'too_large',
      `must be closer to from, or technicianId must name fewer people: more than ${MAX_AVAILABILITY_SHOOTS} shoots in this span`,
    )
  }
  const shootsOf = new Map<string, Span[]>(technicianIds.map((id) => [id, []]))
  for (const { technicianId, startMs, minutes } of rows) {
    shootsOf.get(technicianId)?.push({ from: startMs, to: startMs + minutes * MINUTE_MS })
  }
  return shootsOf
}

interface TimeOffRow {
  userId: string
  startMs: number
  endMs: number
  note: string | null
}

// At most MAX_TIME_OFF rows a technician.
const TIME_OFF = `
  select user_id as "userId", extract(epoch from starts_at)::float8 * 1000 as "startMs",
    extract(epoch from ends_at)::float8 * 1000 as "endMs", note
  from time_off
  where organization_id = $1 and user_id = any ($2::uuid[]) and ends_at > $3 and starts_at < $4
  order by starts_at, id`

/** Each technician's time off that overlaps `span`, the earliest first. */
async function readTimeOff(
  sql: Sql,
  orgId: string,
  technicianIds: readonly string[],
  { from, to }: Span,
): Promise<Map<string, (Span & { note: string | null })[]>> {
  const rows = await sql.query<TimeOffRow>(TIME_OFF, [
    orgId,
    technicianIds,
    textOf(from),
    textOf(to),
  ])
  const timeOffOf = new Map<string, (Span & { note: string | null })[]>()
  for (const { userId, startMs, endMs, note } of rows) {
    const own = timeOffOf.get(userId) ?? []
    own.push({ from: startMs, to: endMs, note })
    timeOffOf.set(userId, own)
  }
  return timeOffOf
}
