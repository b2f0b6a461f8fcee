import { invoices as invoicesTable, type LineItem, projects } from '@mediajobs/db/schema'
import { type DiscountTerms, MAX_INVOICE_BYTES, type Totals } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and } from 'drizzle-orm'
import { lockGroup } from '../customer-groups/groups.ts'
import { checkRecordBytes, type RecordBound } from '../json-bytes.ts'
import { discounted } from '../pricing.ts'
import type { Project } from '../projects/project.ts'
import { checkNewCurrency } from '../shared/currencies.ts'
import { conflict, invalid, notFound } from '../shared/errors.ts'
import { expectRecord, type IsExpected, record } from '../shared/record.ts'
import {
  type Invoice,
  type InvoiceInput,
  type InvoiceRow,
  invoiceOf,
  invoices,
  type LineItemInput,
  publishInvoice,
} from './invoices.ts'
import { billingOf, billsProject, isInForce, priceProject } from './project-price.ts'

/** A draft with its totals. */
type PricedInvoice = Omit<InvoiceInput, 'lineItems'> &
  Totals & {
    lineItems: LineItem[]
    discountRule: DiscountTerms | null
    /** Only for statements. */
    projectIds?: string[]
    /** Bills a change of plan, not work. */
    isFee?: boolean
  }

interface AgreedLines {
  lineItems: LineItem[]
  discountRule: DiscountTerms | null
}

// INVOICE_* events contain the whole record.
const BOUND: RecordBound<InvoiceRow> = {
  name: 'invoice',
  maxBytes: MAX_INVOICE_BYTES,
  texts: ['lineItems', 'notes', 'projectIds'],
  // Includes a payment's method and reference, 300 characters of up to six bytes, and its amounts.
  otherBytes: 2_816,
}

/**
 * Drafts an invoice without a discount, and publishes INVOICE_CREATED.
 *
 * @throws {OperationError} `not_found` for an unknown customer or project, `invalid` if the total or the record is too
 *   large.
 */
export async function createInvoice(
  tx: Tx,
  orgId: string,
  input: InvoiceInput & Pick<PricedInvoice, 'isFee'>,
): Promise<Invoice> {
  const lineItems = wholeLines(input.lineItems)
  const price = discounted(lineItems, null)
  await checkReferences(tx, orgId, input)
  return insertDraft(tx, orgId, { ...input, ...price, lineItems })
}

/**
 * Drafts a project's invoice at its current price, and publishes INVOICE_CREATED. The customer's group decides who
 * pays, and when.
 *
 * @throws {OperationError} `not_found`; `invalid` for a project without a customer or a price, or with several currencies;
 *   `conflict` (`project_has_invoice`) while its work is billed by an invoice that is neither void nor fully refunded.
 */
export async function draftProjectInvoice(tx: Tx, orgId: string, id: string): Promise<Invoice> {
  const project = await lockAgainstDrafts(tx, orgId, id)
  const { customerId } = project
  if (!customerId)
    throw invalid('customerId', 'required', 'of the project is null: an invoice needs a customer')
  const group = await lockGroup(tx, orgId, customerId, project.createdAt)
  const price = await priceProject(tx, project, group)
  await refuseSecondInvoice(tx, project)
  const billing = await billingOf(tx, orgId, customerId, group)
  return insertDraft(tx, orgId, { ...price, ...billing, projectId: id })
}

/**
 * Drafts an invoice at an agreed price, and publishes INVOICE_CREATED.
 *
 * @throws {OperationError} as in {@link createInvoice}.
 */
export async function createAgreedInvoice(
  tx: Tx,
  orgId: string,
  { discountRule, ...input }: Omit<InvoiceInput, 'lineItems'> & AgreedLines,
): Promise<Invoice> {
  return insertDraft(tx, orgId, { ...input, ...discounted(input.lineItems, discountRule) })
}

/**
 * Changes a draft and recomputes its discount and totals.
 *
 * @throws {OperationError} `invalid` for a new currency while amounts stay; `precondition_failed`; `conflict`
 *   (`invoice_not_draft`); or as in {@link createInvoice}.
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
  if (input.projectId != null && before.projectIds.length > 0) {
    throw invalid('projectId', 'not_allowed', 'must be null: a statement has projectIds')
  }
  await checkReferences(tx, orgId, input)
  expectRecord(invoiceOf(before), isExpected)
  if (before.status !== 'DRAFT') {
    throw conflict(
      'invoice_not_draft',
      `The invoice is ${before.status}: only a draft can be changed.`,
    )
  }
  return invoiceOf(await invoices.change(tx, before, wanted))
}

export async function insertDraft(tx: Tx, orgId: string, priced: PricedInvoice): Promise<Invoice> {
  const { lineItems, notes = null, projectIds = [] } = priced
  checkRecordBytes(BOUND, { lineItems, notes, projectIds })
  const invoice = await invoices.insert(tx, orgId, priced)
  publishInvoice(tx, 'INVOICE_CREATED', invoice)
  return invoiceOf(invoice)
}

/** The lines as stored, with every field. */
function wholeLines(lineItems: readonly LineItemInput[]): LineItem[] {
  return lineItems.map(({ description, quantity, unitAmount, taxBasisPoints = null }) => ({
    description,
    quantity,
    unitAmount,
    taxBasisPoints,
  }))
}

/**
 * Locks a project against other drafts and changes. Not FOR UPDATE, which would deadlock with the customer's deletion:
 * that share-locks the customer's projects, while the invoice's insert waits for the customer.
 */
const lockAgainstDrafts = record(projects, { lock: 'no key update' }).lock

async function refuseSecondInvoice(tx: Tx, { organizationId, id }: Project): Promise<void> {
  const [invoice] = await tx.orm
    .select({ id: invoicesTable.id })
    .from(invoicesTable)
    .where(and(billsProject(organizationId, id), isInForce))
    .limit(1)
  if (!invoice) return
  throw conflict(
    'project_has_invoice',
    `The project already has the invoice ${invoice.id}. Void it to draft another.`,
  )
}

// Raw SQL: both lookups in one statement.
const REFERENCES = `
  select $2::uuid is null or exists (select from customers where organization_id = $1 and id = $2) as "customerId",
    $3::uuid is null or exists (select from projects where organization_id = $1 and id = $3) as "projectId"`

/**
 * Checks references before the write, which would refuse them too: a 404 precedes a 412 and a 409
 * (docs/contract.md#c1-order).
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

/** Refuses a new currency while amounts in the old one remain. */
function checkCurrency(before: InvoiceRow, currency: string, lineItems: unknown): void {
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
      `can't change: the discount is an amount in ${before.currency}`,
    )
  }
}
