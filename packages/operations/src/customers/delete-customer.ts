import { violatedConstraint } from '@mediajobs/db'
import { customers } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { and, eq } from 'drizzle-orm'
import { conflict, notFound } from '../errors.ts'

/** @throws {OperationError} `not_found`, or `conflict` while something refers to the customer. */
export async function deleteCustomer(tx: Tx, orgId: string, id: string): Promise<void> {
  const deleted = await tx.orm
    .delete(customers)
    .where(and(eq(customers.organizationId, orgId), eq(customers.id, id)))
    .returning({ id: customers.id })
    .catch((error) => {
      if (violatedConstraint(error)) {
        throw conflict('customer_in_use', 'Projects or invoices refer to this customer.')
      }
      throw error
    })
  if (deleted.length === 0) throw notFound()
}
