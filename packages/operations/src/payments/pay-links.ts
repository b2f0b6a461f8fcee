import type { Sql } from '@mediajobs/db'
import {
  changeTime,
  customers,
  invoices as invoicesTable,
  isAway,
  logos,
  organizations,
  paymentAccounts,
  payments as paymentsTable,
  payLinks as table,
} from '@mediajobs/db/schema'
import { hashSecret, type Language, MAX_SHOWN_PAYMENTS, randomToken } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, desc, eq, inArray, not, sql as raw } from 'drizzle-orm'
import { type Invoice, invoiceOf, invoices } from '../invoices/invoices.ts'
import { refuseMove } from '../invoices/moves.ts'
import { shownLogo } from '../logos.ts'
import type { CdnUrl } from '../previews.ts'
import { notFound } from '../shared/errors.ts'
import type { PaymentRow } from './payments.ts'

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
    .onConflictDoUpdate({ target: [table.organizationId, table.invoiceId], set: link })
  return { url: `${new URL(deliveryBaseUrl).origin}/pay/${token}` }
}

/** Ends the link of an invoice. Idempotent. @throws {OperationError} `not_found`. */
export async function deletePayLink(tx: Tx, orgId: string, invoiceId: string): Promise<void> {
  await invoices.lock(tx, orgId, invoiceId)
  await tx.orm
    .delete(table)
    .where(and(eq(table.organizationId, orgId), eq(table.invoiceId, invoiceId)))
}

/** SQL condition: the link of `token`, of an organization served by this cell. */
function hasToken(token: string) {
  return and(
    eq(table.tokenHash, hashSecret(token)),
    not(raw.raw(isAway('pay_links.organization_id'))),
  )
}

/** The invoice of a pay link. @throws {OperationError} `not_found` for an unknown or ended one. */
export async function findPayLink({ orm }: Sql, token: string) {
  const { organizationId, invoiceId } = table
  const [link] = await orm.select({ organizationId, invoiceId }).from(table).where(hasToken(token))
  if (!link) throw notFound().naming(token)
  return link
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

/** The organization's columns visible to payers. */
const organizationColumns = {
  name: organizations.name,
  logoUrl: organizations.logoUrl,
  colour: organizations.colour,
  timeZone: organizations.timeZone,
  locale: organizations.locale,
  contactEmail: organizations.contactEmail,
  contactPhone: organizations.contactPhone,
}

type ShownPayment = Pick<
  PaymentRow,
  'status' | 'paymentAmount' | 'tipAmount' | 'refundedAmount' | 'method' | 'succeededAt'
>

/** An invoice, as shown to its payer. */
export interface PayerView extends Pick<Invoice, (typeof SHOWN)[number]> {
  customerName: string
  customerCompany: string | null
  customerLanguage: Language | null
  organization: Pick<typeof organizations.$inferSelect, keyof typeof organizationColumns>
  /** Received and under way, newest first. */
  payments: ShownPayment[]
  /** Whether the organization takes card payments for it now. */
  cardPayments: boolean
}

/** The invoice of a pay link. Two statements. @throws {OperationError} `not_found` for an unknown or ended one. */
export async function getPayerView(
  sql: Sql,
  token: string,
  { cdnUrl }: Pick<PayLinkOptions, 'cdnUrl'>,
): Promise<PayerView> {
  const { organizationId } = table
  const [found] = await sql.orm
    .select({
      invoice: invoicesTable,
      organization: organizationColumns,
      logoKey: logos.key,
      customerName: customers.name,
      customerCompany: customers.company,
      customerLanguage: customers.language,
      hasAccount: raw<boolean>`exists (select from ${paymentAccounts}
        where ${paymentAccounts.organizationId} = ${organizationId}
          and ${paymentAccounts.state} = 'READY')`,
    })
    .from(table)
    .innerJoin(
      invoicesTable,
      and(eq(invoicesTable.organizationId, organizationId), eq(invoicesTable.id, table.invoiceId)),
    )
    .innerJoin(organizations, eq(organizations.id, organizationId))
    .innerJoin(
      customers,
      and(eq(customers.organizationId, organizationId), eq(customers.id, invoicesTable.customerId)),
    )
    .leftJoin(logos, eq(logos.organizationId, organizationId))
    .where(hasToken(token))
  if (!found) throw notFound().naming(token)
  const { invoice: row, organization, logoKey, hasAccount, ...customer } = found
  const invoice = invoiceOf(row)
  const isPayable = invoice.status === 'SENT' && invoice.balanceAmount > 0
  return {
    ...(Object.fromEntries(SHOWN.map((field) => [field, invoice[field]])) as Pick<
      Invoice,
      (typeof SHOWN)[number]
    >),
    ...customer,
    organization: { ...organization, logoUrl: shownLogo({ ...organization, logoKey }, cdnUrl) },
    payments: await shownPayments(sql, row.organizationId, row.id),
    cardPayments: isPayable && hasAccount,
  }
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
