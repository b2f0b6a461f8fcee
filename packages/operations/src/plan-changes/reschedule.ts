import { one, type Sql } from '@mediajobs/db'
import { changeTime, projectReschedules, projects } from '@mediajobs/db/schema'
import { MAX_CLIENT_MOVES_OF_DAY, type ProjectStatus, toUtc } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, desc, eq, lt, sql as raw } from 'drizzle-orm'
import { mailReschedule } from '../mails.ts'
import { getProject, isProject, lockProject, type Project } from '../projects/project.ts'
import { publishAssigned, publishProject } from '../projects/project-events.ts'
import { changeVisit, getVisit, mirrorFirst, type VisitRow, visitsOf } from '../projects/visits.ts'
import type { Actor } from '../shared/actor.ts'
import { conflict, missingAt, tooMany } from '../shared/errors.ts'
import { type Page, type PageRequest, pageOf, positionOf } from '../shared/paging.ts'
import { expectRecord, type IsExpected } from '../shared/record.ts'
import { billFee, expectClientMay, expectFee, type Fee, feeOf, readTerms } from './terms.ts'

export interface RescheduleInput {
  scheduledTime: string
  /** Defaults to the appointment in the project's own fields. */
  visitId?: string | null
  /** Mail the customer. */
  notifyCustomer?: boolean
  waiveFee?: boolean
  reason?: string | null
  /** Refuses any other fee. */
  expectedFeeAmount?: number
}

/** A rescheduled project, with the fee. */
export interface RescheduledProject extends Project, Fee {
  feeInvoiceId: string | null
}

/**
 * Moves an appointment to another time, bills the fee, and publishes PROJECT_RESCHEDULED. A no-op for the same time.
 *
 * @throws {OperationError} `not_found`, `precondition_failed`; `conflict` (`fee_changed`), or as in
 *   {@link findAppointment}.
 */
export async function rescheduleProject(
  tx: Tx,
  actor: Actor,
  id: string,
  { scheduledTime, visitId, ...input }: RescheduleInput,
  isExpected?: IsExpected<Project>,
): Promise<RescheduledProject> {
  const project = await lockProject(tx, actor.organizationId, id)
  const visit = await findAppointment(tx, project, visitId ?? null)
  expectRecord(project, isExpected)
  return moveAppointment(tx, actor, project, { ...input, visit, scheduledTime })
}

// Later statuses are past the shoot.
const BEFORE_UPLOAD: readonly ProjectStatus[] = ['PENDING', 'BOOKED', 'SHOOTING']

/**
 * The visit of a locked project that can be moved; null for the appointment of a project without visits.
 *
 * @param visitId null for the first one
 * @throws {OperationError} `not_found`; `conflict` (`project_cancelled`, `visit_not_planned`).
 */
export async function findAppointment(
  tx: Tx,
  project: Project,
  visitId: string | null,
): Promise<VisitRow | null> {
  const { organizationId, id: projectId, status } = project
  const visit =
    visitId === null
      ? (await visitsOf(tx, project)).find(({ isMirrored }) => isMirrored)
      : await getVisit(tx, organizationId, { projectId, visitId }).catch(missingAt('visitId'))
  if (status === 'CANCELLED') throw projectCancelled()
  const isPlanned = visit ? visit.status === 'PLANNED' : BEFORE_UPLOAD.includes(status)
  if (isPlanned) return visit ?? null
  throw conflict('visit_not_planned', 'The appointment has taken place or was canceled.')
}

function projectCancelled() {
  return conflict('project_cancelled', 'The project is CANCELLED: its appointments are off.')
}

interface Move extends Omit<RescheduleInput, 'visitId'> {
  visit: VisitRow | null
  /** Picks the technician, once the change is known to be possible. Defaults to the current one. */
  findTechnician?: () => Promise<string | null>
  /** Runs in the transaction, unless it's a no-op. */
  whenMoved?: (rescheduleId: string) => Promise<void>
}

/**
 * Moves an appointment of a locked project.
 *
 * @param actor null for the client
 * @throws {OperationError} `conflict` (`fee_changed`; for the client `change_too_late`); for the client `too_many`
 *   (`rate_limited`).
 */
export async function moveAppointment(
  tx: Tx,
  actor: Actor | null,
  before: Project,
  move: Move,
): Promise<RescheduledProject> {
  const { organizationId, id: projectId } = before
  const { visit, waiveFee = false, reason = null } = move
  const scheduledTime = toUtc(move.scheduledTime)
  const { scheduledTime: previousTime, technicianId: hadTechnician } = visit ?? before
  if (scheduledTime === previousTime) {
    return { ...before, feeAmount: 0, currency: null, feeInvoiceId: null }
  }
  const terms = await readTerms(tx, before)
  if (actor === null) {
    expectClientMay(terms, before, previousTime)
    await expectFewMoves(tx, before)
  }
  const full = feeOf(terms, before, 'RESCHEDULE', previousTime)
  expectFee(full, move.expectedFeeAmount)
  const fee = { ...full, feeAmount: waiveFee ? 0 : full.feeAmount }
  const technicianId = move.findTechnician ? await move.findTechnician() : hadTechnician
  const project = await moveTo(tx, before, visit, { scheduledTime, technicianId })
  publishAssigned(tx, before, project)
  publishProject(tx, 'PROJECT_RESCHEDULED', project, {
    visitId: visit?.id ?? null,
    previousTime,
    scheduledTime,
    byCustomer: actor === null,
    ...fee,
    reason,
  })
  const invoice = await billFee(tx, project, 'RESCHEDULE', fee)
  const inserted = await tx.orm
    .insert(projectReschedules)
    .values({
      organizationId,
      projectId,
      // By the database's clock under the project's lock, so ids sort in the order of the moves.
      id: raw`uuid_v7()`,
      visitId: visit?.id ?? null,
      previousTime,
      scheduledTime,
      byCustomer: actor === null,
      reason,
      ...fee,
      isFeeWaived: waiveFee,
      feeInvoiceId: invoice?.id ?? null,
      changedByUserId: actor?.userId ?? null,
      changedByApiKeyId: actor?.apiKeyId ?? null,
      changedAt: changeTime,
    })
    .returning({ id: projectReschedules.id })
  const { id: rescheduleId } = one(inserted, 'the insert of a move')
  if (move.notifyCustomer) await mailReschedule(tx, project, rescheduleId)
  await move.whenMoved?.(rescheduleId)
  return { ...project, ...fee, feeInvoiceId: invoice?.id ?? null }
}

/** Each move sends mail: one order must not use up the organization's daily limit. */
async function expectFewMoves({ orm }: Tx, { organizationId, id }: Project): Promise<void> {
  const { changedAt } = projectReschedules
  const moves = await orm
    .select({
      count: raw<number>`count(*)::int`,
      waitSeconds: raw<number>`extract(epoch from
        min(${changedAt}) + interval '1 day' - clock_timestamp())::float8`,
    })
    .from(projectReschedules)
    .where(
      and(
        eq(projectReschedules.organizationId, organizationId),
        eq(projectReschedules.projectId, id),
        eq(projectReschedules.byCustomer, true),
        raw`${changedAt} > clock_timestamp() - interval '1 day'`,
      ),
    )
  const { count, waitSeconds } = one(moves, 'the count of moves')
  if (count < MAX_CLIENT_MOVES_OF_DAY) return
  throw tooMany(
    'rate_limited',
    `The appointment was moved ${MAX_CLIENT_MOVES_OF_DAY} times in 24 hours: retry after Retry-After seconds.`,
    Math.max(1, Math.ceil(waitSeconds)),
  )
}

async function moveTo(
  tx: Tx,
  project: Project,
  visit: VisitRow | null,
  to: Pick<VisitRow, 'scheduledTime' | 'technicianId'>,
): Promise<Project> {
  const { organizationId, id, version } = project
  if (visit) {
    await changeVisit(tx, visit, to)
    const mirrored = await mirrorFirst(tx, project)
    if (mirrored.version > version) return mirrored
  }
  // Even for an additional visit: the project's ETag and `updatedAt` reflect the move.
  return one(
    await tx.orm
      .update(projects)
      .set({ ...(!visit && to), version: version + 1, updatedAt: changeTime })
      .where(isProject(organizationId, id))
      .returning(),
    'the update of a locked project',
  )
}

export type Reschedule = typeof projectReschedules.$inferSelect

/**
 * The moves of a project's appointments, newest first.
 *
 * @throws {OperationError} `not_found`, or `invalid` for a cursor of another list.
 */
export async function listReschedules(
  sql: Sql,
  orgId: string,
  projectId: string,
  { limit, cursor }: PageRequest,
): Promise<Page<Reschedule>> {
  const list = { list: 'reschedules', projectId }
  const after = positionOf(cursor, list)
  await getProject(sql, orgId, projectId)
  const rows = await sql.orm
    .select()
    .from(projectReschedules)
    .where(
      and(
        eq(projectReschedules.organizationId, orgId),
        eq(projectReschedules.projectId, projectId),
        after && lt(projectReschedules.id, after.id),
      ),
    )
    .orderBy(desc(projectReschedules.id))
    .limit(limit + 1)
  return pageOf(rows, limit, list, (last) => ({ value: last.changedAt, id: last.id }))
}
