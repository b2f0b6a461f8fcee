import type { Sql } from '@mediajobs/db'
import { isAway } from '@mediajobs/db/schema'
import {
  CALENDAR_DAYS_AHEAD,
  CALENDAR_DAYS_BACK,
  hashSecret,
  MAX_CALENDAR_NOTES_LENGTH,
  MAX_CALENDAR_PROJECTS,
  MAX_CALENDAR_READS,
  type ProjectStatus,
} from '@mediajobs/domain'
import { networkOf } from '../credentials/network-of.ts'
import { callLimit } from '../credentials/rate-windows.ts'
import { notFound } from '../shared/errors.ts'

/** A project to which the person of a calendar is assigned. */
export interface CalendarProject {
  id: string
  version: number
  status: ProjectStatus
  scheduledTime: string
  /** Minutes. */
  estimatedDuration: number | null
  /** Whether the person is its technician: a shoot takes their time. */
  isTechnician: boolean
  addressLine1: string | null
  addressLine2: string | null
  city: string | null
  region: string | null
  postalCode: string | null
  countryCode: string | null
  lat: number | null
  lng: number | null
  /** The first {@link MAX_CALENDAR_NOTES_LENGTH} characters. */
  notes: string | null
  createdAt: string
  updatedAt: string
}

/** The contents of a person's calendar. */
export interface CalendarFile {
  organizationName: string
  timeZone: string | null
  personName: string
  /** By `scheduledTime`. */
  projects: CalendarProject[]
}

// An app asks every few minutes, and a person has a few apps.
const limitReads = callLimit(
  [{ limit: MAX_CALENDAR_READS, spanMs: 60_000 }],
  'This calendar is read too often: wait for as long as Retry-After says.',
)
// To guess a token takes far more calls.
const limitGuesses = callLimit(
  [{ limit: 60, spanMs: 60_000 }],
  'Too many calls for unknown calendars from this network: wait for as long as Retry-After says.',
)

const OWNER = `
  select m.organization_id as "organizationId", m.user_id as "userId", m.name as "personName",
    o.name as "organizationName", o.time_zone as "timeZone"
  from calendars as c
  join memberships as m on (m.organization_id, m.user_id) = (c.organization_id, c.user_id)
  join organizations as o on o.id = c.organization_id
  where c.token_hash = $1 and m.active and not ${isAway('c.organization_id')}`

// One branch for each assignment: each walks an index of its own.
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
    created_at as "createdAt", updated_at as "updatedAt"
  from projects
  where organization_id = $1 and id = any (array(
    select id from (${assigned.join(' union ')}) as assigned
    order by scheduled_time, id limit ${MAX_CALENDAR_PROJECTS}))
  order by scheduled_time, id`

/**
 * What the calendar of `token` contains: the projects of {@link CALENDAR_DAYS_BACK} days back and
 * {@link CALENDAR_DAYS_AHEAD} days ahead, at most {@link MAX_CALENDAR_PROJECTS} of them, the earliest first.
 *
 * @param address the caller's IP address
 * @throws {OperationError} `not_found` for an unknown or ended token, and for a deactivated person;
 *   `too_many` for one calendar that is read too often, and for a network that asks for unknown ones.
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
  const projects = await sql.query<CalendarProject>(PROJECTS, [organizationId, userId])
  return { ...rest, projects }
}

interface Owner extends Omit<CalendarFile, 'projects'> {
  organizationId: string
  userId: string
}
