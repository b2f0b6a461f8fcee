import { one } from '@mediajobs/db'
import { changeTime, customers } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { publishEvent } from '../publish-event.ts'
import { changedFields, expectRecord, type IsExpected } from '../shared/record.ts'
import {
  type Customer,
  type CustomerInput,
  customerWriteError,
  isCustomer,
  lockCustomer,
} from './customer.ts'

/**
 * Changes a customer and publishes CUSTOMER_UPDATED. Equal input changes and publishes nothing.
 *
 * @throws {OperationError} `not_found`, `precondition_failed`, or `conflict` as in
 *   `createCustomer`.
 */
export async function updateCustomer(
  tx: Tx,
  orgId: string,
  id: string,
  input: Partial<CustomerInput>,
  isExpected?: IsExpected<Customer>,
): Promise<Customer> {
  const before = await lockCustomer(tx, orgId, id)
  expectRecord(before, isExpected)
  const changed = changedFields(before, input)
  if (changed.length === 0) return before
  const customer = one(
    await tx.orm
      .update(customers)
      .set({ ...input, updatedAt: changeTime })
      .where(isCustomer(orgId, id))
      .returning()
      .catch((error) => {
        throw customerWriteError(error)
      }),
    'the update of a locked customer',
  )
  publishEvent(tx, orgId, 'CUSTOMER_UPDATED', {
    occurredAt: customer.updatedAt,
    customerId: id,
    customer,
    changed,
  })
  return customer
}
