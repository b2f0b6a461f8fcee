import { memberships } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import type { Actor } from '../shared/actor.ts'
import { conflict, notFound } from '../shared/errors.ts'
import { endInvitations, type Invitation, invite } from './invitation.ts'
import { acceptedAt, isMember, refuseSuperior } from './user.ts'

/**
 * Makes a new invitation for a member who has not accepted, because the token was lost or has expired. The
 * earlier token does not work any more.
 *
 * @throws {OperationError} `not_found`; `forbidden` (`role_forbids`) for a member with a higher role;
 *   `conflict` for a member who is deactivated (`user_inactive`) or has accepted (`already_accepted`).
 */
export async function inviteAgain(tx: Tx, actor: Actor, id: string): Promise<Invitation> {
  const { organizationId } = actor
  const [member] = await tx.orm
    .select({
      role: memberships.role,
      active: memberships.active,
      acceptedAt,
    })
    .from(memberships)
    .where(isMember(organizationId, id))
    .for('no key update')
  if (!member) throw notFound()
  refuseSuperior(actor, member)
  if (!member.active) {
    throw conflict('user_inactive', 'This user is deactivated: activate them with PATCH first.')
  }
  if (member.acceptedAt !== null) {
    throw conflict('already_accepted', 'This user has accepted already, and can sign in.')
  }
  await endInvitations(tx, organizationId, id)
  return invite(tx, organizationId, id)
}
