import {
  newId,
  one,
  type Placeholders,
  preparedQuery,
  type Sql,
  violatedConstraint,
} from '@mediajobs/db'
import { changeTime, projects, projectVisits as table } from '@mediajobs/db/schema'
import { MAX_VISITS, type ProjectStatus, toUtc, type VISIT_FIELDS } from '@mediajobs/domain'
import type { ChangesOf, InputOf, Is, RecordOf } from '@mediajobs/domain/fields'
import type { Tx } from '@mediajobs/outbox'
import { and, eq } from 'drizzle-orm'
import { conflict, notFound } from '../shared/errors.ts'
import type { Page, PageRequest } from '../shared/paging.ts'
import { changedFields, expectRecord, type IsExpected, record } from '../shared/record.ts'
import { checkReferences, getProject, isProject, lockProject, type Project } from './project.ts'
import { publishAssigned } from './project-events.ts'

/** A visit with the columns that only the service reads. */
export type VisitRow = typeof table.$inferSelect
type Shown = Pick<VisitRow, keyof typeof VISIT_FIELDS>
/** Doesn't compile unless columns and field table agree. */
export type Visit = Is<Shown, Is<RecordOf<typeof VISIT_FIELDS>, Shown>>

export type VisitInput = InputOf<typeof VISIT_FIELDS>
export type VisitChanges = ChangesOf<typeof VISIT_FIELDS>

const visits = record(table, {
  refusal: (error) =>
    violatedConstraint(error) === 'project_visits_technician'
      ? notFound().at('technicianId')
      : error,
})

/** A visit's path. */
export interface VisitPath {
  projectId: string
  visitId: string
}

/** @throws {OperationError} `not_found`. */
export async function getVisit(
  sql: Sql,
  orgId: string,
  { projectId, visitId }: VisitPath,
): Promise<VisitRow> {
  const visit = await visits.get(sql, orgId, visitId)
  if (visit.projectId !== projectId) throw notFound()
  return visit
}

/**
 * A project's visits, newest first.
 *
 * @throws {OperationError} `not_found`; `invalid` for a cursor of another list.
 */
export async function listProjectVisits(
  sql: Sql,
  orgId: string,
  projectId: string,
  request: PageRequest,
): Promise<Page<Visit>> {
  await getProject(sql, orgId, projectId)
  const list = { list: 'visits', projectId }
  return visits.page(sql, orgId, request, { list, where: eq(table.projectId, projectId) })
}

/**
 * Adds a visit to a project, and publishes PROJECT_ASSIGNED if it changes the project's technician. The first one also
 * turns the project's existing appointment into a visit.
 *
 * @throws {OperationError} `not_found`, also for an unknown technician; `conflict` (`too_many_visits`).
 */
export async function createVisit(
  tx: Tx,
  orgId: string,
  projectId: string,
  { scheduledTime, ...input }: VisitInput,
): Promise<Visit> {
  const project = await lockProject(tx, orgId, projectId)
  await checkTechnician(tx, orgId, input.technicianId)
  const others = await visitsOf(tx, project)
  const count = Math.max(others.length, 1)
  if (count >= MAX_VISITS) {
    throw conflict('too_many_visits', `A project has at most ${MAX_VISITS} visits.`)
  }
  if (others.length === 0) await insertOwn(tx, project)
  const { id } = await visits.insert(tx, orgId, {
    ...input,
    scheduledTime: toUtc(scheduledTime),
    projectId,
    createdAt: changeTime,
    updatedAt: changeTime,
  })
  publishAssigned(tx, project, await mirrorFirst(tx, project))
  return visits.get(tx, orgId, id)
}

/**
 * Changes a visit, and publishes PROJECT_ASSIGNED if that changes the project's technician.
 *
 * @throws {OperationError} `not_found`, also for an unknown technician; `precondition_failed`; `conflict`
 *   (`last_visit`) for canceling the last visit that isn't canceled.
 */
export async function updateVisit(
  tx: Tx,
  orgId: string,
  path: VisitPath,
  { scheduledTime, ...input }: VisitChanges,
  isExpected?: IsExpected<Visit>,
): Promise<Visit> {
  const project = await lockProject(tx, orgId, path.projectId)
  const before = await getVisit(tx, orgId, path)
  const wanted = {
    ...input,
    ...(scheduledTime !== undefined && { scheduledTime: toUtc(scheduledTime) }),
  }
  const changed = changedFields<VisitRow>(before, wanted)
  if (changed.includes('technicianId')) await checkTechnician(tx, orgId, input.technicianId)
  expectRecord(before, isExpected)
  if (changed.length === 0) return before
  if (changed.includes('status') && input.status === 'CANCELLED') await refuseLast(tx, before)
  await changeVisit(tx, before, wanted)
  publishAssigned(tx, project, await mirrorFirst(tx, project))
  return visits.get(tx, orgId, before.id)
}

/** Changes a visit of a locked project. The caller must then call {@link mirrorFirst}. */
export function changeVisit(
  tx: Tx,
  before: VisitRow,
  changes: Partial<VisitRow>,
): Promise<VisitRow> {
  return visits.change(tx, before, { ...changes, version: before.version + 1 })
}

async function checkTechnician(
  tx: Tx,
  orgId: string,
  technicianId: string | null | undefined,
): Promise<void> {
  if (technicianId != null) await checkReferences(tx, orgId, { technicianId })
}

async function refuseLast(tx: Tx, visit: VisitRow): Promise<void> {
  const others = (
    await visitsOf(tx, { organizationId: visit.organizationId, id: visit.projectId })
  ).filter(({ id, status }) => id !== visit.id && status !== 'CANCELLED')
  if (others.length > 0) return
  throw conflict(
    'last_visit',
    'A project needs one visit that is not canceled. Move it, or cancel the project.',
  )
}

/** All visits of a locked project, at most {@link MAX_VISITS}, earliest first. */
export function visitsOf(
  sql: Sql,
  { organizationId, id }: Pick<Project, 'organizationId' | 'id'>,
): Promise<VisitRow[]> {
  return readVisits(sql, { organizationId, id })
}

const readVisits = preparedQuery((orm, value: Placeholders<'organizationId' | 'id'>) =>
  orm
    .select()
    .from(table)
    .where(and(eq(table.organizationId, value('organizationId')), eq(table.projectId, value('id'))))
    .orderBy(table.scheduledTime, table.id),
)

const BEFORE_UPLOAD: readonly ProjectStatus[] = ['PENDING', 'BOOKED', 'SHOOTING', 'CANCELLED']

async function insertOwn(tx: Tx, project: Project): Promise<void> {
  await visits.insert(tx, project.organizationId, {
    id: newId(),
    projectId: project.id,
    kind: 'SHOOT',
    ...ownFields(project),
    status: BEFORE_UPLOAD.includes(project.status) ? 'PLANNED' : 'DONE',
    isMirrored: true,
    createdAt: changeTime,
    updatedAt: changeTime,
  })
}

function ownFields({ scheduledTime, estimatedDuration, technicianId }: Project) {
  return { scheduledTime, durationMinutes: estimatedDuration, technicianId }
}

/** The visit that a project's own fields mirror: the first PLANNED one, else the last DONE one. */
function firstOf(all: readonly VisitRow[]): VisitRow | undefined {
  return (
    all.find(({ status }) => status === 'PLANNED') ??
    all.findLast(({ status }) => status === 'DONE')
  )
}

/** Updates the mirrored fields of a locked project after a change to its visits. */
export async function mirrorFirst(tx: Tx, project: Project): Promise<Project> {
  const { organizationId, id } = project
  const all = await visitsOf(tx, project)
  const first = firstOf(all)
  if (!first) return project
  const mirrored = all.find(({ isMirrored }) => isMirrored)
  if (mirrored?.id !== first.id) {
    // Cleared first: at most one is mirrored.
    if (mirrored) await visits.set(tx, organizationId, mirrored.id, { isMirrored: false })
    await visits.set(tx, organizationId, first.id, { isMirrored: true })
  }
  const wanted = {
    scheduledTime: first.scheduledTime,
    estimatedDuration: first.durationMinutes,
    technicianId: first.technicianId,
  }
  if (changedFields(project, wanted).length === 0) return project
  return one(
    await tx.orm
      .update(projects)
      .set({ ...wanted, version: project.version + 1, updatedAt: changeTime })
      .where(isProject(organizationId, id))
      .returning(),
    'the update of a locked project',
  )
}

/**
 * Updates the mirrored visit after a change of the project's own fields.
 *
 * @returns the project: another visit may be the first one now
 */
export async function followProject(tx: Tx, before: Project, project: Project): Promise<Project> {
  const wanted = ownFields(project)
  if (changedFields(ownFields(before), wanted).length === 0) return project
  const mirrored = (await visitsOf(tx, project)).find(({ isMirrored }) => isMirrored)
  if (!mirrored) return project
  await changeVisit(tx, mirrored, wanted)
  return mirrorFirst(tx, project)
}

const VISITS = `
  select from project_visits
  where organization_id = $1 and project_id = $2 and technician_id = $3 and status <> 'CANCELLED'
  limit 1`

/** Whether someone is the technician of one of the project's visits. */
export async function isVisitor(
  sql: Sql,
  orgId: string,
  projectId: string,
  userId: string,
): Promise<boolean> {
  return (await sql.query(VISITS, [orgId, projectId, userId])).length > 0
}
