import { one } from '@mediajobs/db'
import { projects } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { sql } from 'drizzle-orm'
import { changedFields } from '../changed-fields.ts'
import { expectRecord, type IsExpected } from '../expected-record.ts'
import { exchangeDiscount } from './discount.ts'
import {
  isProject,
  lockProject,
  normalised,
  type Project,
  type ProjectInput,
  projectWriteError,
} from './project.ts'
import { checkProjectBytes } from './project-bytes.ts'
import { publishAssigned } from './project-events.ts'
import { checkReferences } from './references.ts'

/**
 * Changes a project and its assignments. Publishes PROJECT_ASSIGNED for a new technician or editor. Equal
 * input changes nothing, and the version stays.
 *
 * @throws {OperationError} `not_found`, `precondition_failed`, or as in `createProject`.
 */
export async function updateProject(
  tx: Tx,
  orgId: string,
  id: string,
  input: ProjectInput,
  isExpected?: IsExpected<Project>,
): Promise<Project> {
  const before = await lockProject(tx, orgId, id)
  const discount = await exchangeDiscount(tx, before, input)
  const wanted = { ...normalised(input), ...discount }
  const changed = changedFields(before, wanted)
  const changes = Object.fromEntries(
    changed.map((field) => [field, wanted[field as keyof ProjectInput]]),
  )
  checkProjectBytes({ ...before, ...changes }, before)
  await checkReferences(tx, orgId, changes, before)
  expectRecord(before, isExpected)
  if (changed.length === 0) return before
  const project = one(
    await tx.orm
      .update(projects)
      .set({ ...changes, version: before.version + 1, updatedAt: sql`clock_timestamp()` })
      .where(isProject(orgId, id))
      .returning()
      .catch((error) => {
        throw projectWriteError(error)
      }),
    'the update of a locked project',
  )
  publishAssigned(tx, before, project)
  return project
}
