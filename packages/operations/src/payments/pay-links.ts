import { columnsOf, type Sql } from '@mediajobs/db'
import {
  changeTime,
  customers,
  invoices as invoicesTable,
  isAway,
  logos,
  organizations,
  payments as paymentsTable,
  projects,
  payLinks as table,
} from '@mediajobs/db/schema'
import {
  ADDRESS_FIELDS,
  type AddressField,
  hashSecret,
  type Language,
  MAX_SHOWN_PAYMENTS,
  randomToken,
} from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, desc, eq, inArray, ne, not, sql as raw } from 'drizzle-orm'
import { invoiceOfDelivery } from '../client-deliveries/lock.ts'
import {
  type Invoice,
  type InvoiceRow,
  invoiceOf,
  invoices,
  refuseMove,
} from '../invoices/invoices.ts'
import type { CdnUrl } from '../previews.ts'
import { notFound } from '../shared/errors.ts'
import { picked } from '../shared/record.ts'
import {
  type ShownOrganization,
  shownColumns,
  takesCards,
  withLogo,
} from '../shown-organization.ts'
import { invoiceOfOrder, type OrderInvoice } from './order-invoice.ts'
import { newestFailed, type PaymentRow } from './payments.ts'

export interface PayLinkOptions {
  /** Pay links are at its origin. */
  readonly deliveryBaseUrl: string
  readonly cdnUrl: CdnUrl
}

/**
 * Creates the link to a sent invoice's pay page, and ends the previous one.
 *
 * @throws {OperationError} `not_found`, or `conflict` (`invoice_is_…`) unless SENT.
 */
export async function createPayLink(
  tx: Tx,
  orgId: string,
  invoiceId: string,
  { deliveryBaseUrl }: Pick<PayLinkOptions, 'deliveryBaseUrl'>,
): Promise<{ url: string }> {
  const { status } = await invoices.lock(tx, orgId, invoiceId)
  if (status !== 'SENT') throw refuseMove(status, 'PAID')
  const token = randomToken(tx.cell)
  const link = { tokenHash: hashSecret(token), createdAt: changeTime }
  await tx.orm
    .insert(table)
    .values({ organizationId: orgId, invoiceId, ...link })
    .onConflictDoUpdate({
      target: [table.organizationId, table.invoiceId],
      targetWhere: raw`not is_mailed`,
      set: link,
    })
  return { url: `${new URL(deliveryBaseUrl).origin}/pay/${token}` }
}

/** Ends all links of an invoice, including mailed ones. Idempotent. @throws {OperationError} `not_found`. */
export async function deletePayLink(tx: Tx, orgId: string, invoiceId: string): Promise<void> {
  await invoices.lock(tx, orgId, invoiceId)
  await tx.orm
    .delete(table)
    .where(and(eq(table.organizationId, orgId), eq(table.invoiceId, invoiceId)))
}

/** SQL condition: the link with this token, of an organization served by this cell. */
function hasToken(token: string) {
  return and(
    eq(table.tokenHash, hashSecret(token)),
    not(raw.raw(isAway('pay_links.organization_id'))),
  )
}

/** What a payer's token opens. */
export interface FoundPayLink {
  organizationId: string
  invoiceId: string
  /** The project, if the token is a delivery's. */
  projectId?: string | null
  /** The order, if the token is an order's. */
  order?: OrderInvoice['order']
}

/**
 * The invoice that a token pays: a pay link's, that of a delivery waiting for payment, or an order's.
 *
 * @throws {OperationError} `not_found` for an unknown or ended one.
 */
export async function findPayLink(sql: Sql, token: string): Promise<FoundPayLink> {
  const { organizationId, invoiceId } = table
  const links = sql.orm.select({ organizationId, invoiceId }).from(table)
  const [link] = await links.where(hasToken(token))
  const found = link ?? (await invoiceOfDelivery(sql, token)) ?? (await invoiceOfOrder(sql, token))
  if (!found) throw notFound().naming(token)
  return found
}

const SHOWN = [
  'number',
  'status',
  'currency',
  'lineItems',
  'subtotalAmount',
  'discountAmount',
  'taxAmount',
  'totalAmount',
  'paidAmount',
  'refundedAmount',
  'balanceAmount',
  'paymentState',
  'dueDate',
  'notes',
  'sentAt',
  'paidAt',
  'voidedAt',
] as const satisfies readonly (keyof Invoice)[]

type ShownPayment = Pick<
  PaymentRow,
  'status' | 'paymentAmount' | 'tipAmount' | 'refundedAmount' | 'method' | 'succeededAt'
>

/** The address of an invoice's project. Null without a project. */
type ProjectAddress = Readonly<Record<AddressField, string | null>>

/** An invoice, as shown to its payer. */
export interface PayerView extends Pick<Invoice, (typeof SHOWN)[number]>, ProjectAddress {
  isFee: boolean
  customerName: string
  customerCompany: string | null
  customerLanguage: Language | null
  organization: ShownOrganization
  /** Received and pending, newest first. */
  payments: ShownPayment[]
  /** Whether the organization takes card payments for it now. */
  cardPayments: boolean
  /** The newest payment was declined, or returned by its bank. */
  paymentFailed: boolean
  /** The delivery whose token this is. Null for a pay link. */
  deliveryUrl: string | null
  /** The delivery's invoice paid before this one. Null for a pay link. */
  previousInvoice: PreviousInvoice | null
}

/** A delivery's newest other invoice that is paid and not refunded. */
type PreviousInvoice = Pick<Invoice, 'number' | 'totalAmount' | 'currency' | 'paidAt'>

/**
 * The payer's view of the invoice with this token.
 *
 * @throws {OperationError} `not_found` if its invoice was erased meanwhile.
 */
export async function getPayerView(
  sql: Sql,
  token: string,
  link: FoundPayLink,
  { cdnUrl, deliveryBaseUrl }: PayLinkOptions,
): Promise<PayerView> {
  // First: a payment that arrives in between must not be shown next to the balance it paid.
  const payments = await shownPayments(sql, link.organizationId, link.invoiceId)
  const { organizationId } = invoicesTable
  const [found] = await sql.orm
    .select({
      invoice: invoicesTable,
      organization: shownColumns,
      logoKey: logos.key,
      ...columnsOf(projects, ADDRESS_FIELDS),
      customerName: customers.name,
      customerCompany: customers.company,
      customerLanguage: customers.language,
      hasAccount: takesCards(organizationId),
    })
    .from(invoicesTable)
    .innerJoin(organizations, eq(organizations.id, organizationId))
    .innerJoin(
      customers,
      and(eq(customers.organizationId, organizationId), eq(customers.id, invoicesTable.customerId)),
    )
    .leftJoin(
      projects,
      and(eq(projects.organizationId, organizationId), eq(projects.id, invoicesTable.projectId)),
    )
    .leftJoin(logos, eq(logos.organizationId, organizationId))
    .where(and(eq(organizationId, link.organizationId), eq(invoicesTable.id, link.invoiceId)))
  if (!found) throw notFound()
  const { invoice: row, organization, logoKey, hasAccount, ...shown } = found
  const invoice = invoiceOf(row)
  // A delivery's client must not see a statement's other jobs.
  if (link.projectId && invoice.projectIds.length > 0) {
    Object.assign(invoice, { lineItems: [], notes: null })
  }
  const isPayable = invoice.status === 'SENT' && invoice.balanceAmount > 0
  return {
    ...picked(invoice, SHOWN),
    isFee: row.isFee,
    ...shown,
    ...(link.order && isWhoOrdered(row, link.order) && clientOf(link.order)),
    organization: withLogo(organization, logoKey, cdnUrl),
    payments,
    cardPayments: isPayable && hasAccount,
    paymentFailed: isPayable && (await isNewestFailed(sql, link)),
    deliveryUrl: link.projectId ? `${deliveryBaseUrl}/${token}` : null,
    previousInvoice: await previousInvoice(sql, link),
  }
}

/** Whether the person who ordered pays: not if a signed-in customer's group is billed, as the order page says. */
function isWhoOrdered(
  { id, customerId }: Pick<InvoiceRow, 'id' | 'customerId'>,
  order: OrderInvoice['order'],
): boolean {
  return id !== order.invoiceId || customerId === order.customerId
}

/** As typed: a guest may have used another customer's email, whose details stay private. */
function clientOf({ customerName, language }: OrderInvoice['order']) {
  return { customerName: customerName ?? '', customerCompany: null, customerLanguage: language }
}

async function previousInvoice(
  { orm }: Sql,
  { organizationId, invoiceId, projectId }: FoundPayLink,
): Promise<PreviousInvoice | null> {
  if (!projectId) return null
  const { number, totalAmount, currency, paidAt } = invoicesTable
  const [paid] = await orm
    .select({ number, totalAmount, currency, paidAt })
    .from(invoicesTable)
    .where(
      and(
        eq(invoicesTable.organizationId, organizationId),
        eq(invoicesTable.projectId, projectId),
        eq(invoicesTable.status, 'PAID'),
        eq(invoicesTable.refundedAmount, 0),
        ne(invoicesTable.id, invoiceId),
      ),
    )
    .orderBy(desc(paidAt))
    .limit(1)
  return paid ?? null
}

async function isNewestFailed(
  { orm }: Sql,
  { organizationId, invoiceId }: FoundPayLink,
): Promise<boolean> {
  const [found] = await orm
    .select({ isFailed: newestFailed })
    .from(paymentsTable)
    .where(
      and(eq(paymentsTable.organizationId, organizationId), eq(paymentsTable.invoiceId, invoiceId)),
    )
  return found?.isFailed ?? false
}

function shownPayments({ orm }: Sql, orgId: string, invoiceId: string): Promise<ShownPayment[]> {
  const { status, paymentAmount, tipAmount, refundedAmount, method, succeededAt } = paymentsTable
  return orm
    .select({ status, paymentAmount, tipAmount, refundedAmount, method, succeededAt })
    .from(paymentsTable)
    .where(
      and(
        eq(paymentsTable.organizationId, orgId),
        eq(paymentsTable.invoiceId, invoiceId),
        inArray(status, ['PROCESSING', 'SUCCEEDED']),
      ),
    )
    .orderBy(desc(paymentsTable.createdAt), desc(paymentsTable.id))
    .limit(MAX_SHOWN_PAYMENTS)
}
