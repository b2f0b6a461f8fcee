import { violatedConstraint } from '@mediajobs/db'
import { customers } from '@mediajobs/db/schema'
import type { CUSTOMER_FIELDS } from '@mediajobs/domain'
import type { InputOf, Is, RecordOf } from '@mediajobs/domain/fields'
import type { Tx } from '@mediajobs/outbox'
import { and, eq } from 'drizzle-orm'
import { conflict, notFound } from '../shared/errors.ts'

type Row = typeof customers.$inferSelect

/** The columns are those of the field table: if one differs, this does not compile. */
export type Customer = Is<Row, Is<RecordOf<typeof CUSTOMER_FIELDS>, Row>>

/** What an integrator may set of a customer. */
export type CustomerInput = InputOf<typeof CUSTOMER_FIELDS>

/** SQL condition: the row is the customer `id` of `orgId`. */
export function isCustomer(orgId: string, id: string) {
  return and(eq(customers.organizationId, orgId), eq(customers.id, id))
}

/** Reads a customer and locks the row until the commit. @throws `not_found`. */
export async function lockCustomer(tx: Tx, orgId: string, id: string): Promise<Customer> {
  const [customer] = await tx.orm
    .select()
    .from(customers)
    .where(isCustomer(orgId, id))
    .for('update')
  if (!customer) throw notFound()
  return customer
}

export const DUPLICATE_EMAIL = 'Another customer has this email already.'

/** The error of a failed write of a customer, as the caller gets it. */
export function customerWriteError(error: unknown): unknown {
  switch (violatedConstraint(error)) {
    case 'customers_email_unique':
      return conflict('duplicate_email', DUPLICATE_EMAIL).at('email')
    case 'customers_external_id_unique':
      return conflict('duplicate_external_id', 'Another customer has this externalId already.').at(
        'externalId',
      )
    case 'customers_organization_id_organizations_id_fk':
      return notFound()
    default:
      return error
  }
}
