import { newId, one } from '@mediajobs/db'
import { customers } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { publishEvent } from '../publish-event.ts'
import { type Customer, type CustomerInput, customerWriteError } from './customer.ts'

/**
 * Creates a customer and publishes CUSTOMER_CREATED.
 *
 * @throws {OperationError} `conflict` when the email (without regard to case) or the externalId is
 *   another customer's.
 */
export async function createCustomer(
  tx: Tx,
  orgId: string,
  input: CustomerInput,
): Promise<Customer> {
  const customer = one(
    await tx.orm
      .insert(customers)
      .values({ ...input, organizationId: orgId, id: newId() })
      .returning()
      .catch((error) => {
        throw customerWriteError(error)
      }),
    'the insert of a customer',
  )
  await publishEvent(tx, orgId, 'CUSTOMER_CREATED', {
    occurredAt: customer.createdAt,
    customerId: customer.id,
    customer,
  })
  return customer
}
