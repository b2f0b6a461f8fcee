import { fieldsOfForeignKeys, selectList, violatedConstraint } from '@mediajobs/db'
import { projects } from '@mediajobs/db/schema'
import { type PROJECT_FIELDS, toUtc } from '@mediajobs/domain'
import type { ChangesOf, Is, RecordOf } from '@mediajobs/domain/fields'
import type { Tx } from '@mediajobs/outbox'
import { and, eq } from 'drizzle-orm'
import { conflict, notFound } from '../shared/errors.ts'

type Row = typeof projects.$inferSelect

/** Doesn't compile unless columns and field table agree. */
export type Project = Is<Row, Is<RecordOf<typeof PROJECT_FIELDS>, Row>>

/** The writable fields of a project. `null` clears; omitted fields stay. */
export type ProjectInput = ChangesOf<typeof PROJECT_FIELDS>

/** SQL condition: the project `id` of `orgId`. */
export function isProject(orgId: string, id: string) {
  return and(eq(projects.organizationId, orgId), eq(projects.id, id))
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

/** Translates the error of a failed write of a project into a refusal, or returns it. */
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
