import { shareOf } from './money.ts'

export const PLAN_CHANGES = ['CANCEL', 'RESCHEDULE'] as const
export type PlanChange = (typeof PLAN_CHANGES)[number]

/** The line of a fee's invoice. Pages translate it. */
export const FEE_LINES: Readonly<Record<PlanChange, string>> = {
  CANCEL: 'Cancellation fee',
  RESCHEDULE: 'Rescheduling fee',
}

/** The fee of a late change: an amount or a share of the total. The other is null. */
export interface ChangeRule {
  readonly on: PlanChange
  /** Applies with less notice than this, and after the appointment. */
  readonly withinHours: number
  /** In the minor unit of the policy's currency. */
  readonly feeAmount: number | null
  /** Hundredths of a percent. */
  readonly feeBasisPoints: number | null
}

/** The fees for changes of plan, and until when clients may make such changes. */
export interface ChangePolicy {
  /** Null: clients can't make changes. */
  readonly clientUntilHours: number | null
  /** Free moves per project. */
  readonly freeReschedules: number
  /** Currency of the rules' amounts. Null if no rule has one. */
  readonly currency: string | null
  readonly rules: ChangeRule[]
}

/** A requested change of plan. */
export interface WantedChange {
  readonly on: PlanChange
  /** The current time of the appointment. */
  readonly scheduledTime: string
  readonly now: string
  /** Earlier moves that counted. */
  readonly priorReschedules: number
  /** The base for percentage fees. */
  readonly totalAmount: number
  readonly currency: string
}

/**
 * A change's fee, in the minor unit of `currency`: the highest among the applicable rules. Shares round half up;
 * amounts in another currency are ignored.
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

/** Whether clients may still change an appointment. */
export function mayClientChange(
  policy: ChangePolicy | null,
  times: Pick<WantedChange, 'scheduledTime' | 'now'>,
): boolean {
  const hours = policy?.clientUntilHours ?? null
  return hours !== null && !hasLessNotice(times, hours)
}

const HOUR_MS = 3_600_000

/**
 * Whether there is less notice than `hours`, in elapsed time, unaffected by clock changes. Always true after the
 * appointment.
 */
function hasLessNotice(
  { scheduledTime, now }: Pick<WantedChange, 'scheduledTime' | 'now'>,
  hours: number,
): boolean {
  return Date.parse(scheduledTime) - Date.parse(now) < hours * HOUR_MS
}
