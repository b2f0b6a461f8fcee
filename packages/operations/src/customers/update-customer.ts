import { customers } from '@mediajobs/db/schema'
import { publishEvent, type Tx } from '@mediajobs/outbox'
import { and, eq, sql } from 'drizzle-orm'
import { changedFields } from '../changed-fields.ts'
import { notFound } from '../errors.ts'
import { type Customer, type CustomerInput, customerWriteError } from './customer.ts'

/**
 * Changes a customer and publishes CUSTOMER_UPDATED, unless nothing is different.
 *
 * @throws {OperationError} `not_found`, or `conflict` as in `createCustomer`.
 */
export async function updateCustomer(
  tx: Tx,
  orgId: string,
  id: string,
  input: Partial<CustomerInput>,
): Promise<Customer> {
  const isTheOne = and(eq(customers.organizationId, orgId), eq(customers.id, id))
  const [before] = await tx.orm.select().from(customers).where(isTheOne).for('update')
  if (!before) throw notFound()
  const changed = changedFields(before, input)
  if (changed.length === 0) return before
  const [customer] = await tx.orm
    .update(customers)
    .set({ ...input, updatedAt: sql`now()` })
    .where(isTheOne)
    .returning()
    .catch((error) => {
      throw customerWriteError(error)
    })
  if (!customer) throw new Error('the update of a locked customer answered no row')
  await publishEvent(tx, orgId, 'CUSTOMER_UPDATED', {
    occurredAt: customer.updatedAt,
    customerId: id,
    customer,
    changed,
  })
  return customer
}
