import type { Tx } from '@mediajobs/outbox'
import { moveProject } from '../projects/move-project.ts'
import { lockProject, type Project } from '../projects/project.ts'
import type { Actor } from '../shared/actor.ts'
import { conflict } from '../shared/errors.ts'
import { expectRecord, type IsExpected } from '../shared/record.ts'
import { lockMoney, type RefundRule, settleCancellation } from './settle-cancellation.ts'
import { expectClientMay, expectFee, type Fee, feeOf, readTerms } from './terms.ts'

export interface CancelInput {
  waiveFee?: boolean
  reason?: string | null
  /** How much to refund. */
  refund?: RefundRule
  /** Refuses any other fee. */
  expectedFeeAmount?: number
}

/** A project after its cancellation, and what it cost. */
export interface CancelledProject extends Project, Fee {
  feeInvoiceId: string | null
  /** The refund. */
  refundedAmount: number
}

/**
 * Cancels a project before its first delivery: voids unpaid invoices, refunds payments less the fee, and releases the
 * discount. Publishes PROJECT_STATUS_CHANGED, then the payment events. A no-op for a CANCELLED project.
 *
 * @param actor null for the client
 * @throws {OperationError} `not_found`, `precondition_failed`; `conflict` (`already_delivered`, `fee_changed`,
 *   `payment_in_progress`, `too_many_invoices`; for the client `change_too_late`).
 */
export async function cancelProject(
  tx: Tx,
  orgId: string,
  actor: Actor | null,
  id: string,
  { waiveFee = false, reason = null, refund = 'LESS_FEE', expectedFeeAmount }: CancelInput,
  isExpected?: IsExpected<Project>,
): Promise<CancelledProject> {
  // Payments, then invoices, then the project: the lock order of an arriving payment.
  const money = await lockMoney(tx, orgId, id)
  const before = await lockProject(tx, orgId, id)
  expectRecord(before, isExpected)
  const none = { feeAmount: 0, currency: null, feeInvoiceId: null, refundedAmount: 0 }
  if (before.status === 'CANCELLED') return { ...before, ...none }
  if (before.deliveredAt !== null) {
    throw conflict(
      'already_delivered',
      'The project was delivered: move it to CANCELLED, and settle its invoices by hand.',
    )
  }
  const terms = await readTerms(tx, before)
  if (actor === null) expectClientMay(terms, before, before.scheduledTime)
  const full = feeOf(terms, before, 'CANCEL', before.scheduledTime)
  expectFee(full, expectedFeeAmount)
  const fee = { ...full, feeAmount: waiveFee ? 0 : full.feeAmount }
  const project = await moveProject(tx, actor, before, 'CANCELLED', reason)
  const settled = await settleCancellation(tx, actor, project, money, { fee, refund, reason })
  return { ...project, ...fee, ...settled }
}
