import type { Sql } from '@mediajobs/db'
import { getProject } from '../projects/project.ts'
import { getVisit } from '../projects/visits.ts'
import { missingAt } from '../shared/errors.ts'
import { feeOf, readTerms } from './terms.ts'

/** The fees for changing a project's plan now, in the currency's minor unit. */
export interface ChangeFees {
  currency: string | null
  rescheduleFeeAmount: number
  cancelFeeAmount: number
}

/**
 * The current fees for changing a project's plan, if not waived.
 *
 * @param visitId the appointment to move; null for the project's own
 * @throws {OperationError} `not_found`.
 */
export async function getChangeFees(
  sql: Sql,
  orgId: string,
  projectId: string,
  visitId: string | null,
): Promise<ChangeFees> {
  const project = await getProject(sql, orgId, projectId)
  const moved =
    visitId === null
      ? project
      : await getVisit(sql, orgId, { projectId: project.id, visitId }).catch(missingAt('visitId'))
  const terms = await readTerms(sql, project)
  return {
    currency: terms.currency,
    rescheduleFeeAmount: feeOf(terms, project, 'RESCHEDULE', moved.scheduledTime).feeAmount,
    cancelFeeAmount: feeOf(terms, project, 'CANCEL', project.scheduledTime).feeAmount,
  }
}
