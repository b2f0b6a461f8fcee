import type { Sql } from '@mediajobs/db'
import { discounts } from '@mediajobs/db/schema'
import { notFound } from '../shared/errors.ts'
import { type Discount, isDiscount } from './discount.ts'

/** A discount, archived or not. @throws {OperationError} `not_found`. */
export async function getDiscount(sql: Sql, orgId: string, id: string): Promise<Discount> {
  const [discount] = await sql.orm.select().from(discounts).where(isDiscount(orgId, id))
  if (!discount) throw notFound()
  return discount
}
