import {
  one,
  type Placeholders,
  preparedQuery,
  type Sql,
  type Transaction,
  violatedConstraint,
} from '@mediajobs/db'
import { changeTime, memberships, users } from '@mediajobs/db/schema'
import {
  completeHours,
  MANAGING_ROLES,
  outranks,
  type Role,
  type WorkingHours,
} from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, desc, eq, inArray, isNotNull, sql as raw, type SQLWrapper } from 'drizzle-orm'
import { personOf } from './accounts.ts'
import { endInvitations, type Invitation, invite } from './invitations.ts'
import type { Actor } from './shared/actor.ts'
import { conflict, forbidden, invalidFields, notFound } from './shared/errors.ts'
import {
  isOneOf,
  isPast,
  type Page,
  type PageRequest,
  pageOf,
  positionOf,
  sortedBy,
} from './shared/paging.ts'
import { changedFields, expectRecord, type IsExpected, lockOrganization } from './shared/record.ts'

export const userColumns = {
  id: users.id,
  organizationId: memberships.organizationId,
  // Null only for additional accounts, which aren't members.
  email: raw<string>`${users.email}`,
  name: memberships.name,
  role: memberships.role,
  active: memberships.active,
  workingHours: memberships.workingHours,
  acceptedAt: memberships.acceptedAt,
  createdAt: memberships.createdAt,
  updatedAt: memberships.updatedAt,
}

type Membership = typeof memberships.$inferSelect

/** A person as a member of an organization. */
export interface User extends Omit<Membership, 'userId' | 'accountId' | 'moving'> {
  id: string
  email: string
}

/** Join condition of memberships and their people. */
export const isPerson = eq(users.id, memberships.userId)

/** SQL condition: the membership of the person `id` in `orgId`. */
export function isMember(orgId: string | SQLWrapper, id: string | SQLWrapper) {
  return and(eq(memberships.organizationId, orgId), eq(memberships.userId, id))
}

export function userOf(membership: Membership, email: string): User {
  const { userId: id, accountId: _, moving: __, ...rest } = membership
  return { ...rest, id, email }
}

function select({ orm }: Pick<Sql, 'orm'>) {
  return orm.select(userColumns).from(memberships).innerJoin(users, isPerson)
}

const findUser = preparedQuery((orm, value: Placeholders<'orgId' | 'id'>) =>
  select({ orm }).where(isMember(value('orgId'), value('id'))),
)

/** @throws {OperationError} `not_found`. */
export async function getUser(sql: Sql, orgId: string, id: string): Promise<User> {
  const [user] = await findUser(sql, { orgId, id })
  if (!user) throw notFound()
  return user
}

interface UserFilters {
  /** Any of these. */
  id?: readonly string[]
  role?: Role
  active?: boolean
}

/**
 * The organization's users, deactivated and invited ones included, newest first.
 *
 * @throws {OperationError} `invalid` for a cursor of another list.
 */
export async function listUsers(
  sql: Sql,
  orgId: string,
  { id, role, active, limit, cursor }: UserFilters & PageRequest,
): Promise<Page<User>> {
  const list = { list: 'users', id, role, active }
  const after = positionOf(cursor, list)
  const { createdAt, userId } = memberships
  const rows = await select(sql)
    .where(
      and(
        eq(memberships.organizationId, orgId),
        id && isOneOf(userId, id),
        role && eq(memberships.role, role),
        active === undefined ? undefined : eq(memberships.active, active),
        after && isPast(after, createdAt, userId),
      ),
    )
    .orderBy(desc(sortedBy(createdAt, id)), desc(userId))
    .limit(limit + 1)
  return pageOf(rows, limit, list, (last) => ({ value: last.createdAt, id: last.id }))
}

interface NewUserInput {
  email: string
  name: string
  role: Role
}

/**
 * Adds a member to the actor's organization and invites them. They can be assigned work immediately, and act after
 * accepting. Doesn't reveal whether the email is known elsewhere.
 *
 * @throws {OperationError} `forbidden` (`role_forbids`) for a role above the actor's, `conflict` (`duplicate_email`) if a
 *   member has the email, even a deactivated or invited one.
 */
export async function createUser(
  tx: Tx,
  actor: Actor,
  { email, name, role }: NewUserInput,
): Promise<User & Invitation> {
  refuseHigherRole(actor, role)
  const { organizationId } = actor
  const person = await personOf(tx, email)
  const inserted = await tx.orm
    .insert(memberships)
    .values({ organizationId, userId: person.id, name, role })
    .returning()
    .catch((error) => {
      throw writeError(error)
    })
  const membership = one(inserted, 'the insert of a membership')
  const invitation = await invite(tx, organizationId, person.id)
  return { ...userOf(membership, person.email), ...invitation }
}

function writeError(error: unknown): unknown {
  switch (violatedConstraint(error)) {
    case 'memberships_organization_id_user_id_pk':
      return conflict(
        'duplicate_email',
        'A user of this organization already has this email. Reactivate a deactivated user with PATCH /users/{id}. ' +
          'Renew an invitation with POST /users/{id}/invitation.',
      ).at('email')
    case 'memberships_organization_id_organizations_id_fk':
      return notFound()
    default:
      return error
  }
}

/**
 * Renews the invitation of a member who has not accepted.
 *
 * @throws {OperationError} `not_found`; `forbidden` (`role_forbids`) for a member with a higher role; `conflict` for a
 *   member who is deactivated (`user_inactive`) or has accepted (`already_accepted`).
 */
export async function inviteAgain(tx: Tx, actor: Actor, id: string): Promise<Invitation> {
  const { organizationId } = actor
  const { role, active, acceptedAt } = memberships
  const [member] = await tx.orm
    .select({ role, active, acceptedAt })
    .from(memberships)
    .where(isMember(organizationId, id))
    .for('no key update')
  if (!member) throw notFound()
  refuseSuperior(actor, member)
  refuseInactive(member)
  if (member.acceptedAt !== null) {
    throw conflict('already_accepted', 'This user has already accepted and can sign in.')
  }
  await endInvitations(tx, organizationId, id)
  return invite(tx, organizationId, id)
}

interface UserInput {
  name?: string
  role?: Role
  /** False blocks the person's sessions here and the keys they created. */
  active?: boolean
  /** In the organization's time zone. Omitted days are free; null: default hours. */
  workingHours?: Partial<WorkingHours> | null
}

/**
 * Changes a member of the actor's organization. A promotion revokes an open invitation, whose token the inviter may still
 * have.
 *
 * @throws {OperationError} `invalid` for working hours that overlap or are reversed; `not_found`; `forbidden`
 *   (`role_forbids`) for a member or a new role above the actor's; `precondition_failed`; `conflict` (`last_admin`) if no
 *   active, accepted ADMIN would remain.
 */
export async function updateUser(
  tx: Transaction,
  actor: Actor,
  id: string,
  input: UserInput,
  isExpected?: IsExpected<User>,
): Promise<User> {
  const orgId = actor.organizationId
  const wanted = withCompleteHours(input)
  await lockOrganization(tx, orgId)
  const { before, actorNow } = await readBoth(tx, actor, id)
  refuseSuperior(actorNow, before)
  if (input.role) refuseHigherRole(actorNow, input.role)
  expectRecord(before, isExpected)
  const changed = changedFields(before, wanted)
  if (changed.length === 0) return before
  const membership = one(
    await tx.orm
      .update(memberships)
      .set({ ...wanted, updatedAt: changeTime })
      .where(isMember(orgId, id))
      .returning(),
    'the update of a locked membership',
  )
  if (outranks(membership.role, before.role)) await endInvitations(tx, orgId, id)
  if (isActiveAdmin(before) && !isActiveAdmin(membership)) await expectAnAdmin(tx, orgId, changed)
  return userOf(membership, before.email)
}

function withCompleteHours({ workingHours, ...rest }: UserInput) {
  if (!workingHours) return { ...rest, ...(workingHours === null && { workingHours }) }
  const complete = completeHours(workingHours)
  if ('refused' in complete) throw invalidFields(complete.refused)
  return { ...rest, workingHours: complete.hours }
}

/** The member, and the actor's role re-read under the lock. */
async function readBoth(tx: Transaction, actor: Actor, id: string) {
  const { organizationId, userId } = memberships
  const isEither = inArray(userId, [actor.userId, id])
  const both = await select(tx).where(and(eq(organizationId, actor.organizationId), isEither))
  const before = both.find((user) => user.id === id)
  const actorNow = both.find((user) => user.id === actor.userId)
  if (!before || !actorNow) throw notFound()
  return { before, actorNow }
}

function isActiveAdmin({ role, active }: { role: Role; active: boolean }): boolean {
  return role === 'ADMIN' && active
}

async function expectAnAdmin(
  { orm }: Transaction,
  orgId: string,
  fields: readonly string[],
): Promise<void> {
  const { organizationId, role, active, acceptedAt } = memberships
  const isAdmin = and(eq(organizationId, orgId), eq(role, 'ADMIN'), active, isNotNull(acceptedAt))
  if ((await orm.$count(memberships, isAdmin)) > 0) return
  throw conflict(
    'last_admin',
    'An organization needs an active ADMIN who has accepted: promote another user first.',
  ).at(...fields.filter((field) => field === 'role' || field === 'active'))
}

/** @throws {OperationError} `forbidden` when `role` is above the actor's. */
function refuseHigherRole(actor: Pick<Actor, 'role'>, role: Role): void {
  if (!outranks(role, actor.role)) return
  throw forbidden('role_forbids', `The role ${actor.role} may not grant the role ${role}.`).at(
    'role',
  )
}

/** @throws {OperationError} `forbidden` when `user` has a higher role than the actor. */
export function refuseSuperior(actor: Pick<Actor, 'role'>, user: { role: Role }): void {
  if (!outranks(user.role, actor.role)) return
  throw forbidden(
    'role_forbids',
    `The role ${actor.role} may not change a user with the role ${user.role}.`,
  ).at('id')
}

/**
 * Locks a member whose `what` the actor may change: the actor, or for ADMIN and MANAGER anyone not above them.
 *
 * @param what as in "the user's own calendar"
 * @throws {OperationError} `not_found`, `forbidden` (`role_forbids`).
 */
export async function lockOwner(
  tx: Transaction,
  actor: Actor,
  userId: string,
  what: string,
): Promise<{ role: Role; active: boolean }> {
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
      `The role ${actor.role} may change only the user's own ${what}.`,
    ).at('id')
  }
  refuseSuperior(actor, member)
  return member
}

/** @throws {OperationError} `conflict` (`user_inactive`). */
export function refuseInactive({ active }: { active: boolean }): void {
  if (active) return
  throw conflict(
    'user_inactive',
    'This user is deactivated: reactivate them with PATCH /users/{id} first.',
  )
}
