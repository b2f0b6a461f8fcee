import { violatedConstraint } from '@mediajobs/db'
import { discounts } from '@mediajobs/db/schema'
import { toUtc } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, eq } from 'drizzle-orm'
import { conflict, invalid, notFound } from '../shared/errors.ts'

export type Discount = typeof discounts.$inferSelect

/** What an integrator may set of a discount; `null` clears. */
export interface DiscountInput {
  code: string
  /** Hundredths of a percent. A discount has either this or an amount. */
  percentBasisPoints?: number | null
  /** In the minor unit of `currency`. */
  discountAmount?: number | null
  currency?: string | null
  /** A project can take it from `startsAt` until just before `expiresAt`. */
  startsAt?: string | null
  expiresAt?: string | null
  /** The most projects that may hold it at once. Null: any number. */
  maxRedemptions?: number | null
}

/** SQL condition: the row is the discount `id` of `orgId`. */
export function isDiscount(orgId: string, id: string) {
  return and(eq(discounts.organizationId, orgId), eq(discounts.id, id))
}

/** Reads a discount and locks it until the commit. @throws `not_found`. */
export async function lockDiscount(tx: Tx, orgId: string, id: string): Promise<Discount> {
  const [discount] = await tx.orm
    .select()
    .from(discounts)
    .where(isDiscount(orgId, id))
    .for('no key update')
  if (!discount) throw notFound()
  return discount
}

/** The input with its times in UTC, as they are stored. */
export function withUtcTimes<Input extends Partial<DiscountInput>>(input: Input): Input {
  const { startsAt, expiresAt } = input
  return {
    ...input,
    ...(startsAt != null && { startsAt: toUtc(startsAt) }),
    ...(expiresAt != null && { expiresAt: toUtc(expiresAt) }),
  }
}

/** @throws {OperationError} `invalid` unless the fields of `discount`, times in UTC, fit together. */
export function checkDiscount(discount: Partial<DiscountInput>): void {
  const { percentBasisPoints, discountAmount, currency, startsAt, expiresAt } = discount
  const wrong: string[] = []
  if ((percentBasisPoints == null) === (discountAmount == null)) {
    wrong.push('percentBasisPoints or discountAmount is required, and the other one must be null')
  } else if (discountAmount != null && currency == null) {
    wrong.push('currency is required with discountAmount')
  } else if (discountAmount == null && currency != null) {
    wrong.push('currency must be null with percentBasisPoints: a percentage has no currency')
  }
  if (startsAt != null && expiresAt != null && startsAt >= expiresAt) {
    wrong.push('expiresAt must be after startsAt')
  }
  if (wrong.length > 0) throw invalid(wrong)
}

/** The error of a failed write of a discount, as the caller gets it. */
export function discountWriteError(error: unknown): unknown {
  return violatedConstraint(error) === 'discounts_code_unique'
    ? conflict('duplicate_code', 'Another discount has this code already.')
    : error
}
