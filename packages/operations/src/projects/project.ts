import { fieldsOfForeignKeys, selectList, violatedConstraint } from '@mediajobs/db'
import { projects } from '@mediajobs/db/schema'
import { type PROJECT_FIELDS, toUtc } from '@mediajobs/domain'
import type { ChangesOf, Is, RecordOf } from '@mediajobs/domain/fields'
import type { Tx } from '@mediajobs/outbox'
import { and, eq } from 'drizzle-orm'
import { conflict, notFound } from '../shared/errors.ts'

type Row = typeof projects.$inferSelect

/** The columns are those of the field table: if one differs, this does not compile. */
export type Project = Is<Row, Is<RecordOf<typeof PROJECT_FIELDS>, Row>>

/** What an integrator may set of a project. `null` clears a field. A field that is left out stays. */
export type ProjectInput = ChangesOf<typeof PROJECT_FIELDS>

/** SQL condition: the row is the project `id` of `orgId`. */
export function isProject(orgId: string, id: string) {
  return and(eq(projects.organizationId, orgId), eq(projects.id, id))
}

const LOCK_PROJECT = `
  select ${selectList(projects)} from projects where organization_id = $1 and id = $2 for update`

/**
 * Reads a project and locks it until the commit. Statements that are sent after this call run with the lock,
 * even when its result has not arrived yet. @throws `not_found`.
 */
export async function lockProject(tx: Tx, orgId: string, id: string): Promise<Project> {
  const [project] = await tx.query<Project>(LOCK_PROJECT, [orgId, id])
  if (!project) throw notFound()
  return project
}

/** The input with its times in UTC, as they are stored. */
export function normalised<Input extends ProjectInput>(input: Input): Input {
  return input.scheduledTime === undefined
    ? input
    : { ...input, scheduledTime: toUtc(input.scheduledTime) }
}

/** The error of a failed write of a project, as the caller gets it. */
export function projectWriteError(error: unknown): unknown {
  const constraint = violatedConstraint(error)
  if (constraint === 'projects_external_id_unique') {
    return conflict('duplicate_external_id', 'Another project has this externalId already.').at(
      'externalId',
    )
  }
  // A foreign key: the record was deleted after `checkReferences` had found it.
  if (!constraint?.startsWith('projects_')) return error
  const field = FIELD_OF_CONSTRAINT.get(constraint)
  return field === undefined ? notFound() : notFound().at(field)
}

const FIELD_OF_CONSTRAINT = fieldsOfForeignKeys(projects)
