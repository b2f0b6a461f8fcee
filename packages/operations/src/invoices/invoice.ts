import { violatedConstraint } from '@mediajobs/db'
import { invoices, type LineItem } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { and, eq } from 'drizzle-orm'
import { notFound } from '../shared/errors.ts'

export type Invoice = typeof invoices.$inferSelect

/** A line as it is sent. Without `taxBasisPoints` it has no tax. */
export type LineItemInput = Omit<LineItem, 'taxBasisPoints'> & { taxBasisPoints?: number | null }

/** What an integrator may set of an invoice while it is a draft; `null` clears. */
export interface InvoiceInput {
  customerId: string
  /** ISO 4217. */
  currency: string
  lineItems: readonly LineItemInput[]
  projectId?: string | null
  /** A day of the calendar, `2026-05-31`. */
  dueDate?: string | null
  notes?: string | null
}

/** SQL condition: the row is the invoice `id` of `orgId`. */
export function isInvoice(orgId: string, id: string) {
  return and(eq(invoices.organizationId, orgId), eq(invoices.id, id))
}

/** Reads an invoice and locks it until the commit. @throws `not_found`. */
export async function lockInvoice(tx: Tx, orgId: string, id: string): Promise<Invoice> {
  const [invoice] = await tx.orm
    .select()
    .from(invoices)
    .where(isInvoice(orgId, id))
    .for('no key update')
  if (!invoice) throw notFound()
  return invoice
}

/** The lines as they are stored: each has every field. */
export function wholeLines(lineItems: readonly LineItemInput[]): LineItem[] {
  return lineItems.map(({ description, quantity, unitAmount, taxBasisPoints = null }) => ({
    description,
    quantity,
    unitAmount,
    taxBasisPoints,
  }))
}

/** The error of a failed write of an invoice, as the caller gets it. */
export function invoiceWriteError(error: unknown): unknown {
  return violatedConstraint(error)?.startsWith('invoices_') ? notFound() : error
}
