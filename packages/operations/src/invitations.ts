import { one, type Transaction } from '@mediajobs/db'
import { invitations } from '@mediajobs/db/schema'
import { hashSecret, randomToken } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, eq, sql } from 'drizzle-orm'
import { mailInvitation } from './mails.ts'

export interface Invitation {
  /** Shown once: only a hash is stored. */
  invitationToken: string
  invitationExpiresAt: string
}

export function newInvitationToken(cell: string | null): string {
  return randomToken(cell, 'mji_')
}

/** Creates an invitation, and mails it with a second token if the service sends mail. */
export async function invite(tx: Tx, orgId: string, userId: string): Promise<Invitation> {
  const invitation = await createInvitation(tx, orgId, userId)
  const tokenHash = hashSecret(invitation.invitationToken)
  await mailInvitation(tx, orgId, { userId, tokenHash })
  return invitation
}

/** Creates an invitation whose token works once, within 7 days (docs/contract.md#c2-users-invite). */
export async function createInvitation(tx: Tx, orgId: string, userId: string): Promise<Invitation> {
  const invitationToken = newInvitationToken(tx.cell)
  const invitation = one(
    await tx.orm
      .insert(invitations)
      .values({
        tokenHash: hashSecret(invitationToken),
        organizationId: orgId,
        userId,
        expiresAt: sql`now() + interval '7 days'`,
      })
      .returning({ expiresAt: invitations.expiresAt }),
    'the insert of an invitation',
  )
  return { invitationToken, invitationExpiresAt: invitation.expiresAt }
}

/** Revokes all tokens of a member's open invitation. A concurrent accept waits and is then refused. */
export async function endInvitations(
  tx: Transaction,
  orgId: string,
  userId: string,
): Promise<void> {
  await tx.orm
    .delete(invitations)
    .where(and(eq(invitations.organizationId, orgId), eq(invitations.userId, userId)))
}
