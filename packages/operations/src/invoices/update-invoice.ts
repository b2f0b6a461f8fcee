import { one } from '@mediajobs/db'
import { changeTime, invoices } from '@mediajobs/db/schema'
import type { DiscountTerms } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { discounted } from '../pricing/price.ts'
import { checkNewCurrency } from '../shared/currencies.ts'
import { conflict, invalid, notFound } from '../shared/errors.ts'
import { changedFields, expectRecord, type IsExpected } from '../shared/record.ts'
import {
  type Invoice,
  type InvoiceInput,
  invoiceWriteError,
  isInvoice,
  lockInvoice,
  wholeLines,
} from './invoice.ts'
import { checkInvoiceBytes } from './invoice-bytes.ts'

/**
 * Changes a draft and its sums. Its discount is computed again from the new lines.
 *
 * @throws {OperationError} `invalid` for another currency while amounts are in the present currency;
 *   `precondition_failed`; `conflict` (`invoice_not_draft`); or as in `createInvoice`.
 */
export async function updateInvoice(
  tx: Tx,
  orgId: string,
  id: string,
  { lineItems, ...input }: Partial<InvoiceInput>,
  isExpected?: IsExpected<Invoice>,
): Promise<Invoice> {
  const before = await lockInvoice(tx, orgId, id)
  if (input.currency !== undefined) checkCurrency(before, input.currency, lineItems)
  const lines = lineItems && wholeLines(lineItems)
  const wanted = {
    ...input,
    ...(lines && { lineItems: lines, ...discounted(lines, ruleOf(before)) }),
  }
  checkInvoiceBytes({ ...before, ...wanted }, before)
  await checkReferences(tx, orgId, input)
  expectRecord(before, isExpected)
  if (before.status !== 'DRAFT') {
    throw conflict(
      'invoice_not_draft',
      `The invoice is ${before.status}: only a draft can be changed.`,
    )
  }
  if (changedFields(before, wanted).length === 0) return before
  const invoice = one(
    await tx.orm
      .update(invoices)
      .set({ ...wanted, updatedAt: changeTime })
      .where(isInvoice(orgId, id))
      .returning()
      .catch((error) => {
        throw invoiceWriteError(error)
      }),
    'the update of a locked invoice',
  )
  return invoice
}

const REFERENCES = `
  select ($2::uuid is null or exists (select from customers where organization_id = $1 and id = $2))
    and ($3::uuid is null or exists (select from projects where organization_id = $1 and id = $3)) as "exist"`

/**
 * The write would find them too, but a 404 comes before a 412 and a 409: docs/contract.md#c1-order
 *
 * @throws {OperationError} `not_found`.
 */
async function checkReferences(
  tx: Tx,
  orgId: string,
  { customerId, projectId }: Partial<InvoiceInput>,
): Promise<void> {
  if (customerId == null && projectId == null) return
  const values = [orgId, customerId ?? null, projectId ?? null]
  const [found] = await tx.query<{ exist: boolean }>(REFERENCES, values)
  if (!found?.exist) throw notFound()
}

// A draft of an earlier version of the service has only the amount of its discount.
function ruleOf({ discountRule, discountAmount }: Invoice): DiscountTerms | null {
  if (discountRule || discountAmount === 0) return discountRule
  return { percentBasisPoints: null, discountAmount }
}

/** Refuses a new currency while an amount stays: the same number in another currency is another amount. */
function checkCurrency(before: Invoice, currency: string, lineItems: unknown): void {
  if (currency === before.currency) return
  checkNewCurrency(before, { currency })
  if (!lineItems) {
    throw invalid(`currency can't change while the lines are in ${before.currency}: send lineItems`)
  }
  if ((ruleOf(before)?.discountAmount ?? null) !== null) {
    throw invalid(`currency can't change: the discount takes off an amount in ${before.currency}`)
  }
}
