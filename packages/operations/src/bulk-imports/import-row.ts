import type { BulkImportKind } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import type { CustomerInput } from '../customers.ts'
import { createCustomer, updateCustomer } from '../customers.ts'
import { createProject } from '../projects/create-project.ts'
import type { Project, ProjectInput } from '../projects/project.ts'
import { updateProject } from '../projects/update-project.ts'
import { invalid } from '../shared/errors.ts'
import type { ImportedIds } from './bulk-import.ts'

type CustomerRow = CustomerInput & ImportedIds
type ProjectRow = ProjectInput & Pick<Project, 'scheduledTime'> & ImportedIds

const FIND = {
  CUSTOMERS: `
    select id, external_id as "externalId" from customers
    where organization_id = $1 and external_id = any ($2)`,
  PROJECTS: `
    select id, external_id as "externalId" from projects
    where organization_id = $1 and external_id = any ($2)`,
} as const

/** The ids of the existing records, by externalId. */
export async function findRecords(
  tx: Tx,
  orgId: string,
  kind: BulkImportKind,
  externalIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx.query<{ id: string; externalId: string }>(FIND[kind], [orgId, externalIds])
  return new Map(rows.map(({ id, externalId }) => [externalId, id]))
}

/**
 * Writes one row: creates the record with its externalId, or changes the fields that the row gives. It
 * changes nothing when the record exists and is equal.
 *
 * @param data satisfies the schema of its kind.
 * @param recordId the record with the row's externalId; undefined when none exists.
 * @returns the record's id.
 * @throws {OperationError} as the single create or update does.
 */
export async function importRow(
  tx: Tx,
  orgId: string,
  kind: BulkImportKind,
  data: unknown,
  recordId: string | undefined,
): Promise<string> {
  const { id } =
    kind === 'CUSTOMERS'
      ? await writeCustomer(tx, orgId, recordId, data as CustomerRow)
      : await writeProject(tx, orgId, recordId, data as ProjectRow)
  return id
}

function writeCustomer(tx: Tx, orgId: string, id: string | undefined, input: CustomerRow) {
  return id ? updateCustomer(tx, orgId, id, input) : createCustomer(tx, orgId, input)
}

async function writeProject(
  tx: Tx,
  orgId: string,
  id: string | undefined,
  { customerExternalId, ...row }: ProjectRow,
) {
  const input = { ...row }
  if (customerExternalId != null) {
    if (row.customerId != null) {
      throw invalid(
        'customerExternalId',
        'not_allowed',
        'must not be given together with customerId',
      )
    }
    const found = await findRecords(tx, orgId, 'CUSTOMERS', [customerExternalId])
    const customerId = found.get(customerExternalId)
    if (!customerId)
      throw invalid('customerExternalId', 'unknown_reference', "is no customer's externalId")
    input.customerId = customerId
  }
  return id ? updateProject(tx, orgId, id, input) : createProject(tx, orgId, input)
}
