import type { Sql } from '@mediajobs/db'
import { payments } from '@mediajobs/db/schema'
import { type PaymentProvider, type ProviderAccount, ProviderError } from '@mediajobs/payments'
import { and, desc, eq, inArray, isNotNull } from 'drizzle-orm'
import { paymentsOpen, refusalOf } from './refusals.ts'

/** SQL condition: payments that the provider may still collect. */
export function isOpen(orgId: string) {
  return and(
    eq(payments.organizationId, orgId),
    eq(payments.provider, 'STRIPE'),
    inArray(payments.status, ['PENDING', 'PROCESSING']),
  )
}

export async function hasOpenPayments({ orm }: Sql, orgId: string): Promise<boolean> {
  const [open] = await orm.select({ id: payments.id }).from(payments).where(isOpen(orgId)).limit(1)
  return open !== undefined
}

/**
 * Whether another key can read the newest open payment, and so belongs to the same account. False if none has reached
 * the provider.
 *
 * @throws {OperationError} `conflict` (`payments_open`) for another account; `unavailable`.
 */
export async function readsOpenPayments(
  { orm }: Sql,
  orgId: string,
  provider: PaymentProvider,
  { livemode }: ProviderAccount,
): Promise<boolean> {
  const [newest] = await orm
    .select()
    .from(payments)
    .where(and(isOpen(orgId), isNotNull(payments.checkoutId)))
    .orderBy(desc(payments.createdAt))
    .limit(1)
  if (!newest) return false
  if (newest.livemode !== livemode) throw paymentsOpen()
  try {
    await provider.readPayment(newest)
    return true
  } catch (error) {
    if (error instanceof ProviderError && error.fault === 'unreachable') throw refusalOf(error)
    throw paymentsOpen()
  }
}
