import type { Sql, Transaction } from '@mediajobs/db'
import { calendars, memberships } from '@mediajobs/db/schema'
import { MANAGING_ROLES } from '@mediajobs/domain'
import { and, eq } from 'drizzle-orm'
import type { Actor } from '../shared/actor.ts'
import { forbidden, notFound } from '../shared/errors.ts'
import { isMember, refuseSuperior } from '../users/user.ts'

/** The calendar address of a member. The address itself is shown once. */
export interface Calendar {
  organizationId: string
  userId: string
  createdAt: string
}

/** A calendar with its address. The address needs no other credential. */
export interface NewCalendar extends Calendar {
  url: string
}

export const calendarColumns = {
  organizationId: calendars.organizationId,
  userId: calendars.userId,
  createdAt: calendars.createdAt,
}

/** SQL condition: the row is the calendar of the member. */
export function isCalendarOf(orgId: string, userId: string) {
  return and(eq(calendars.organizationId, orgId), eq(calendars.userId, userId))
}

/** @throws {OperationError} `not_found` also for a member without a calendar. */
export async function getCalendar(sql: Sql, orgId: string, userId: string): Promise<Calendar> {
  const calendar = await findCalendar(sql, orgId, userId)
  if (!calendar) throw notFound()
  return calendar
}

export async function findCalendar(
  { orm }: Sql,
  orgId: string,
  userId: string,
): Promise<Calendar | undefined> {
  const isOwn = isCalendarOf(orgId, userId)
  const [calendar] = await orm.select(calendarColumns).from(calendars).where(isOwn)
  return calendar
}

/**
 * Locks a member whose calendar the actor may change: the actor's own, or for an ADMIN or MANAGER that of
 * anyone who is not above them.
 *
 * @throws {OperationError} `not_found`, `forbidden` (`role_forbids`).
 */
export async function lockOwner(tx: Transaction, actor: Actor, userId: string) {
  const [member] = await tx.orm
    .select({ role: memberships.role, active: memberships.active })
    .from(memberships)
    .where(isMember(actor.organizationId, userId))
    .for('no key update')
  if (!member) throw notFound()
  if (actor.userId === userId) return member
  if (!MANAGING_ROLES.includes(actor.role)) {
    throw forbidden(
      'role_forbids',
      `The role ${actor.role} may change one's own calendar only, not that of another user.`,
    )
  }
  refuseSuperior(actor, member)
  return member
}
