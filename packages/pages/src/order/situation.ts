import type { Schemas } from '@mediajobs/client'
import type { Format } from '../format.ts'
import type { OrderTexts } from './texts.ts'

/** The response of `GET /orders/{token}`: all data of the page. */
export type View = Schemas['ClientOrder']

export type Situation = keyof OrderTexts['states']

/** An order's situation, for its client. */
export function situationOf(order: View, isBack: boolean): Situation {
  const { status } = order
  if (status === 'CONFIRMED') return confirmed(order)
  if (status === 'REQUESTED' || status === 'DECLINED') return status
  if (order.isPaymentUnderWay) return 'PROCESSING'
  if (isBack) return 'CHECKING'
  if (status === 'EXPIRED' || isOver(order)) return 'EXPIRED'
  return order.cardPayments ? 'DUE' : 'DUE_NO_CARDS'
}

function confirmed(order: View): Situation {
  const { project, orderConflict, paidAmount, refundedAmount, payUrl } = order
  if (project?.status === 'CANCELLED') return 'CANCELLED'
  const isToCome = project?.status === 'PENDING' || project?.status === 'BOOKED'
  if (isToCome && agreedTime(order) === null) {
    if (!orderConflict) return 'RECEIVED'
    return paidAmount > 0 ? 'CONFLICT' : 'CONFLICT_UNPAID'
  }
  return paidAmount > refundedAmount && payUrl === null ? 'PAID' : 'BOOKED'
}

/** The time of the shoot; null while staff have to find one. */
export function agreedTime({
  startsAt,
  placedAt,
  orderConflict,
  project,
}: View | Schemas['PortalOrder']): string | null {
  if (project === null) return startsAt
  const { status, scheduledTime } = project
  // Until staff find one, the job keeps the requested time or, without one, the time when the order was placed.
  const isUnchanged = scheduledTime === (startsAt ?? placedAt)
  const isOpen = startsAt === null || (orderConflict && status === 'PENDING')
  return isUnchanged && isOpen ? null : scheduledTime
}

/** Whether others can take the time, even before a dispatcher marks the order EXPIRED. */
function isOver({ holdExpiresAt }: View): boolean {
  return holdExpiresAt !== null && Date.parse(holdExpiresAt) <= Date.now()
}

export interface Words {
  title: string
  paragraphs: readonly string[]
}

export function wordsOf(
  order: View,
  situation: Situation,
  { texts, format }: { texts: OrderTexts; format: Format },
): Words {
  const untimed: Partial<OrderTexts['states']> = order.startsAt === null ? texts.untimed : {}
  const state = untimed[situation] ?? texts.states[situation]
  const { holdExpiresAt, refundedAmount, currency, reason, organization } = order
  const until = holdExpiresAt ? format.time(holdExpiresAt) : ''
  const [title = '', text = ''] =
    typeof state === 'function' ? state(situation === 'DUE' ? until : organization.name) : state
  if (situation !== 'DECLINED' && situation !== 'CANCELLED') {
    return { title, paragraphs: order.paymentFailed ? failed(situation, texts, text) : [text] }
  }
  const refund =
    refundedAmount > 0 && currency
      ? texts.declinedRefund(format.money(refundedAmount, currency))
      : ''
  return { title, paragraphs: [reason ?? '', refund, disputed(order, { texts, format }), text] }
}

/** The paragraphs after a declined card. */
function failed(situation: Situation, texts: OrderTexts, text: string): string[] {
  if (situation === 'EXPIRED') return [texts.failed.expired]
  return situation === 'DUE' ? [texts.failed.due, text] : [text]
}

/** The amount of a canceled order that is still in dispute. */
function disputed(
  { disputedAmount, refundDueAmount, currency, organization }: View,
  { texts, format }: { texts: OrderTexts; format: Format },
): string {
  if (disputedAmount === 0 || currency === null) return ''
  const amount = format.money(disputedAmount, currency)
  return refundDueAmount > 0
    ? texts.disputedRefund(amount, organization.name)
    : texts.disputed(amount)
}
