import type { Sql } from '@mediajobs/db'
import {
  customers,
  invoices as invoicesTable,
  logos,
  orderForms,
  organizations,
  projects,
  orders as table,
} from '@mediajobs/db/schema'
import { and, eq, ne, sql as raw } from 'drizzle-orm'
import { hasOrderToken, owedByOrder } from '../payments/order-invoice.ts'
import type { PayLinkOptions } from '../payments/pay-links.ts'
import { feeOf, mayChange, readTerms } from '../plan-changes/terms.ts'
import { discounted } from '../pricing.ts'
import { getProject } from '../projects/project.ts'
import { notFound } from '../shared/errors.ts'
import { picked } from '../shared/record.ts'
import {
  type ShownOrganization,
  shownColumns,
  takesCards,
  withLogo,
} from '../shown-organization.ts'
import type { OrderRow } from './order.ts'
import { disputedOf, moneyOf, projectMoneyOf } from './order-money.ts'

const SHOWN = [
  'status',
  'orderConflict',
  'startsAt',
  'durationMinutes',
  'propertySize',
  'addressLine1',
  'addressLine2',
  'city',
  'region',
  'postalCode',
  'countryCode',
  'answers',
  'customerName',
  'customerEmail',
  'customerPhone',
  'language',
  'acceptedTermsAt',
  'currency',
  'lineItems',
  'totalAmount',
  'dueAmount',
  'holdExpiresAt',
  'placedAt',
  'confirmedAt',
  'endedAt',
  'reason',
] as const satisfies readonly (keyof OrderRow)[]

const projectColumns = {
  status: projects.status,
  scheduledTime: projects.scheduledTime,
  estimatedDuration: projects.estimatedDuration,
  version: projects.version,
}

/** What the client may change without staff, and the current fees. Amounts are in the currency's minor unit. */
interface ClientChanges {
  canReschedule: boolean
  canCancel: boolean
  rescheduleFeeAmount: number
  cancelFeeAmount: number
  feeCurrency: string | null
  /** Deadline for both. Null if the client may do neither. */
  until: string | null
}

const NO_CHANGES: ClientChanges = {
  canReschedule: false,
  canCancel: false,
  rescheduleFeeAmount: 0,
  cancelFeeAmount: 0,
  feeCurrency: null,
  until: null,
}

const HOUR_MS = 3_600_000

async function changesOf(sql: Sql, order: OrderRow): Promise<ClientChanges> {
  const { organizationId, projectId, startsAt } = order
  if (projectId === null) return NO_CHANGES
  const project = await getProject(sql, organizationId, projectId)
  const { scheduledTime } = project
  const terms = await readTerms(sql, project)
  if (!mayChange(terms, project, scheduledTime)) return NO_CHANGES
  const hours = terms.policy?.clientUntilHours ?? 0
  return {
    // Without scheduling there are no slots to choose from.
    canReschedule: startsAt !== null,
    canCancel: true,
    rescheduleFeeAmount: feeOf(terms, project, 'RESCHEDULE', scheduledTime).feeAmount,
    cancelFeeAmount: feeOf(terms, project, 'CANCEL', scheduledTime).feeAmount,
    feeCurrency: terms.currency,
    until: new Date(Date.parse(scheduledTime) - hours * HOUR_MS).toISOString(),
  }
}

interface Owed {
  balanceAmount: number
  currency: string
  /** The balance of the order's invoice, as opposed to a change fee. */
  isOfOrder: boolean
  /** Also owed, in the same currency. */
  otherAmount: number
}

/** An order, as shown to its client: no ids and no staff. */
export interface ClientOrder extends Pick<OrderRow, (typeof SHOWN)[number]> {
  subtotalAmount: number
  discountAmount: number
  taxAmount: number
  /** Received, without tips. */
  paidAmount: number
  refundedAmount: number
  /** Paid, but held by an open dispute. */
  disputedAmount: number
  /** Part of `disputedAmount`: refunded if the dispute is won, because the shoot was canceled. */
  refundDueAmount: number
  /** A bank is processing a payment. */
  isPaymentUnderWay: boolean
  /** The newest payment was declined, or returned by its bank. */
  paymentFailed: boolean
  /** Whether the payment due can be made by card now. */
  cardPayments: boolean
  invoiceNumber: string | null
  /** A calendar day. */
  invoiceDueDate: string | null
  /** The name of whoever is billed, if not the person who ordered. */
  billedTo: string | null
  /** The pay page; null if nothing is owed. */
  payUrl: string | null
  /** What `payUrl` collects. */
  owed: Owed | null
  change: ClientChanges
  /** In its current state. Null until the order is confirmed. */
  project: Pick<typeof projects.$inferSelect, keyof typeof projectColumns> | null
  form: Pick<typeof orderForms.$inferSelect, 'name' | 'publicId' | 'terms'>
  organization: ShownOrganization
}

/**
 * The client's view of the order with this token. One statement reads all its amounts, so they agree despite concurrent
 * payments.
 *
 * @throws {OperationError} `not_found`.
 */
export async function getClientOrder(
  sql: Sql,
  token: string,
  { cdnUrl, deliveryBaseUrl }: PayLinkOptions,
): Promise<ClientOrder> {
  const { name, publicId, terms } = orderForms
  const [money, projectMoney] = [moneyOf(sql), projectMoneyOf(sql)]
  const [balance, disputes] = [owedByOrder(sql), disputedOf(sql)]
  const [found] = await sql.orm
    .select({
      order: table,
      form: { name, publicId, terms },
      organization: shownColumns,
      logoKey: logos.key,
      project: projectColumns,
      invoice: invoicesTable,
      payer: customers.name,
      money: {
        paidAmount: money.paidAmount,
        refundedAmount: money.refundedAmount,
        isUnderWay: money.isUnderWay,
        isFailed: money.isFailed,
      },
      disputedAmount: disputes.disputedAmount,
      refundDueAmount: disputes.refundDueAmount,
      projectMoney: {
        paidAmount: projectMoney.paidAmount,
        refundedAmount: projectMoney.refundedAmount,
      },
      owed: {
        id: balance.id,
        balanceAmount: balance.balanceAmount,
        currency: balance.currency,
        otherAmount: balance.otherAmount,
      },
      isPayable: raw<boolean>`${table.status} = 'PAYMENT_DUE'
        and ${table.holdExpiresAt} > clock_timestamp() and ${takesCards(table.organizationId)}`,
    })
    .from(table)
    .innerJoin(organizations, eq(organizations.id, table.organizationId))
    .innerJoin(orderForms, ofOrder(orderForms, table.formId))
    .leftJoin(logos, eq(logos.organizationId, table.organizationId))
    .leftJoin(projects, ofOrder(projects, table.projectId))
    .leftJoin(invoicesTable, ofOrder(invoicesTable, table.invoiceId))
    .leftJoin(
      customers,
      and(ofOrder(customers, invoicesTable.customerId), ne(customers.id, table.customerId)),
    )
    .crossJoinLateral(money)
    .crossJoinLateral(projectMoney)
    .crossJoinLateral(disputes)
    .leftJoinLateral(balance, raw`true`)
    .where(hasOrderToken(token))
  if (!found) throw notFound().naming(token)
  const { order, form, organization, logoKey, project, invoice, payer, isPayable, owed } = found
  const { lineItems, discountRule } = order
  const isPaymentUnderWay = found.money.isUnderWay
  const ofInvoice = invoice?.status === 'VOIDED' ? found.projectMoney : invoice
  const { paidAmount, refundedAmount } = ofInvoice ?? found.money
  const { subtotalAmount, discountAmount, taxAmount } = discounted(lineItems ?? [], discountRule)
  return {
    ...picked(order, SHOWN),
    subtotalAmount,
    discountAmount,
    taxAmount,
    paidAmount,
    refundedAmount,
    disputedAmount: found.disputedAmount,
    refundDueAmount: found.refundDueAmount,
    isPaymentUnderWay,
    paymentFailed: found.money.isFailed,
    cardPayments: isPayable && !isPaymentUnderWay,
    invoiceNumber: invoice?.number ?? null,
    invoiceDueDate: invoice?.dueDate ?? null,
    billedTo: payer,
    payUrl: owed ? `${new URL(deliveryBaseUrl).origin}/pay/${token}` : null,
    owed: owed
      ? {
          balanceAmount: owed.balanceAmount,
          currency: owed.currency,
          isOfOrder: owed.id === order.invoiceId,
          otherAmount: owed.otherAmount,
        }
      : null,
    change: await changesOf(sql, order),
    project,
    form,
    organization: withLogo(organization, logoKey, cdnUrl),
  }
}

function ofOrder(
  {
    organizationId,
    id,
  }:
    | Pick<typeof orderForms | typeof customers, 'organizationId' | 'id'>
    | typeof projects
    | typeof invoicesTable,
  column:
    | typeof table.formId
    | typeof table.projectId
    | typeof table.invoiceId
    | typeof invoicesTable.customerId,
) {
  return and(eq(organizationId, table.organizationId), eq(id, column))
}
