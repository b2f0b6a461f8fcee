export const INVOICE_STATUSES = ['DRAFT', 'SENT', 'PAID', 'VOIDED'] as const

export type InvoiceStatus = (typeof INVOICE_STATUSES)[number]

// docs/contract.md#c5-invoices-moves
const MOVES: Record<InvoiceStatus, readonly InvoiceStatus[]> = {
  DRAFT: ['SENT', 'VOIDED'],
  SENT: ['PAID', 'VOIDED'],
  PAID: [],
  VOIDED: [],
}

/** Whether an invoice that is `from` may become `to`. */
export function mayBecome(from: InvoiceStatus, to: InvoiceStatus): boolean {
  return MOVES[from].includes(to)
}

/** The statuses to which an invoice can move. */
export function movesOf(from: InvoiceStatus): readonly InvoiceStatus[] {
  return MOVES[from]
}

/** The invoice number of an organization's `sequence`th invoice: six digits, more after the 999,999th. */
export function invoiceNumber(sequence: number): string {
  return `INV-${String(sequence).padStart(6, '0')}`
}
