import { projectStatusChanges, projects } from '@mediajobs/db/schema'
import { type Mover, mayMove, movesFrom, type ProjectStatus } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { sql } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import { type HandOver, handOver } from '../client-deliveries/hand-over.ts'
import { forbidden } from '../errors.ts'
import { expectRecord, type IsExpected } from '../expected-record.ts'
import { countDiscountMove } from './discount.ts'
import { isProject, lockProject, type Project } from './project.ts'
import { publishStatusChanged } from './project-events.ts'
import { countMove } from './status-counts.ts'

/**
 * Moves a project to another status, as far as the actor's role may; publishes
 * PROJECT_STATUS_CHANGED. Entering DELIVERED is the delivery: it makes a token and publishes
 * PROJECT_DELIVERED as well. The status that it has already: nothing changes, nothing is published.
 *
 * @throws {OperationError} `not_found`, `forbidden` (`role_forbids_move`), `precondition_failed`,
 *   `conflict` as in `moveProject`.
 */
export async function changeStatus(
  tx: Tx,
  actor: Actor,
  id: string,
  status: ProjectStatus,
  delivering: HandOver,
  isExpected?: IsExpected<Project>,
): Promise<Project> {
  const project = await lockProject(tx, actor.organizationId, id)
  refuseMove(actor, project, status)
  expectRecord(project, isExpected)
  if (project.status === status) return project
  const moved = await moveProject(tx, actor, project, status)
  if (status === 'DELIVERED') await handOver(tx, actor, moved, {}, delivering)
  return moved
}

/** @throws {OperationError} `forbidden` that names the role, the move and the moves it has. */
export function refuseMove(actor: Actor, project: Project, to: ProjectStatus): void {
  const { role } = actor
  const mover = moverOf(actor, project)
  const from = project.status
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
  )
}

/** The actor, as one who may move the project or may not. */
export function moverOf({ role, userId }: Actor, project: Project): Mover {
  const assigned = { TECHNICIAN: project.technicianId, EDITOR: project.editorId }
  return { role, assigned: assigned[role as keyof typeof assigned] === userId }
}

/**
 * Moves a locked project that is not there yet; keeps the move and counts it. `actor` is null when
 * the client moves it, who is nobody of the organization.
 *
 * @throws {OperationError} `conflict` (`discount_exhausted`) when it was CANCELLED and its discount
 *   has been used up since.
 */
export async function moveProject(
  tx: Tx,
  actor: Actor | null,
  before: Project,
  to: ProjectStatus,
): Promise<Project> {
  const { organizationId, id, status: from } = before
  const now = sql`clock_timestamp()`
  // Before the counters: whoever holds a discount may wait for a counter, never the other way round.
  await countDiscountMove(tx, before, to)
  const [[project]] = await Promise.all([
    tx.orm
      .update(projects)
      .set({
        status: to,
        version: before.version + 1,
        updatedAt: now,
        ...(to === 'DELIVERED' && { deliveredAt: now, approvedAt: null }),
        cancelledAt: to === 'CANCELLED' ? now : null,
      })
      .where(isProject(organizationId, id))
      .returning(),
    tx.orm.insert(projectStatusChanges).values({
      organizationId,
      projectId: id,
      // From the database's clock while the project is locked: in the order of the moves.
      id: sql`uuid_v7()`,
      fromStatus: from,
      toStatus: to,
      changedByUserId: actor?.userId ?? null,
      changedByApiKeyId: actor?.apiKeyId ?? null,
      changedAt: now,
    }),
    countMove(tx, organizationId, from, to),
  ])
  if (!project) throw new Error('the update of a locked project answered no row')
  await publishStatusChanged(tx, from, project)
  return project
}
