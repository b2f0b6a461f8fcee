import { insertInto, newId } from '@mediajobs/db'
import { projects } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { minutesOfSelection } from '../pricing.ts'
import { takeDiscount } from './discount.ts'
import { normalised, type Project, type ProjectInput, projectWriteError } from './project.ts'
import { checkProjectBytes } from './project-bytes.ts'
import { publishCreated } from './project-events.ts'
import { checkReferences } from './references.ts'
import { countNew } from './status-counts.ts'

const insertProject = insertInto(projects)

/**
 * Books a project, PENDING with or without assignments (docs/contract.md#c3-new-pending). Its length defaults to that of
 * its package and add-ons (docs/contract.md#c4-duration).
 *
 * @throws {OperationError} `not_found` for an unknown id in `input`, `conflict` for a duplicate externalId, `invalid` for
 *   an unusable discount or a record that is too large.
 */
export async function createProject(
  tx: Tx,
  orgId: string,
  input: ProjectInput & Pick<Project, 'scheduledTime'>,
): Promise<Project> {
  // A 400 precedes a 404: docs/contract.md#c1-order
  checkProjectBytes(input)
  const discount = await takeDiscount(tx, orgId, input)
  const [estimatedDuration] = await Promise.all([
    input.estimatedDuration ?? minutesOfSelection(tx, orgId, input),
    checkReferences(tx, orgId, input),
  ])
  const record = {
    ...normalised(input),
    ...discount,
    estimatedDuration,
    organizationId: orgId,
    id: newId(),
  }
  const [project] = await Promise.all([
    insertProject(tx, record).catch((error) => {
      throw projectWriteError(error)
    }),
    countNew(tx, orgId),
  ])
  publishCreated(tx, project)
  return project
}
