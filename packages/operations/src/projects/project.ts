import {
  fieldsOfForeignKeys,
  type Placeholders,
  preparedQuery,
  type Sql,
  selectList,
  violatedConstraint,
} from '@mediajobs/db'
import { projects } from '@mediajobs/db/schema'
import {
  MAX_BOOKING_ANSWERS_BYTES,
  MAX_PROJECT_BYTES,
  PROJECT_FIELDS,
  toUtc,
} from '@mediajobs/domain'
import { type ChangesOf, countedFields, type Is, type RecordOf } from '@mediajobs/domain/fields'
import type { Tx } from '@mediajobs/outbox'
import { and, eq, type SQLWrapper } from 'drizzle-orm'
import { bytesAtMost, checkRecordBytes, jsonBytes, type RecordBound } from '../json-bytes.ts'
import { conflict, invalid, notFound } from '../shared/errors.ts'

type Row = typeof projects.$inferSelect

/** Doesn't compile unless columns and field table agree. */
export type Project = Is<Row, Is<RecordOf<typeof PROJECT_FIELDS>, Row>>

/** A project's writable fields. `null` clears; omitted fields stay. */
export type ProjectInput = ChangesOf<typeof PROJECT_FIELDS>

/** SQL condition: the project `id` of `orgId`. */
export function isProject(orgId: string | SQLWrapper, id: string | SQLWrapper) {
  return and(eq(projects.organizationId, orgId), eq(projects.id, id))
}

const findProject = preparedQuery((orm, value: Placeholders<'orgId' | 'id'>) =>
  orm
    .select()
    .from(projects)
    .where(isProject(value('orgId'), value('id'))),
)

/** @throws {OperationError} `not_found`. */
export async function getProject(sql: Sql, orgId: string, id: string): Promise<Project> {
  const [project] = await findProject(sql, { orgId, id })
  if (!project) throw notFound()
  return project
}

const LOCK_PROJECT = `
  select ${selectList(projects)} from projects where organization_id = $1 and id = $2 for update`

/**
 * Reads a project and locks it until the commit. Statements pipelined behind it run under the lock. @throws `not_found`.
 */
export async function lockProject(tx: Tx, orgId: string, id: string): Promise<Project> {
  const [project] = await tx.query<Project>(LOCK_PROJECT, [orgId, id])
  if (!project) throw notFound()
  return project
}

/** The input with times in UTC, as stored. */
export function normalised<Input extends ProjectInput>(input: Input): Input {
  return input.scheduledTime === undefined
    ? input
    : { ...input, scheduledTime: toUtc(input.scheduledTime) }
}

/** Translates the error of a failed project write into a refusal, or returns it. */
export function projectWriteError(error: unknown): unknown {
  const constraint = violatedConstraint(error)
  if (constraint === 'projects_external_id_unique') {
    return conflict('duplicate_external_id', 'Another project already has this externalId.').at(
      'externalId',
    )
  }
  // A foreign key: the record was deleted after `checkReferences`.
  if (!constraint?.startsWith('projects_')) return error
  const field = FIELD_OF_CONSTRAINT.get(constraint)
  return field === undefined ? notFound() : notFound().at(field)
}

const FIELD_OF_CONSTRAINT = fieldsOfForeignKeys(projects)

const BOUND: RecordBound<Project> = {
  name: 'project',
  maxBytes: MAX_PROJECT_BYTES,
  texts: countedFields(PROJECT_FIELDS),
  // Includes the code of a discount given by id: 100 characters of up to six bytes.
  otherBytes: 1_536,
}

/**
 * Checks the size of a project and of its booking answers (docs/contract.md#c10-project-size).
 *
 * @throws {OperationError} `invalid` at the field.
 */
export function checkProjectBytes(after: ProjectInput): void {
  checkBookingAnswerBytes(after.bookingAnswers)
  checkRecordBytes(BOUND, after)
}

function checkBookingAnswerBytes(answers: ProjectInput['bookingAnswers']): void {
  if (!answers || bytesAtMost(answers) <= MAX_BOOKING_ANSWERS_BYTES) return
  const bytes = jsonBytes(answers)
  if (bytes <= MAX_BOOKING_ANSWERS_BYTES) return
  throw invalid(
    'bookingAnswers',
    'too_large',
    `is too large: as JSON it may have ${MAX_BOOKING_ANSWERS_BYTES} bytes, but has ${bytes}`,
  )
}

interface Found {
  customer: boolean
  members: number
  package: boolean
  addOns: number
}

const MEMBER_FIELDS = ['projectManagerId', 'technicianId', 'editorId'] as const

const LOOK_UP = `
  select
    $2::uuid is null or exists (
      select from customers where organization_id = $1 and id = $2
    ) as customer,
    (
      select count(*) from memberships
      where organization_id = $1 and user_id = any ($3::uuid[]) and active
    ) as members,
    $4::uuid is null or exists (
      select from packages where organization_id = $1 and id = $4 and archived_at is null
    ) as package,
    (
      select count(*) from add_ons
      where organization_id = $1 and id = any ($5::uuid[]) and archived_at is null
    ) as "addOns"`

/**
 * Checks a project's new references: an existing customer, active members, and an unarchived package and add-ons. Skips
 * add-ons that the project already has.
 *
 * @throws {OperationError} `not_found`.
 */
export async function checkReferences(
  sql: Sql,
  orgId: string,
  input: ProjectInput,
  before?: Pick<Project, 'selectedAddOnIds'>,
): Promise<void> {
  const { customerId, packageId } = input
  const members = new Set(MEMBER_FIELDS.flatMap((field) => input[field] ?? []))
  const kept = before?.selectedAddOnIds ?? []
  const addOns = new Set(input.selectedAddOnIds?.filter((id) => !kept.includes(id)))
  if (!customerId && !packageId && members.size === 0 && addOns.size === 0) return
  const [found] = await sql.query<Found>(LOOK_UP, [
    orgId,
    customerId ?? null,
    [...members],
    packageId ?? null,
    [...addOns],
  ])
  const missing = [
    ...(found?.customer ? [] : ['customerId']),
    ...(found?.package ? [] : ['packageId']),
    ...(found?.members === members.size ? [] : await missingMembers(sql, orgId, input)),
    ...(found?.addOns === addOns.size ? [] : ['selectedAddOnIds']),
  ]
  if (missing.length > 0) throw notFound().at(...missing)
}

const ACTIVE = `
  select user_id as id from memberships
  where organization_id = $1 and user_id = any ($2::uuid[]) and active`

/** The fields whose user isn't an active member. */
async function missingMembers(sql: Sql, orgId: string, input: ProjectInput): Promise<string[]> {
  const named = MEMBER_FIELDS.flatMap((field) => input[field] ?? [])
  const rows = await sql.query<{ id: string }>(ACTIVE, [orgId, named])
  const active = new Set(rows.map(({ id }) => id))
  const missing = MEMBER_FIELDS.filter((field) => input[field] && !active.has(input[field]))
  // A member may have become active since the first check; the request is refused anyway.
  return missing.length > 0 ? missing : MEMBER_FIELDS.filter((field) => input[field])
}
