import type { Sql } from '@mediajobs/db'
import { customers } from '@mediajobs/db/schema'
import { and, eq } from 'drizzle-orm'
import { notFound } from '../errors.ts'
import type { Customer } from './customer.ts'

/** @throws {OperationError} `not_found`. */
export async function getCustomer(sql: Sql, orgId: string, id: string): Promise<Customer> {
  const [customer] = await sql.orm
    .select()
    .from(customers)
    .where(and(eq(customers.organizationId, orgId), eq(customers.id, id)))
  if (!customer) throw notFound()
  return customer
}
