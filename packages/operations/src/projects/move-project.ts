import { one, type Sql } from '@mediajobs/db'
import { changeTime, organizations, projectStatusChanges, projects } from '@mediajobs/db/schema'
import {
  DEFAULT_SHOOT_MINUTES,
  type Mover,
  mayMove,
  mayStart,
  movesFrom,
  PROJECT_STATUSES,
  type ProjectStatus,
} from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, desc, eq, lt, sql as raw } from 'drizzle-orm'
import { redeem, release } from '../redemptions.ts'
import type { Actor } from '../shared/actor.ts'
import { forbidden } from '../shared/errors.ts'
import { type Page, type PageRequest, pageOf, positionOf } from '../shared/paging.ts'
import { getProject, isProject, type Project } from './project.ts'
import { publishProject } from './project-events.ts'
import { isVisitor } from './visits.ts'

/** @throws {OperationError} `forbidden`, with the allowed moves. */
export function refuseMove(mover: Mover, from: ProjectStatus, to: ProjectStatus): void {
  const { role } = mover
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

/** What lets an actor move a project besides their role. */
interface Standing {
  /** The organization lets the role start its own jobs. */
  starts?: boolean
  /** Technician of one of the project's visits. */
  visits?: boolean
}

/** The actor's role, and whether the project is assigned to them in it. */
export function moverOf(
  { role, userId }: Actor,
  project: Project,
  { starts = false, visits = false }: Standing = {},
): Mover {
  const assigned = { TECHNICIAN: project.technicianId, EDITOR: project.editorId }
  const isOwn = assigned[role as keyof typeof assigned] === userId
  return { role, assigned: isOwn || (role === 'TECHNICIAN' && visits), starts }
}

/** Whether the actor is the technician of one of the project's visits. */
export function readVisits(tx: Tx, { organizationId, role, userId }: Actor, projectId: string) {
  return role === 'TECHNICIAN' ? isVisitor(tx, organizationId, projectId, userId) : false
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
 * Moves a locked project to another status, recording and counting the move.
 *
 * @param actor null for the client
 * @param reason for the history
 * @throws {OperationError} `conflict` (`discount_exhausted`) if a CANCELLED project's discount has been used up.
 */
export async function moveProject(
  tx: Tx,
  actor: Actor | null,
  before: Project,
  to: ProjectStatus,
  reason: string | null = null,
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
        statusChangedAt: changeTime,
        ...(to === 'DELIVERED' && { deliveredAt: changeTime, approvedAt: null }),
        cancelledAt: to === 'CANCELLED' ? changeTime : null,
      })
      .where(isProject(organizationId, id))
      .returning(),
    tx.orm.insert(projectStatusChanges).values({
      organizationId,
      projectId: id,
      // By the database's clock under the project's lock, so ids sort in the order of the moves.
      id: raw`uuid_v7()`,
      fromStatus: from,
      toStatus: to,
      changedByUserId: actor?.userId ?? null,
      changedByApiKeyId: actor?.apiKeyId ?? null,
      changedAt: changeTime,
      reason,
      isFirst: isFirstEntry(before, to),
      ...(to === 'DELIVERED' && { shootEndedAt: endOfShoot(before) }),
    }),
    count(tx, organizationId, { [from]: -1, [to]: 1 }),
  ])
  const project = one(updated, 'the update of a locked project')
  publishProject(tx, 'PROJECT_STATUS_CHANGED', project, {
    fromStatus: from,
    toStatus: project.status,
  })
  return project
}

type Key = Pick<Project, 'organizationId' | 'id'>

function isFirstEntry({ organizationId, id }: Key, status: ProjectStatus) {
  return raw<boolean>`not exists (
    select from project_status_changes
    where organization_id = ${organizationId} and project_id = ${id} and to_status = ${status}
  )`
}

/** The planned end of the last appointment that has begun. docs/contract.md#c25-turnaround */
function endOfShoot({ organizationId, id }: Key) {
  return raw<string>`(
    select max(starts_at + coalesce(minutes, ${DEFAULT_SHOOT_MINUTES}::int) * interval '1 minute')
    from (
      select scheduled_time as starts_at, estimated_duration as minutes from projects
      where organization_id = ${organizationId} and id = ${id}
      union all
      select scheduled_time, duration_minutes from project_visits
      where organization_id = ${organizationId} and project_id = ${id} and status <> 'CANCELLED'
    ) as appointments
    where starts_at < ${changeTime}
  )`
}

export type StatusChange = typeof projectStatusChanges.$inferSelect

/**
 * A project's status history, newest first.
 *
 * @throws {OperationError} `not_found`, or `invalid` for a cursor of another list.
 */
export async function listStatusChanges(
  sql: Sql,
  orgId: string,
  projectId: string,
  { limit, cursor }: PageRequest,
): Promise<Page<StatusChange>> {
  const list = { list: 'status-changes', projectId }
  const after = positionOf(cursor, list)
  await getProject(sql, orgId, projectId)
  const rows = await sql.orm
    .select()
    .from(projectStatusChanges)
    .where(
      and(
        eq(projectStatusChanges.organizationId, orgId),
        eq(projectStatusChanges.projectId, projectId),
        after && lt(projectStatusChanges.id, after.id),
      ),
    )
    .orderBy(desc(projectStatusChanges.id))
    .limit(limit + 1)
  return pageOf(rows, limit, list, (last) => ({ value: last.changedAt, id: last.id }))
}

export type StatusCounts = Record<ProjectStatus, number>

// A shard per connection, so concurrent transactions rarely contend for a row.
const SHARDS = 32

const sums = PROJECT_STATUSES.map(
  (status) => `coalesce(sum(${status.toLowerCase()}), 0)::int as "${status}"`,
).join(', ')

/** Projects per status. Sums at most {@link SHARDS} rows. */
export async function countByStatus(sql: Sql, orgId: string): Promise<StatusCounts> {
  const text = `select ${sums} from project_status_counts where organization_id = $1`
  return one(await sql.query<StatusCounts>(text, [orgId]), 'a sum')
}

/** Counts a new project. */
export async function countNew(tx: Tx, orgId: string): Promise<void> {
  await count(tx, orgId, { PENDING: 1 })
}

async function count(tx: Tx, orgId: string, changes: Partial<StatusCounts>): Promise<void> {
  const columns = Object.keys(changes).map((status) => status.toLowerCase())
  const amounts = Object.values(changes)
  const set = columns.map((column) => `${column} = shard.${column} + excluded.${column}`)
  await tx.query(
    `insert into project_status_counts as shard (organization_id, shard, ${columns.join(', ')})
     values ($1, pg_backend_pid() % ${SHARDS}, ${amounts.join(', ')})
     on conflict (organization_id, shard) do update set ${set.join(', ')}`,
    [orgId],
  )
}

/**
 * Releases a locked project's discount on a move to CANCELLED, and redeems it again on a move out of it, whatever its
 * dates.
 *
 * @throws {OperationError} `conflict` (`discount_exhausted`) if other projects have used it up.
 */
async function countDiscountMove(
  tx: Tx,
  { organizationId, discountId, status: from }: Project,
  to: ProjectStatus,
): Promise<void> {
  if (!discountId) return
  if (to === 'CANCELLED') await release(tx, organizationId, discountId)
  else if (from === 'CANCELLED') await redeem(tx, organizationId, discountId)
}
