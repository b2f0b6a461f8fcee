import { one, type Sql, type SqlValue, selectList, violatedConstraint } from '@mediajobs/db'
import {
  billedProjects,
  changeTime,
  invoiceNumbers,
  type LineItem,
  invoices as table,
} from '@mediajobs/db/schema'
import {
  type EventName,
  type InvoiceStatus,
  invoiceNumber,
  mayBecome,
  movesOf,
  type PaymentState,
  type ProblemCodeOf,
  standingOf,
  toUtc,
} from '@mediajobs/domain'
import { publishEvent, type Tx } from '@mediajobs/outbox'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { bytesInTurn, withheldIfLarge } from '../json-bytes.ts'
import { mailInvoice } from '../mails.ts'
import { conflict, notFound, type OperationError } from '../shared/errors.ts'
import { type Page, type PageRequest, pageOfLarge, positionOf } from '../shared/paging.ts'
import { expectRecord, type IsExpected, record } from '../shared/record.ts'

export type InvoiceRow = typeof table.$inferSelect

/** An invoice as shown: with its payment state, without the disputed amount and `isFee`. */
export interface Invoice extends Omit<InvoiceRow, 'disputedAmount' | 'isFee'> {
  balanceAmount: number
  paymentState: PaymentState
}

/** A line as sent. Untaxed without `taxBasisPoints`. */
export type LineItemInput = Omit<LineItem, 'taxBasisPoints'> & { taxBasisPoints?: number | null }

/** A draft's writable fields; `null` clears. */
export interface InvoiceInput {
  customerId: string
  /** ISO 4217. */
  currency: string
  lineItems: readonly LineItemInput[]
  projectId?: string | null
  /** A calendar day, `2026-05-31`. */
  dueDate?: string | null
  notes?: string | null
}

export interface InvoiceFilters {
  /** Any of these. */
  status?: readonly InvoiceStatus[]
  customerId?: string
  /** Includes statements that bill it. */
  projectId?: string
  /** Changed at this time or later. */
  updatedSince?: string
}

export const invoices = record(table, {
  // The referenced record was deleted after the check.
  refusal: (error) => {
    switch (violatedConstraint(error)) {
      case 'invoices_customer':
        return notFound().at('customerId')
      case 'invoices_project':
        return notFound().at('projectId')
      case 'invoices_organization_id_organizations_id_fk':
        return notFound()
      default:
        return error
    }
  },
})

export function invoiceOf({ disputedAmount, isFee, ...row }: InvoiceRow): Invoice {
  return { ...row, ...standingOf({ ...row, disputedAmount }) }
}

/** @throws {OperationError} `not_found`. */
export async function getInvoice(sql: Sql, orgId: string, id: string): Promise<Invoice> {
  return invoiceOf(await invoices.get(sql, orgId, id))
}

// Raw SQL: the builder can't withhold large values. The day is text, because the driver would make it a Date in a time
// zone.
const SMALL_COLUMNS = `${selectList(table, ['dueDate', 'lineItems'])},
  to_char(due_date, 'YYYY-MM-DD') as "dueDate"`
const COLUMNS = `${SMALL_COLUMNS}, ${withheldIfLarge('line_items')} as "lineItems"`
const WHOLE = `
  select ${SMALL_COLUMNS}, line_items as "lineItems"
  from invoices where organization_id = $1 and id = any ($2)`
const BYTES = bytesInTurn(
  'line_items',
  'from invoices where organization_id = $1 and id',
  '$2::uuid[]',
)

/**
 * The organization's invoices, newest first. With one filter, pages cost the same at any size and depth; the cost of
 * `updatedSince` grows with its matches.
 *
 * @throws {OperationError} `invalid` for a cursor of another list.
 */
export async function listInvoices(
  sql: Sql,
  orgId: string,
  { limit, cursor, ...filters }: InvoiceFilters & PageRequest,
): Promise<Page<Invoice>> {
  const list = { list: 'invoices', ...filters }
  const after = positionOf(cursor, list)
  const values: SqlValue[] = [orgId]
  const placeholder = (value: SqlValue) => `$${values.push(value)}`
  const conditions = ['organization_id = $1']
  if (filters.customerId) conditions.push(`customer_id = ${placeholder(filters.customerId)}`)
  if (filters.updatedSince) {
    conditions.push(`updated_at >= ${placeholder(toUtc(filters.updatedSince))}`)
  }
  if (after) {
    const position = `${placeholder(after.value)}::timestamptz, ${placeholder(after.id)}::uuid`
    conditions.push(`(created_at, id) < (${position})`)
  }
  const size = placeholder(limit + 1)
  const select = `select ${COLUMNS} from invoices where ${conditions.join(' and ')}`
  const ofProject = filters.projectId ? `and project_id = ${placeholder(filters.projectId)}` : ''
  const sources = [{ condition: ofProject, sort: 'created_at' }]
  // Most projects have none: their list walks one index.
  const statements = filters.projectId ? await statementsOf(sql, orgId, filters.projectId) : []
  if (statements.length > 0) {
    // As in `sortedBy`: scanning all invoices for them could take long.
    const sort = `(created_at + interval '0')`
    sources.push({ condition: `and id = any (${placeholder(statements)})`, sort })
  }
  // A query per status, whose index is ordered within a status.
  const queries = sources.flatMap(({ condition, sort }) => {
    const order = `order by ${sort} desc, id desc limit ${size}`
    const statuses = [...new Set(filters.status)].map(
      (status) => `${select} ${condition} and status = ${placeholder(status)} ${order}`,
    )
    return statuses.length > 0 ? statuses : [`${select} ${condition} ${order}`]
  })
  const text =
    queries.length > 1
      ? `select * from ((${queries.join(') union all (')})) as pages
         order by "createdAt" desc, id desc limit ${size}`
      : (queries[0] ?? '')
  // Planned for the given time: a few changed invoices are found by `updated_at`, many by walking the list.
  const rows = await (filters.updatedSince
    ? sql.queryOnce<InvoiceRow>(text, values)
    : sql.query<InvoiceRow>(text, values))
  const position = (last: InvoiceRow) => ({ value: last.createdAt, id: last.id })
  const page = await pageOfLarge(rows, limit, list, position, ['lineItems', 'notes'], {
    field: 'lineItems',
    key: 'id',
    measure: (ids) => sql.queryOnce(BYTES, [orgId, ids]),
    read: (ids) => sql.queryOnce(WHOLE, [orgId, ids]),
  })
  return { ...page, data: page.data.map(invoiceOf) }
}

/** The statements with a project, including void ones. */
async function statementsOf({ orm }: Sql, orgId: string, projectId: string): Promise<string[]> {
  const rows = await orm
    .select({ id: billedProjects.invoiceId })
    .from(billedProjects)
    .where(and(eq(billedProjects.organizationId, orgId), eq(billedProjects.projectId, projectId)))
  return rows.map(({ id }) => id)
}

export function publishInvoice(
  tx: Tx,
  name: EventName & `INVOICE_${string}`,
  row: InvoiceRow,
): void {
  publishEvent(tx, row.organizationId, name, {
    occurredAt: row.updatedAt,
    invoiceId: row.id,
    invoice: invoiceOf(row),
  })
}

type Move = 'SENT' | 'VOIDED'

const CODE_OF: Record<InvoiceStatus, ProblemCodeOf<409>> = {
  DRAFT: 'invoice_is_draft',
  SENT: 'invoice_is_sent',
  PAID: 'invoice_is_paid',
  VOIDED: 'invoice_is_voided',
}

/**
 * Sends a draft: assigns the organization's next number and publishes INVOICE_SENT.
 *
 * @throws {OperationError} as in {@link moveInvoice}.
 */
export async function sendInvoice(
  tx: Tx,
  orgId: string,
  id: string,
  isExpected?: IsExpected<Invoice>,
): Promise<Invoice> {
  const changes = async () => ({
    number: invoiceNumber(await nextNumber(tx, orgId)),
    sentAt: changeTime,
  })
  const invoice = await moveInvoice(tx, orgId, id, 'SENT', changes, isExpected)
  await mailInvoice(tx, invoice)
  return invoice
}

/**
 * Moves an invoice and publishes INVOICE_SENT or INVOICE_VOIDED.
 *
 * @param changes columns to set besides the status; called after the checks
 * @throws {OperationError} `not_found`, `precondition_failed`, or `conflict` (`invoice_is_…`) for an invalid move, such
 *   as to the current status.
 */
export async function moveInvoice(
  tx: Tx,
  orgId: string,
  id: string,
  to: Move,
  changes: (
    before: InvoiceRow,
  ) => Promise<{ [Field in keyof InvoiceRow]?: InvoiceRow[Field] | SQL }>,
  isExpected?: IsExpected<Invoice>,
): Promise<Invoice> {
  const before = await invoices.lock(tx, orgId, id)
  expectRecord(invoiceOf(before), isExpected)
  if (!mayBecome(before.status, to)) throw refuseMove(before.status, to)
  const moved = { ...(await changes(before)), status: to, updatedAt: changeTime }
  const invoice = await invoices.set(tx, orgId, id, moved)
  publishInvoice(tx, `INVOICE_${to}`, invoice)
  return invoiceOf(invoice)
}

/** Gapless: the counter is locked until the commit, and a rollback releases the number. */
async function nextNumber(tx: Tx, orgId: string): Promise<number> {
  const { lastNumber, organizationId } = invoiceNumbers
  const row = one(
    await tx.orm
      .insert(invoiceNumbers)
      .values({ organizationId: orgId, lastNumber: 1 })
      .onConflictDoUpdate({ target: organizationId, set: { lastNumber: sql`${lastNumber} + 1` } })
      .returning({ lastNumber }),
    'the count of invoice numbers',
  )
  return row.lastNumber
}

/** The error for an invalid move. */
export function refuseMove(from: InvoiceStatus, to: InvoiceStatus): OperationError {
  const moves = movesOf(from)
  const next =
    moves.length > 0 ? `It can only become ${moves.join(' or ')}.` : 'This status is final.'
  return conflict(CODE_OF[from], `The invoice is ${from} and can't become ${to}. ${next}`)
}
