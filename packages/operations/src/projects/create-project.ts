import { newId } from '@mediajobs/db'
import { projects } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { getTableColumns } from 'drizzle-orm'
import { takeDiscount } from './discount.ts'
import {
  checkPosition,
  normalised,
  type Project,
  type ProjectInput,
  projectWriteError,
} from './project.ts'
import { publishCreated } from './project-events.ts'
import { checkReferences } from './references.ts'
import { countNew } from './status-counts.ts'

// Naming every column makes every booking the same statement, which is prepared once.
const NOTHING_SET: Partial<Project> = Object.fromEntries(
  Object.entries(getTableColumns(projects))
    .filter(([, column]) => !column.notNull)
    .map(([field]) => [field, null]),
)

/**
 * Books a project. It is PENDING, whoever is assigned to it (contract, section 3).
 *
 * @throws {OperationError} `not_found` for an id that it refers to, `conflict` for an externalId that
 *   is taken, `invalid` for a discount that can't be taken or half a position.
 */
export async function createProject(
  tx: Tx,
  orgId: string,
  input: ProjectInput & Pick<Project, 'scheduledTime'>,
): Promise<Project> {
  checkPosition({ lat: input.lat ?? null, lng: input.lng ?? null })
  await checkReferences(tx, orgId, input)
  const discount = await takeDiscount(tx, orgId, input)
  const [[project]] = await Promise.all([
    tx.orm
      .insert(projects)
      .values({
        ...NOTHING_SET,
        ...normalised(input),
        ...discount,
        organizationId: orgId,
        id: newId(),
      })
      .returning()
      .catch((error) => {
        throw projectWriteError(error)
      }),
    countNew(tx, orgId),
  ])
  if (!project) throw new Error('the insert of a project answered no row')
  await publishCreated(tx, project)
  return project
}
