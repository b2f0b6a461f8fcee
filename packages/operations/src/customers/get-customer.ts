import type { Sql } from '@mediajobs/db'
import { customers } from '@mediajobs/db/schema'
import { notFound } from '../shared/errors.ts'
import { type Customer, isCustomer } from './customer.ts'

/** @throws {OperationError} `not_found`. */
export async function getCustomer(sql: Sql, orgId: string, id: string): Promise<Customer> {
  const [customer] = await sql.orm.select().from(customers).where(isCustomer(orgId, id))
  if (!customer) throw notFound()
  return customer
}
