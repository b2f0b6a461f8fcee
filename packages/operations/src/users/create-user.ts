import { one } from '@mediajobs/db'
import { memberships } from '@mediajobs/db/schema'
import type { Role } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { acceptanceColumns } from '../shared/account-of.ts'
import type { Actor } from '../shared/actor.ts'
import { type Invitation, invite } from './invitation.ts'
import { personOf } from './person.ts'
import { membershipWriteError, refuseHigherRole, type User, userOf } from './user.ts'

export interface NewUserInput {
  email: string
  name: string
  role: Role
}

/**
 * Makes a person a member of the actor's organization and invites them. Work can be assigned to them at
 * once. They can act after they accept. The result does not show whether the email is known elsewhere.
 *
 * @throws {OperationError} `forbidden` (`role_forbids`) for a role above the actor's own, `conflict`
 *   (`duplicate_email`) when a member has the email, also a deactivated or an invited one.
 */
export async function createUser(
  tx: Tx,
  actor: Actor,
  { email, name, role }: NewUserInput,
): Promise<User & Invitation> {
  refuseHigherRole(actor, role)
  const { organizationId } = actor
  const person = await personOf(tx, email)
  const membership = one(
    await tx.orm
      .insert(memberships)
      .values({
        organizationId,
        userId: person.id,
        name,
        role,
        ...acceptanceColumns(person.id, null),
      })
      .returning()
      .catch((error) => {
        throw membershipWriteError(error)
      }),
    'the insert of a membership',
  )
  const invitation = await invite(tx, organizationId, person.id)
  return { ...userOf(membership, person.email), ...invitation }
}
