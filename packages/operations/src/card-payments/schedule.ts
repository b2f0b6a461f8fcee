import { type PaymentStatus, READ_AFTER_MINUTES, READ_SETTLED_AFTER_DAYS } from '@mediajobs/domain'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
// The provider expires sessions a few seconds late.
const AFTER_END_MS = 30_000
// After the hold of an order ends.
const CLOSE_MS = 1_000
// For a bank debit, a pending refund or an open dispute.
const PATIENT_MS = 6 * HOUR_MS

/** Input for scheduling the next read. Instants in ISO 8601. */
export interface ReadState {
  status: PaymentStatus
  createdAt: string
  succeededAt: string | null
  checkoutExpiresAt: string | null
  /** When the order's hold ends and its page is closed; null for an invoice. */
  holdExpiresAt: string | null
  /** A refund is pending or a dispute is open. */
  isUnsettled: boolean
}

/** When to poll a payment next; null if never. docs/contract.md#c18-poll */
export function nextReadAfter(now: string, payment: ReadState): string | null {
  const nowMs = Date.parse(now)
  const nextMs = Math.min(...momentsMs(payment, nowMs).filter((ms) => ms > nowMs))
  return Number.isFinite(nextMs) ? new Date(nextMs).toISOString() : null
}

function momentsMs(payment: ReadState, nowMs: number): number[] {
  const { status, createdAt, succeededAt, checkoutExpiresAt, holdExpiresAt, isUnsettled } = payment
  const unsettled = isUnsettled ? [nowMs + PATIENT_MS] : []
  switch (status) {
    case 'PENDING':
    case 'PROCESSING': {
      const begunMs = Date.parse(createdAt)
      const planned = READ_AFTER_MINUTES.map((minutes) => begunMs + minutes * MINUTE_MS)
      if (checkoutExpiresAt) planned.push(Date.parse(checkoutExpiresAt) + AFTER_END_MS)
      if (status === 'PENDING' && holdExpiresAt) planned.push(Date.parse(holdExpiresAt) + CLOSE_MS)
      const isLate = planned.every((ms) => ms <= nowMs)
      return isLate ? [nowMs + (status === 'PENDING' ? HOUR_MS : PATIENT_MS)] : planned
    }
    case 'SUCCEEDED': {
      const settledMs = Date.parse(succeededAt ?? createdAt)
      return [...unsettled, ...READ_SETTLED_AFTER_DAYS.map((days) => settledMs + days * DAY_MS)]
    }
    default:
      return unsettled
  }
}
