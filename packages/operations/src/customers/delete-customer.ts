import { violatedConstraint } from '@mediajobs/db'
import { customers } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { conflict, notFound } from '../shared/errors.ts'
import { expectRecord, type IsExpected } from '../shared/record.ts'
import { type Customer, isCustomer, lockCustomer } from './customer.ts'

/**
 * @throws {OperationError} `not_found`, `precondition_failed`, or `conflict` while a project or an invoice
 *   refers to the customer.
 */
export async function deleteCustomer(
  tx: Tx,
  orgId: string,
  id: string,
  isExpected?: IsExpected<Customer>,
): Promise<void> {
  if (isExpected) expectRecord(await lockCustomer(tx, orgId, id), isExpected)
  const deleted = await tx.orm
    .delete(customers)
    .where(isCustomer(orgId, id))
    .returning({ id: customers.id })
    .catch((error) => {
      if (violatedConstraint(error)) {
        throw conflict('customer_in_use', 'Projects or invoices refer to this customer.')
      }
      throw error
    })
  if (deleted.length === 0) throw notFound()
}
