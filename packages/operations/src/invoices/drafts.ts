import type { Sql } from '@mediajobs/db'
import { invoices as invoicesTable, type LineItem, projects } from '@mediajobs/db/schema'
import { type DiscountTerms, MAX_INVOICE_BYTES, type Totals } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, eq, ne } from 'drizzle-orm'
import { getDiscount } from '../catalogue.ts'
import { chosenOffers, discounted, priceOf } from '../pricing.ts'
import { isProject, type Project } from '../projects/project.ts'
import { checkRecordBytes, type RecordBound } from '../record-bytes.ts'
import { checkNewCurrency } from '../shared/currencies.ts'
import { conflict, invalid, notFound } from '../shared/errors.ts'
import { expectRecord, type IsExpected } from '../shared/record.ts'
import {
  type Invoice,
  type InvoiceInput,
  invoices,
  type LineItemInput,
  publishInvoice,
} from './invoices.ts'

/** A draft with its totals. */
type PricedInvoice = Omit<InvoiceInput, 'lineItems'> &
  Totals & { lineItems: LineItem[]; discountRule: DiscountTerms | null }

// The INVOICE_* events contain the whole record.
const BOUND: RecordBound<Invoice> = {
  name: 'invoice',
  maxBytes: MAX_INVOICE_BYTES,
  texts: ['lineItems', 'notes'],
  // A payment adds a method and a reference: together 300 characters of at most six bytes.
  otherBytes: 2_560,
}

/**
 * Drafts an invoice without a discount, and publishes INVOICE_CREATED.
 *
 * @throws {OperationError} `not_found` for an unknown customer or project, `invalid` when the sum of the
 *   lines or the record is too large.
 */
export async function createInvoice(tx: Tx, orgId: string, input: InvoiceInput): Promise<Invoice> {
  const lineItems = wholeLines(input.lineItems)
  return insertDraft(tx, orgId, { ...input, ...discounted(lineItems, null), lineItems })
}

/**
 * Drafts the invoice of a project from its package, add-ons and discount, at current prices, and publishes
 * INVOICE_CREATED. A CANCELLED project has lost its discount, so its invoice has none.
 *
 * @throws {OperationError} `not_found`; `invalid` when the project has no customer or nothing that
 *   has a price, or when its currencies differ; `conflict` (`project_has_invoice`) while it has an
 *   invoice that is not void.
 */
export async function draftProjectInvoice(tx: Tx, orgId: string, id: string): Promise<Invoice> {
  const project = await lockAgainstDrafts(tx, orgId, id)
  const { customerId } = project
  if (!customerId)
    throw invalid('customerId', 'required', 'of the project is null: an invoice needs a customer')
  const discount = await heldDiscount(tx, project)
  const price = priceOf(await chosenOffers(tx, orgId, project), discount)
  await refuseSecondInvoice(tx, project)
  return insertDraft(tx, orgId, { ...price, customerId, projectId: id })
}

/**
 * Changes a draft and its totals. Its discount is computed again from the new lines.
 *
 * @throws {OperationError} `invalid` for another currency while amounts are in the present currency;
 *   `precondition_failed`; `conflict` (`invoice_not_draft`); or as in {@link createInvoice}.
 */
export async function updateInvoice(
  tx: Tx,
  orgId: string,
  id: string,
  { lineItems, ...input }: Partial<InvoiceInput>,
  isExpected?: IsExpected<Invoice>,
): Promise<Invoice> {
  const before = await invoices.lock(tx, orgId, id)
  if (input.currency !== undefined) checkCurrency(before, input.currency, lineItems)
  const lines = lineItems && wholeLines(lineItems)
  const wanted = {
    ...input,
    ...(lines && { lineItems: lines, ...discounted(lines, before.discountRule) }),
  }
  checkRecordBytes(BOUND, { ...before, ...wanted })
  await checkReferences(tx, orgId, input)
  expectRecord(before, isExpected)
  if (before.status !== 'DRAFT') {
    throw conflict(
      'invoice_not_draft',
      `The invoice is ${before.status}: only a draft can be changed.`,
    )
  }
  return invoices.change(tx, before, wanted)
}

async function insertDraft(tx: Tx, orgId: string, priced: PricedInvoice): Promise<Invoice> {
  const { lineItems, notes = null } = priced
  checkRecordBytes(BOUND, { lineItems, notes })
  const invoice = await invoices.insert(tx, orgId, priced)
  publishInvoice(tx, 'INVOICE_CREATED', invoice)
  return invoice
}

/** The lines as they are stored: each has every field. */
function wholeLines(lineItems: readonly LineItemInput[]): LineItem[] {
  return lineItems.map(({ description, quantity, unitAmount, taxBasisPoints = null }) => ({
    description,
    quantity,
    unitAmount,
    taxBasisPoints,
  }))
}

/**
 * Reads a project and locks it against other drafts and changes. Not FOR UPDATE: a transaction that deletes
 * the customer takes a share lock on the customer's projects, and the insert of the invoice waits for that
 * customer. With FOR UPDATE the two would deadlock.
 */
async function lockAgainstDrafts(tx: Tx, orgId: string, id: string): Promise<Project> {
  const [project] = await tx.orm
    .select()
    .from(projects)
    .where(isProject(orgId, id))
    .for('no key update')
  if (!project) throw notFound()
  return project
}

async function heldDiscount(sql: Sql, { organizationId, discountId, status }: Project) {
  if (!discountId || status === 'CANCELLED') return null
  return getDiscount(sql, organizationId, discountId)
}

async function refuseSecondInvoice(tx: Tx, { organizationId, id }: Project): Promise<void> {
  const [invoice] = await tx.orm
    .select({ id: invoicesTable.id })
    .from(invoicesTable)
    .where(
      and(
        eq(invoicesTable.organizationId, organizationId),
        eq(invoicesTable.projectId, id),
        ne(invoicesTable.status, 'VOIDED'),
      ),
    )
    .limit(1)
  if (!invoice) return
  throw conflict(
    'project_has_invoice',
    `The project has the invoice ${invoice.id}. Void it first to draft another one.`,
  )
}

// SQL text: one statement for both.
const REFERENCES = `
  select $2::uuid is null or exists (select from customers where organization_id = $1 and id = $2) as "customerId",
    $3::uuid is null or exists (select from projects where organization_id = $1 and id = $3) as "projectId"`

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
  const [found = {}] = await tx.query<Record<string, boolean>>(REFERENCES, values)
  const missing = Object.keys(found).filter((field) => !found[field])
  if (missing.length > 0) throw notFound().at(...missing)
}

/** Refuses a new currency while an amount stays: the same number in another currency is another amount. */
function checkCurrency(before: Invoice, currency: string, lineItems: unknown): void {
  if (currency === before.currency) return
  checkNewCurrency(before, { currency })
  if (!lineItems) {
    throw invalid(
      'currency',
      'not_allowed',
      `can't change while the lines are in ${before.currency}: send lineItems`,
    )
  }
  if ((before.discountRule?.discountAmount ?? null) !== null) {
    throw invalid(
      'currency',
      'not_allowed',
      `can't change: the discount takes off an amount in ${before.currency}`,
    )
  }
}
