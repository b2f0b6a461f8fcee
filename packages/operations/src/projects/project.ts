import { selectList, violatedConstraint } from '@mediajobs/db'
import { projects } from '@mediajobs/db/schema'
import { toUtc } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, eq } from 'drizzle-orm'
import { conflict, notFound, preconditionFailed } from '../errors.ts'

export type Project = typeof projects.$inferSelect

type Unset = 'organizationId' | 'id' | 'status' | 'version' | `${string}At`

/** What an integrator may set of a project; `null` clears, a field left out stays. */
export type ProjectInput = Partial<Omit<Project, Unset>>

/** The versions of a project that a change may be made to; `*` is any. */
export type ExpectedVersions = readonly number[] | '*' | undefined

/** Where in a table the project `id` of `orgId` is. */
export function isProject(orgId: string, id: string) {
  return and(eq(projects.organizationId, orgId), eq(projects.id, id))
}

const LOCK_PROJECT = `
  select ${selectList(projects)} from projects where organization_id = $1 and id = $2 for update`

/**
 * Reads a project so that nobody else changes it before the commit. What is sent after the call, even
 * before it has answered, runs with the lock. @throws `not_found`.
 */
export async function lockProject(tx: Tx, orgId: string, id: string): Promise<Project> {
  const [project] = await tx.query<Project>(LOCK_PROJECT, [orgId, id])
  if (!project) throw notFound()
  return project
}

/** @throws {OperationError} `precondition_failed` when the project has moved on. */
export function expectVersion(project: Project, expected: ExpectedVersions): void {
  if (expected === undefined || expected === '*' || expected.includes(project.version)) return
  throw preconditionFailed(
    `The project is at version ${project.version} by now. Read it again and decide anew.`,
  )
}

/** Input with its times as they are stored. */
export function normalised<Input extends ProjectInput>(input: Input): Input {
  return input.scheduledTime === undefined
    ? input
    : { ...input, scheduledTime: toUtc(input.scheduledTime) }
}

/** What a failed write of a project means to whoever asked for it. */
export function projectWriteError(error: unknown): unknown {
  const constraint = violatedConstraint(error)
  if (constraint === 'projects_external_id_unique') {
    return conflict('duplicate_external_id', 'Another project has this externalId already.')
  }
  // A record that was there a moment ago, when it was looked up, and has gone since.
  return constraint?.startsWith('projects_') ? notFound() : error
}
