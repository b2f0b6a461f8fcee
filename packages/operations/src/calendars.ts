import { one, type Sql, type Transaction } from '@mediajobs/db'
import { calendars, isAdditional, isAway } from '@mediajobs/db/schema'
import {
  type AddressField,
  CALENDAR_DAYS_AHEAD,
  CALENDAR_DAYS_BACK,
  hashSecret,
  MAX_CALENDAR_NOTES_LENGTH,
  MAX_CALENDAR_PROJECTS,
  MAX_CALENDAR_READS,
  MAX_UNKNOWN_CALENDARS,
  randomToken,
} from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, eq, sql as raw } from 'drizzle-orm'
import { networkOf } from './credentials/networks.ts'
import { callLimit } from './credentials/rate-windows.ts'
import type { Project } from './projects/project.ts'
import type { Actor } from './shared/actor.ts'
import { notFound } from './shared/errors.ts'
import { expectRecord, type IsExpected } from './shared/record.ts'
import type { TimeOff } from './time-off.ts'
import { lockOwner, refuseInactive } from './users.ts'

/** A member's calendar subscription. */
export interface Calendar {
  organizationId: string
  userId: string
  createdAt: string
}

export interface NewCalendar extends Calendar {
  /** Shown once; needs no other credential. */
  url: string
}

const calendarColumns = {
  organizationId: calendars.organizationId,
  userId: calendars.userId,
  createdAt: calendars.createdAt,
}

/** SQL condition: the row is the member's calendar. */
function isCalendarOf(orgId: string, userId: string) {
  return and(eq(calendars.organizationId, orgId), eq(calendars.userId, userId))
}

/** @throws {OperationError} `not_found`, also for a member without a calendar. */
export async function getCalendar(sql: Sql, orgId: string, userId: string): Promise<Calendar> {
  const calendar = await findCalendar(sql, orgId, userId)
  if (!calendar) throw notFound()
  return calendar
}

async function findCalendar(
  { orm }: Sql,
  orgId: string,
  userId: string,
): Promise<Calendar | undefined> {
  const isOwn = isCalendarOf(orgId, userId)
  const [calendar] = await orm.select(calendarColumns).from(calendars).where(isOwn)
  return calendar
}

/**
 * Creates or replaces a member's calendar URL.
 *
 * @param deliveryBaseUrl its public host also serves calendars
 * @throws {OperationError} `not_found`; `forbidden` (`role_forbids`); `conflict` (`user_inactive`).
 */
export async function createCalendar(
  tx: Tx,
  actor: Actor,
  userId: string,
  deliveryBaseUrl: string,
): Promise<NewCalendar> {
  const { organizationId } = actor
  refuseInactive(await lockOwner(tx, actor, userId, 'calendar'))
  const token = randomToken(tx.cell)
  const tokenHash = hashSecret(token)
  const calendar = one(
    await tx.orm
      .insert(calendars)
      .values({ organizationId, userId, tokenHash })
      .onConflictDoUpdate({
        target: [calendars.organizationId, calendars.userId],
        set: { tokenHash, createdAt: raw`clock_timestamp()` },
      })
      .returning(calendarColumns),
    'the insert of a calendar',
  )
  return { ...calendar, url: `${new URL(deliveryBaseUrl).origin}/calendars/${token}.ics` }
}

/**
 * Revokes a member's calendar URL, if any.
 *
 * @throws {OperationError} `not_found` for an unknown member; `forbidden` (`role_forbids`);
 *   `precondition_failed`.
 */
export async function deleteCalendar(
  tx: Transaction,
  actor: Actor,
  userId: string,
  isExpected?: IsExpected<Calendar>,
): Promise<void> {
  const { organizationId } = actor
  await lockOwner(tx, actor, userId, 'calendar')
  if (isExpected) expectRecord(await findCalendar(tx, organizationId, userId), isExpected)
  await tx.orm.delete(calendars).where(isCalendarOf(organizationId, userId))
}

/** A project assigned to the calendar's owner, or one of its additional visits. */
export interface CalendarProject
  extends Pick<
    Project,
    | 'id'
    | 'version'
    | 'status'
    | 'estimatedDuration'
    | AddressField
    | 'lat'
    | 'lng'
    | 'notes'
    | 'createdAt'
    | 'updatedAt'
  > {
  scheduledTime: string
  /** Whether the owner is the technician, so the shoot occupies their time. */
  isTechnician: boolean
}

/** The contents of a person's calendar. */
export interface CalendarFile {
  organizationName: string
  timeZone: string | null
  personName: string
  /** By `scheduledTime`. */
  projects: CalendarProject[]
  /** Additional visits, also by `scheduledTime`. */
  visits: CalendarProject[]
  timeOff: CalendarTimeOff[]
}

/** Time off without its note, which anyone with the calendar's URL could read. */
export interface CalendarTimeOff
  extends Pick<TimeOff, 'id' | 'startsAt' | 'endsAt' | 'createdAt' | 'updatedAt'> {
  version: number
}

// Apps poll every few minutes.
const limitReads = callLimit(
  [{ limit: MAX_CALENDAR_READS, spanMs: 60_000 }],
  'Too many reads of this calendar: retry after Retry-After seconds.',
)
// Guessing a token takes far more calls.
const limitGuesses = callLimit(
  [{ limit: MAX_UNKNOWN_CALENDARS, spanMs: 60_000 }],
  'Too many calls for unknown calendars from this network: retry after Retry-After seconds.',
)

const OWNER = `
  select m.organization_id as "organizationId", m.user_id as "userId", m.name as "personName",
    o.name as "organizationName", o.time_zone as "timeZone"
  from calendars as c
  join memberships as m on (m.organization_id, m.user_id) = (c.organization_id, c.user_id)
  join organizations as o on o.id = c.organization_id
  where c.token_hash = $1 and m.active and not ${isAway('c.organization_id')}`

// Raw SQL: apps poll it, and each assignment walks its index.
const assigned = ['technician_id', 'editor_id', 'project_manager_id'].map(
  (column) => `
  (select scheduled_time, id from projects
  where organization_id = $1 and ${column} = $2
    and scheduled_time >= now() - interval '${CALENDAR_DAYS_BACK} days'
    and scheduled_time < now() + interval '${CALENDAR_DAYS_AHEAD} days'
  order by scheduled_time, id limit ${MAX_CALENDAR_PROJECTS})`,
)
const PROJECTS = `
  select id, version, status, scheduled_time as "scheduledTime",
    estimated_duration as "estimatedDuration", technician_id is not distinct from $2 as "isTechnician",
    address_line1 as "addressLine1", address_line2 as "addressLine2", city, region,
    postal_code as "postalCode", country_code as "countryCode", lat, lng,
    left(notes, ${MAX_CALENDAR_NOTES_LENGTH}) as notes,
    created_at as "createdAt", updated_at as "updatedAt",
    $2 in (editor_id, project_manager_id) is true as "isOverseen"
  from projects
  where organization_id = $1 and id = any (array(
    select id from (${assigned.join(' union ')}) as assigned
    order by scheduled_time, id limit ${MAX_CALENDAR_PROJECTS}))
  order by scheduled_time, id`

// Visits assigned to the person, and those of projects they manage or edit. A visit's version includes the project's,
// whose address it shows.
const VISITS = `
  select v.id, v.version + p.version as version, p.status, v.scheduled_time as "scheduledTime",
    v.duration_minutes as "estimatedDuration", v.technician_id is not distinct from $2 as "isTechnician",
    p.address_line1 as "addressLine1", p.address_line2 as "addressLine2", p.city, p.region,
    p.postal_code as "postalCode", p.country_code as "countryCode", p.lat, p.lng,
    left(p.notes, ${MAX_CALENDAR_NOTES_LENGTH}) as notes,
    v.created_at as "createdAt", greatest(v.updated_at, p.updated_at) as "updatedAt"
  from (
    (select id from project_visits as v
    where organization_id = $1 and technician_id = $2 and ${isAdditional('v')}
      and scheduled_time >= now() - interval '${CALENDAR_DAYS_BACK} days'
      and scheduled_time < now() + interval '${CALENDAR_DAYS_AHEAD} days'
    order by scheduled_time limit ${MAX_CALENDAR_PROJECTS})
    union
    (select id from project_visits as v
    where organization_id = $1 and project_id = any ($3) and ${isAdditional('v')}
    limit ${MAX_CALENDAR_PROJECTS})
  ) as found
  join project_visits as v on v.organization_id = $1 and v.id = found.id
  join projects as p on p.organization_id = $1 and p.id = v.project_id
  order by v.scheduled_time, v.id limit ${MAX_CALENDAR_PROJECTS}`

const TIME_OFF = `
  select id, version, starts_at as "startsAt", ends_at as "endsAt", created_at as "createdAt",
    updated_at as "updatedAt"
  from time_off
  where organization_id = $1 and user_id = $2
    and ends_at >= now() - interval '${CALENDAR_DAYS_BACK} days'
    and starts_at < now() + interval '${CALENDAR_DAYS_AHEAD} days'
  order by starts_at, id`

/**
 * The token's calendar: the earliest {@link MAX_CALENDAR_PROJECTS} projects from {@link CALENDAR_DAYS_BACK} days ago
 * to {@link CALENDAR_DAYS_AHEAD} days ahead, with additional visits and time off. Notes are truncated to
 * {@link MAX_CALENDAR_NOTES_LENGTH} characters.
 *
 * @param address the caller's IP address
 * @throws {OperationError} `not_found` for an unknown or revoked token, or a deactivated person; `too_many` by
 *   calendar, or for unknown ones by network.
 */
export async function readCalendar(
  sql: Sql,
  token: string,
  address: string,
): Promise<CalendarFile> {
  const [owner] = await sql.query<Owner>(OWNER, [hashSecret(token)])
  if (!owner) {
    await limitGuesses(sql, `calendar:network:${networkOf(address)}`)
    throw notFound().naming(token)
  }
  const { organizationId, userId, ...rest } = owner
  await limitReads(sql, `calendar:${organizationId}:${userId}`)
  const [projects, timeOff] = await Promise.all([
    sql.query<AssignedProject>(PROJECTS, [organizationId, userId]),
    sql.query<CalendarTimeOff>(TIME_OFF, [organizationId, userId]),
  ])
  const overseen = projects.filter(({ isOverseen }) => isOverseen).map(({ id }) => id)
  const visits = await sql.query<CalendarProject>(VISITS, [organizationId, userId, overseen])
  return { ...rest, projects, visits, timeOff }
}

interface AssignedProject extends CalendarProject {
  /** Whether the owner is the editor or project manager. */
  isOverseen: boolean
}

interface Owner extends Omit<CalendarFile, 'projects' | 'visits' | 'timeOff'> {
  organizationId: string
  userId: string
}
