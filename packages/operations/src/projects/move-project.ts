import { one } from '@mediajobs/db'
import { changeTime, projectStatusChanges, projects } from '@mediajobs/db/schema'
import { type Mover, mayMove, movesFrom, type ProjectStatus } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { sql } from 'drizzle-orm'
import type { Actor } from '../shared/actor.ts'
import { forbidden } from '../shared/errors.ts'
import { countDiscountMove } from './discount.ts'
import { isProject, type Project } from './project.ts'
import { publishStatusChanged } from './project-events.ts'
import { countMove } from './status-counts.ts'

/** @throws {OperationError} `forbidden`, with the allowed moves. */
export function refuseMove(actor: Actor, project: Project, to: ProjectStatus): void {
  const { role } = actor
  const mover = moverOf(actor, project)
  const from = project.status
  if (mayMove(mover, from, to)) return
  const moves = movesFrom(mover, from)
  const has = moves.length > 0 ? `Allowed: ${moves.join(', ')}.` : 'No move is allowed from here.'
  const whose =
    (role === 'TECHNICIAN' || role === 'EDITOR') && !mover.assigned
      ? ': the project is not assigned to this person'
      : ''
  throw forbidden(
    'role_forbids_move',
    `The role ${role} may not move this project from ${from} to ${to}${whose}. ${has}`,
  ).at('status')
}

/** The actor's role, and whether the project is assigned to them in it. */
export function moverOf({ role, userId }: Actor, project: Project): Mover {
  const assigned = { TECHNICIAN: project.technicianId, EDITOR: project.editorId }
  return { role, assigned: assigned[role as keyof typeof assigned] === userId }
}

/**
 * Moves a locked project to another status, recording and counting the move.
 *
 * @param actor null for the client
 * @throws {OperationError} `conflict` (`discount_exhausted`) if a CANCELLED project's discount has been used up.
 */
export async function moveProject(
  tx: Tx,
  actor: Actor | null,
  before: Project,
  to: ProjectStatus,
): Promise<Project> {
  const { organizationId, id, status: from } = before
  // Lock order: the discount, then the counters.
  await countDiscountMove(tx, before, to)
  const [updated] = await Promise.all([
    tx.orm
      .update(projects)
      .set({
        status: to,
        version: before.version + 1,
        updatedAt: changeTime,
        ...(to === 'DELIVERED' && { deliveredAt: changeTime, approvedAt: null }),
        cancelledAt: to === 'CANCELLED' ? changeTime : null,
      })
      .where(isProject(organizationId, id))
      .returning(),
    tx.orm.insert(projectStatusChanges).values({
      organizationId,
      projectId: id,
      // By the database's clock under the project's lock: ids are in the order of the moves.
      id: sql`uuid_v7()`,
      fromStatus: from,
      toStatus: to,
      changedByUserId: actor?.userId ?? null,
      changedByApiKeyId: actor?.apiKeyId ?? null,
      changedAt: changeTime,
    }),
    countMove(tx, organizationId, from, to),
  ])
  const project = one(updated, 'the update of a locked project')
  publishStatusChanged(tx, from, project)
  return project
}
