import { violatedConstraint } from '@mediajobs/db'
import { memberships, users } from '@mediajobs/db/schema'
import { outranks, type Role } from '@mediajobs/domain'
import { and, eq, sql } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import { conflict, forbidden, notFound } from '../errors.ts'

/** A person as one organization knows them. */
export const userColumns = {
  id: users.id,
  organizationId: memberships.organizationId,
  // A person always has one; a further account, which has none, is no member.
  email: sql<string>`${users.email}`,
  name: memberships.name,
  role: memberships.role,
  active: memberships.active,
  createdAt: memberships.createdAt,
  updatedAt: memberships.updatedAt,
}

type Membership = typeof memberships.$inferSelect

export interface User extends Omit<Membership, 'userId' | 'acceptedAt' | 'accountId' | 'joinedAt'> {
  id: string
  email: string
}

/** Joins the person to their membership. */
export const isPerson = eq(users.id, memberships.userId)

/** When a member accepted, by whichever account; `null` while they are invited. */
export const acceptedAt = sql<
  string | null
>`coalesce(${memberships.acceptedAt}, ${memberships.joinedAt})`

/** Where the membership of the person `id` in `orgId` is. */
export function isMember(orgId: string, id: string) {
  return and(eq(memberships.organizationId, orgId), eq(memberships.userId, id))
}

export function userOf(membership: Membership, email: string): User {
  const { userId: id, acceptedAt: _, accountId: __, joinedAt: ___, ...rest } = membership
  return { ...rest, id, email }
}

/** @throws {OperationError} `forbidden` when `role` is above the actor's own. */
export function refuseHigherRole(actor: Pick<Actor, 'role'>, role: Role): void {
  if (!outranks(role, actor.role)) return
  throw forbidden('role_forbids', `The role ${actor.role} may not give the role ${role}.`)
}

/** @throws {OperationError} `forbidden` when `user` stands above the actor. */
export function refuseSuperior(actor: Pick<Actor, 'role'>, user: { role: Role }): void {
  if (!outranks(user.role, actor.role)) return
  throw forbidden(
    'role_forbids',
    `The role ${actor.role} may not change someone whose role is ${user.role}.`,
  )
}

/** What a failed write of a membership means to whoever asked for it. */
export function membershipWriteError(error: unknown): unknown {
  switch (violatedConstraint(error)) {
    case 'memberships_organization_id_user_id_pk':
      return conflict(
        'duplicate_email',
        'A user of this organization has this email already. PATCH /users/{id} activates one who ' +
          'was deactivated; POST /users/{id}/invitation invites again who has not accepted.',
      )
    case 'memberships_organization_id_organizations_id_fk':
      return notFound()
    default:
      return error
  }
}
