import { shareOf } from './money.ts'

export const PLAN_CHANGES = ['CANCEL', 'RESCHEDULE'] as const
export type PlanChange = (typeof PLAN_CHANGES)[number]

/** What a late change costs: an amount, or a share of the total. The other one is null. */
export interface ChangeRule {
  readonly on: PlanChange
  /** Counts with less notice than this, and after the appointment. */
  readonly withinHours: number
  /** In the minor unit of the policy's currency. */
  readonly feeAmount: number | null
  /** Hundredths of a percent. */
  readonly feeBasisPoints: number | null
}

/** What changes of plan cost, and until when clients make them. */
export interface ChangePolicy {
  /** Null: clients change nothing by themselves. */
  readonly clientUntilHours: number | null
  /** Moves of a project without a fee. */
  readonly freeReschedules: number
  /** Of the rules' amounts. Null without any. */
  readonly currency: string | null
  readonly rules: ChangeRule[]
}

/** A change of plan that someone wants. */
export interface WantedChange {
  readonly on: PlanChange
  /** Of the appointment, as it is. */
  readonly scheduledTime: string
  readonly now: string
  /** Earlier moves that counted. */
  readonly priorReschedules: number
  /** What the fee is a share of. */
  readonly totalAmount: number
  readonly currency: string
}

/**
 * The fee of a change, in the minor unit of `currency`: the highest of the rules that count. Shares round half up; amounts
 * in another currency don't count.
 */
export function changeFee(policy: ChangePolicy | null, wanted: WantedChange): number {
  if (policy === null) return 0
  const { on, priorReschedules, totalAmount, currency } = wanted
  if (on === 'RESCHEDULE' && priorReschedules < policy.freeReschedules) return 0
  const fees = policy.rules
    .filter((rule) => rule.on === on && hasLessNotice(wanted, rule.withinHours))
    .map(({ feeAmount, feeBasisPoints }) => {
      if (feeAmount === null) return Number(shareOf(BigInt(totalAmount), feeBasisPoints ?? 0))
      return policy.currency === currency ? feeAmount : 0
    })
  return Math.max(0, ...fees)
}

/** Whether clients may still change an appointment by themselves. */
export function mayClientChange(
  policy: ChangePolicy | null,
  times: Pick<WantedChange, 'scheduledTime' | 'now'>,
): boolean {
  const hours = policy?.clientUntilHours ?? null
  return hours !== null && !hasLessNotice(times, hours)
}

const HOUR_MS = 3_600_000

/** Elapsed hours, whatever the clocks do. Exactly `hours` is notice enough, but not after the appointment. */
function hasLessNotice(
  { scheduledTime, now }: Pick<WantedChange, 'scheduledTime' | 'now'>,
  hours: number,
): boolean {
  return Date.parse(scheduledTime) - Date.parse(now) < hours * HOUR_MS
}
