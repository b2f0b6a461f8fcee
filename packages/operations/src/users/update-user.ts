import { one, type Transaction } from '@mediajobs/db'
import { changeTime, memberships, organizations, users } from '@mediajobs/db/schema'
import { completeHours, outranks, type Role, type WorkingHours } from '@mediajobs/domain'
import { and, eq, inArray } from 'drizzle-orm'
import { accountOf } from '../shared/account-of.ts'
import type { Actor } from '../shared/actor.ts'
import { conflict, invalidFields, notFound } from '../shared/errors.ts'
import { changedFields, expectRecord, type IsExpected } from '../shared/record.ts'
import { endInvitations } from './invitation.ts'
import {
  isMember,
  isPerson,
  refuseHigherRole,
  refuseSuperior,
  type User,
  userColumns,
  userOf,
} from './user.ts'

/** The fields of a member that can be changed. */
export interface UserInput {
  name?: string
  role?: Role
  /** False stops the person's sessions here and all keys that they made; true lets them act again. */
  active?: boolean
  /** In the organization's time zone. A day that is left out is free; null: the default hours. */
  workingHours?: Partial<WorkingHours> | null
}

/**
 * Changes a member of the actor's organization. A higher role deletes an open invitation: the user who
 * made it for the lower role may still have its token.
 *
 * @throws {OperationError} `invalid` for working hours that overlap or end before they begin; `not_found`;
 *   `forbidden` (`role_forbids`) for a member with a higher role than the actor, or for a new role above the
 *   actor's own; `precondition_failed`; `conflict` (`last_admin`) when the organization would have no active
 *   ADMIN who has accepted.
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
  await lockMembers(tx, orgId)
  const { before, actorNow } = await readBoth(tx, actor, id)
  refuseSuperior(actorNow, before)
  if (input.role) refuseHigherRole(actorNow, input.role)
  expectRecord(before, isExpected)
  if (changedFields(before, wanted).length === 0) return before
  const membership = one(
    await tx.orm
      .update(memberships)
      .set({ ...wanted, updatedAt: changeTime })
      .where(isMember(orgId, id))
      .returning(),
    'the update of a locked membership',
  )
  if (outranks(membership.role, before.role)) await endInvitations(tx, orgId, id)
  if (isActiveAdmin(before) && !isActiveAdmin(membership)) await expectAnAdmin(tx, orgId)
  return userOf(membership, before.email)
}

function withCompleteHours({ workingHours, ...rest }: UserInput) {
  if (!workingHours) return { ...rest, ...(workingHours === null && { workingHours }) }
  const complete = completeHours(workingHours)
  if ('refused' in complete) throw invalidFields(complete.refused)
  return { ...rest, workingHours: complete.hours }
}

/** Until the commit no other transaction changes a role here. Inserts that refer to the row do not wait. */
async function lockMembers(tx: Transaction, orgId: string): Promise<void> {
  await tx.orm
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.id, orgId))
    .for('no key update')
}

/** The member, and the actor's role after the lock: an actor may have lost the role before it. */
async function readBoth(tx: Transaction, actor: Actor, id: string) {
  const both = await tx.orm
    .select(userColumns)
    .from(memberships)
    .innerJoin(users, isPerson)
    .where(
      and(
        eq(memberships.organizationId, actor.organizationId),
        inArray(memberships.userId, [actor.userId, id]),
      ),
    )
  const before = both.find((user) => user.id === id)
  const actorNow = both.find((user) => user.id === actor.userId)
  if (!before || !actorNow) throw notFound()
  return { before, actorNow }
}

function isActiveAdmin({ role, active }: { role: Role; active: boolean }): boolean {
  return role === 'ADMIN' && active
}

async function expectAnAdmin(tx: Transaction, orgId: string): Promise<void> {
  const admins = await tx.query(
    `select 1 from memberships as m
    where m.organization_id = $1 and m.role = 'ADMIN' and m.active and ${accountOf('m')} is not null
    limit 1`,
    [orgId],
  )
  if (admins.length > 0) return
  throw conflict(
    'last_admin',
    'An organization needs an active ADMIN who has accepted: make another user ADMIN first.',
  )
}
