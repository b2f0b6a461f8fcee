import type { Sql } from '@mediajobs/db'
import { IS_UNDECIDED, isAdditional } from '@mediajobs/db/schema'
import {
  DEFAULT_SHOOT_MINUTES,
  DEFAULT_WORKING_HOURS,
  MAX_AVAILABILITY_SHOOTS,
  MAX_AVAILABILITY_TECHNICIANS,
  MAX_DURATION_MINUTES,
  type WorkingHours,
} from '@mediajobs/domain'
import { daysOf, joinSpans, type Span, withoutSpans, workingSpans } from './working-hours.ts'

export const MINUTE_MS = 60_000
export const DEFAULT_ZONE = 'UTC'

export interface Technician {
  id: string
  name: string
  workingHours: WorkingHours | null
}

/** Technicians of an organization, and its time zone or UTC. */
export interface Team {
  timeZone: string
  /** One more than {@link MAX_AVAILABILITY_TECHNICIANS} if there are too many. */
  technicians: Technician[]
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
 * @param serving the ids of those who serve the place; null for all
 */
export async function findTeam(
  sql: Sql,
  orgId: string,
  serving: readonly string[] | null,
  ids: readonly string[] | null,
): Promise<Team> {
  const rows = ids
    ? await sql.query<FoundRow>(found(BY_ID), [orgId, serving, ids])
    : await sql.query<FoundRow>(found(BY_ROLE), [orgId, serving])
  const technicians = rows.flatMap((row) => {
    if (row.id === null) return []
    const { timeZone: _, ...technician } = row
    return [technician]
  })
  return { timeZone: rows[0]?.timeZone ?? DEFAULT_ZONE, technicians }
}

/** A technician's time within a span. */
export interface OwnTime {
  technician: Technician
  /** Working hours minus time off, shoots and holds. */
  free: Span[]
  /** Earliest first. */
  timeOff: (Span & { note: string | null })[]
  /** Shoots and client holds, unordered. May extend beyond the span. */
  shoots: Span[]
}

/**
 * Each technician's time within `span`, in two statements.
 *
 * @param except ids of an order whose hold, and of a project whose appointment, are ignored
 * @returns `null` if there are more than {@link MAX_AVAILABILITY_SHOOTS} shoots
 */
export async function readTime(
  sql: Sql,
  orgId: string,
  { timeZone, technicians }: Team,
  span: Span,
  except: readonly string[] = [],
): Promise<OwnTime[] | null> {
  // With an empty list PostgreSQL could pick any of the partial indexes.
  if (technicians.length === 0) return []
  const ids = technicians.map(({ id }) => id)
  const shootsOf = await readShoots(sql, orgId, ids, span, except)
  if (shootsOf === null) return null
  const timeOffOf = await readTimeOff(sql, orgId, ids, span)
  const days = daysOf(span, timeZone)
  const worksOf = new Map<string, Span[]>()
  return technicians.map((technician) => {
    const hours = technician.workingHours ?? DEFAULT_WORKING_HOURS
    // Most technicians share the same hours.
    const key = JSON.stringify(hours)
    const works = worksOf.get(key) ?? clipped(workingSpans(days, hours, timeZone), span)
    worksOf.set(key, works)
    const shoots = shootsOf.get(technician.id) ?? []
    const timeOff = timeOffOf.get(technician.id) ?? []
    const free = withoutSpans(works, joinSpans([...shoots, ...timeOff]))
    return { technician, free, timeOff, shoots }
  })
}

function clipped(spans: readonly Span[], within: Span): Span[] {
  return spans
    .map(({ from, to }) => ({ from: Math.max(from, within.from), to: Math.min(to, within.to) }))
    .filter(({ from, to }) => from < to)
}

/** A technician's shoots, as parallel arrays. */
interface ShootsRow {
  technicianId: string
  startsMs: number[]
  minutes: number[]
}

// Raw SQL: times as integers, which the builder can't select, and one row per technician, because one per shoot takes
// the driver three times as long. Includes shoots that start up to the longest duration before the span, because they
// may extend into it. One condition for all technicians: with one each, PostgreSQL might scan the organization's shoots
// once per technician.
const SHOOTS = `
  select technician_id as "technicianId", json_agg((extract(epoch from starts_at) * 1000)::int8) as "startsMs",
    json_agg(minutes) as minutes
  from (
    select technician_id, scheduled_time as starts_at,
      coalesce(estimated_duration, ${DEFAULT_SHOOT_MINUTES}) as minutes
    from projects
    where organization_id = $1 and technician_id = any ($2::uuid[]) and status <> 'CANCELLED'
      and scheduled_time > $3::timestamptz - interval '${MAX_DURATION_MINUTES} minutes'
      and scheduled_time < $4 and id <> all ($5::uuid[])
    union all
    select technician_id, scheduled_time, coalesce(duration_minutes, ${DEFAULT_SHOOT_MINUTES})
    from project_visits as v
    where organization_id = $1 and technician_id = any ($2::uuid[]) and ${isAdditional('v')}
      and scheduled_time > $3::timestamptz - interval '${MAX_DURATION_MINUTES} minutes'
      and scheduled_time < $4
      and exists (
        select from projects
        where organization_id = $1 and id = v.project_id and status <> 'CANCELLED'
      )
    union all
    select technician_id, starts_at, duration_minutes
    from orders
    where organization_id = $1 and technician_id = any ($2::uuid[]) and id <> all ($5::uuid[])
      and ${IS_UNDECIDED}
      and (status = 'REQUESTED' or hold_expires_at > clock_timestamp())
      and starts_at > $3::timestamptz - interval '${MAX_DURATION_MINUTES} minutes' and starts_at < $4
    limit ${MAX_AVAILABILITY_SHOOTS + 1}) as shoots
  group by technician_id`

/**
 * Each technician's shoots, additional visits and client holds that may overlap `span`, without those of CANCELLED
 * projects.
 *
 * @returns `null` if there are too many
 */
async function readShoots(
  sql: Sql,
  orgId: string,
  technicianIds: readonly string[],
  { from, to }: Span,
  except: readonly string[],
): Promise<Map<string, Span[]> | null> {
  const values = [orgId, technicianIds, textOf(from), textOf(to), except]
  const rows = await sql.query<ShootsRow>(SHOOTS, values)
  const count = rows.reduce((sum, { startsMs }) => sum + startsMs.length, 0)
  if (count > MAX_AVAILABILITY_SHOOTS) return null
  return new Map(
    rows.map(({ technicianId, startsMs, minutes }) => [
      technicianId,
      startsMs.map((start, i) => ({ from: start, to: start + (minutes[i] ?? 0) * MINUTE_MS })),
    ]),
  )
}

interface TimeOffRow {
  userId: string
  startMs: number
  endMs: number
  note: string | null
}

// At most MAX_TIME_OFF rows per technician.
const TIME_OFF = `
  select user_id as "userId", (extract(epoch from starts_at) * 1000)::float8 as "startMs",
    (extract(epoch from ends_at) * 1000)::float8 as "endMs", note
  from time_off
  where organization_id = $1 and user_id = any ($2::uuid[]) and ends_at > $3 and starts_at < $4
  order by starts_at, id`

/** Each technician's time off that overlaps `span`, earliest first. */
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

export function textOf(ms: number): string {
  return new Date(ms).toISOString()
}
