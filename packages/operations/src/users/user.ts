import { violatedConstraint } from '@mediajobs/db'
import { memberships, users } from '@mediajobs/db/schema'
import { outranks, type Role } from '@mediajobs/domain'
import { and, eq, sql } from 'drizzle-orm'
import type { Actor } from '../shared/actor.ts'
import { conflict, forbidden, notFound } from '../shared/errors.ts'

/** When a member accepted, with any of their accounts; `null` while they are invited. */
export const acceptedAt = sql<
  string | null
>`coalesce(${memberships.acceptedAt}, ${memberships.joinedAt})`.mapWith(memberships.acceptedAt)

/** The columns of a user: a person as a member of one organization. */
export const userColumns = {
  id: users.id,
  organizationId: memberships.organizationId,
  // Never null here: a person always has an email. A further account has none, but is no member.
  email: sql<string>`${users.email}`,
  name: memberships.name,
  role: memberships.role,
  active: memberships.active,
  workingHours: memberships.workingHours,
  acceptedAt,
  createdAt: memberships.createdAt,
  updatedAt: memberships.updatedAt,
}

type Membership = typeof memberships.$inferSelect

export interface User extends Omit<Membership, 'userId' | 'accountId' | 'joinedAt' | 'moving'> {
  id: string
  email: string
}

/** Joins the person to their membership. */
export const isPerson = eq(users.id, memberships.userId)

/** SQL condition: the row is the membership of the person `id` in `orgId`. */
export function isMember(orgId: string, id: string) {
  return and(eq(memberships.organizationId, orgId), eq(memberships.userId, id))
}

export function userOf(membership: Membership, email: string): User {
  const { userId: id, accountId: _, joinedAt, moving: __, ...rest } = membership
  return { ...rest, acceptedAt: rest.acceptedAt ?? joinedAt, id, email }
}

/** @throws {OperationError} `forbidden` when `role` is above the actor's own. */
export function refuseHigherRole(actor: Pick<Actor, 'role'>, role: Role): void {
  if (!outranks(role, actor.role)) return
  throw forbidden('role_forbids', `The role ${actor.role} may not give the role ${role}.`).at(
    'role',
  )
}

/** @throws {OperationError} `forbidden` when `user` has a higher role than the actor. */
export function refuseSuperior(actor: Pick<Actor, 'role'>, user: { role: Role }): void {
  if (!outranks(user.role, actor.role)) return
  throw forbidden(
    'role_forbids',
    `The role ${actor.role} may not change a user with the role ${user.role}.`,
  )
}

/** The error of a failed write of a membership, as the caller gets it. */
export function membershipWriteError(error: unknown): unknown {
  switch (violatedConstraint(error)) {
    case 'memberships_organization_id_user_id_pk':
      return conflict(
        'duplicate_email',
        'A user of this organization has this email already. PATCH /users/{id} activates a user who ' +
          'was deactivated. POST /users/{id}/invitation invites a user again who has not accepted.',
      ).at('email')
    case 'memberships_organization_id_organizations_id_fk':
      return notFound()
    default:
      return error
  }
}
