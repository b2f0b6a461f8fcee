import { MAX_INVOICE_BYTES } from '@mediajobs/domain'
import { checkRecordBytes, type RecordBound } from '../record-bytes.ts'
import type { Invoice } from './invoice.ts'

const BOUND: RecordBound<Invoice> = {
  name: 'invoice',
  maxBytes: MAX_INVOICE_BYTES,
  texts: ['lineItems', 'notes'],
  // A payment adds a method and a reference: together 300 characters of at most six bytes.
  otherBytes: 2_560,
}

/**
 * Checks the size of an invoice. The INVOICE_* events contain the whole record.
 *
 * @param before the record before a change: see `checkRecordBytes`.
 * @throws {OperationError} `invalid`, with the name of the field.
 */
export function checkInvoiceBytes(
  after: Partial<Pick<Invoice, 'lineItems' | 'notes'>>,
  before?: Invoice,
): void {
  checkRecordBytes(BOUND, after, before)
}
