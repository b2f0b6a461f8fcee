import { insertInto, newId } from '@mediajobs/db'
import { customers } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { publishEvent } from '../publish-event.ts'
import { type Customer, type CustomerInput, customerWriteError } from './customer.ts'

const insertCustomer = insertInto(customers)

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
  const record = { ...input, organizationId: orgId, id: newId() }
  const customer = await insertCustomer(tx, record).catch((error) => {
    throw customerWriteError(error)
  })
  publishEvent(tx, orgId, 'CUSTOMER_CREATED', {
    occurredAt: customer.createdAt,
    customerId: customer.id,
    customer,
  })
  return customer
}
