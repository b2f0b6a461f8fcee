import type { Sql } from '@mediajobs/db'
import { invoices } from '@mediajobs/db/schema'
import { notFound } from '../shared/errors.ts'
import { type Invoice, isInvoice } from './invoice.ts'

/** @throws {OperationError} `not_found`. */
export async function getInvoice(sql: Sql, orgId: string, id: string): Promise<Invoice> {
  const [invoice] = await sql.orm.select().from(invoices).where(isInvoice(orgId, id))
  if (!invoice) throw notFound()
  return invoice
}
