import { one } from '@mediajobs/db'
import { changeTime, organizations, projectStatusChanges, projects } from '@mediajobs/db/schema'
import { type Mover, mayMove, mayStart, movesFrom, type ProjectStatus } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { eq, sql } from 'drizzle-orm'
import type { Actor } from '../shared/actor.ts'
import { forbidden } from '../shared/errors.ts'
import { countDiscountMove } from './discount.ts'
import { isProject, type Project } from './project.ts'
import { publishStatusChanged } from './project-events.ts'
import { countMove } from './status-counts.ts'

/** @throws {OperationError} `forbidden`, which names the role, the refused move and the allowed moves. */
export function refuseMove(mover: Mover, from: ProjectStatus, to: ProjectStatus): void {
  const { role } = mover
  if (mayMove(mover, from, to)) return
  const moves = movesFrom(mover, from)
  const has = moves.length > 0 ? `It may set ${moves.join(', ')}.` : 'It may not move it from here.'
  const whose =
    (role === 'TECHNICIAN' || role === 'EDITOR') && !mover.assigned
      ? ', and the project is not assigned to this person'
      : ''
  throw forbidden(
    'role_forbids_move',
    `The role ${role} may not move this project from ${from} to ${to}${whose}. ${has}`,
  ).at('status')
}

/** The actor's role, and whether the project is assigned to them in this role. */
export function moverOf({ role, userId }: Actor, project: Project, starts = false): Mover {
  const assigned = { TECHNICIAN: project.technicianId, EDITOR: project.editorId }
  return { role, assigned: assigned[role as keyof typeof assigned] === userId, starts }
}

/** Whether the organization lets the actor's role start its own jobs. */
export async function readStarts(tx: Tx, { organizationId, role }: Actor): Promise<boolean> {
  if (role !== 'TECHNICIAN' && role !== 'EDITOR') return false
  const [settings] = await tx.orm
    .select({
      techniciansStart: organizations.techniciansStart,
      editorsStart: organizations.editorsStart,
    })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
  return settings !== undefined && mayStart(role, settings)
}

/**
 * Moves a locked project that has another status. Writes the move into the history and counts it. `actor` is
 * null when the client moves the project: a client is no user of the organization.
 *
 * @throws {OperationError} `conflict` (`discount_exhausted`) when the project was CANCELLED and its discount
 *   was used up since then.
 */
export async function moveProject(
  tx: Tx,
  actor: Actor | null,
  before: Project,
  to: ProjectStatus,
): Promise<Project> {
  const { organizationId, id, status: from } = before
  // Before the counters: every transaction locks the discount first and the counters then, so that two can't
  // deadlock.
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
      // By the database's clock while the project is locked: so ids are in the order of the moves.
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
