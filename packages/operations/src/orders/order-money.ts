import type { Sql } from '@mediajobs/db'
import {
  invoices as invoicesTable,
  payments as paymentsTable,
  orders as table,
} from '@mediajobs/db/schema'
import { and, eq, sql as raw } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { newestFailed } from '../payments/payments.ts'

/** Lateral subquery: an order's payments. Aliases are unique, because Drizzle doesn't qualify them. */
export function moneyOf({ orm }: Sql) {
  const { paymentAmount, refundedAmount, status, organizationId, orderId } = paymentsTable
  return orm
    .select({
      paidAmount: raw<number>`coalesce(sum(${paymentAmount})
        filter (where ${status} = 'SUCCEEDED'), 0)`
        .mapWith(Number)
        .as('order_paid'),
      refundedAmount: sumOf(refundedAmount).as('order_refunded'),
      isUnderWay: raw<boolean>`coalesce(bool_or(${status} = 'PROCESSING'), false)`.as(
        'order_under_way',
      ),
      isFailed: newestFailed.as('order_payment_failed'),
    })
    .from(paymentsTable)
    .where(and(eq(organizationId, table.organizationId), eq(orderId, table.id)))
    .as('money')
}

/**
 * Lateral subquery: what was paid for an order's project, including on void and fee invoices.
 */
export function projectMoneyOf({ orm }: Sql) {
  const { organizationId, id, projectId } = invoicesTable
  const { paymentAmount, refundedAmount, status } = paymentsTable
  return orm
    .select({
      paidAmount: sumOf(paymentAmount).as('project_paid'),
      refundedAmount: sumOf(refundedAmount).as('project_refunded'),
    })
    .from(invoicesTable)
    .innerJoin(
      paymentsTable,
      and(
        eq(paymentsTable.organizationId, table.organizationId),
        eq(paymentsTable.invoiceId, id),
        eq(status, 'SUCCEEDED'),
      ),
    )
    .where(and(eq(organizationId, table.organizationId), eq(projectId, table.projectId)))
    .as('project_money')
}

/** Lateral subquery: what open disputes hold of the payments of an order's invoice. */
export function disputedOf({ orm }: Sql) {
  const { organizationId, invoiceId, disputedAmount, refundDueAmount } = paymentsTable
  return orm
    .select({
      disputedAmount: sumOf(disputedAmount).as('order_disputed'),
      refundDueAmount: sumOf(refundDueAmount).as('order_refund_due'),
    })
    .from(paymentsTable)
    .where(and(eq(organizationId, table.organizationId), eq(invoiceId, table.invoiceId)))
    .as('disputes')
}

function sumOf(amount: PgColumn) {
  return raw<number>`coalesce(sum(${amount}), 0)`.mapWith(Number)
}
