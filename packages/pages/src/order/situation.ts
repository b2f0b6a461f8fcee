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

function confirmed({ project, orderConflict, startsAt, paidAmount, payUrl }: View): Situation {
  if (project?.status === 'CANCELLED') return 'CANCELLED'
  if (orderConflict) return paidAmount > 0 ? 'CONFLICT' : 'CONFLICT_UNPAID'
  if (startsAt === null) return 'RECEIVED'
  return paidAmount > 0 && payUrl === null ? 'PAID' : 'BOOKED'
}

/** The time is free for others, even before a dispatcher marks it EXPIRED. */
function isOver({ holdExpiresAt }: View): boolean {
  return holdExpiresAt !== null && Date.parse(holdExpiresAt) <= Date.now()
}

export interface Words {
  title: string
  text: string
}

export function wordsOf(
  order: View,
  situation: Situation,
  { texts, format }: { texts: OrderTexts; format: Format },
): Words {
  const state = texts.states[situation]
  const { holdExpiresAt, refundedAmount, currency, reason, organization } = order
  const until = holdExpiresAt ? format.time(holdExpiresAt) : ''
  const [title = '', text = ''] =
    typeof state === 'function' ? state(situation === 'DUE' ? until : organization.name) : state
  if (situation !== 'DECLINED' && situation !== 'CANCELLED') return { title, text }
  const refund =
    refundedAmount > 0 && currency
      ? texts.declinedRefund(format.money(refundedAmount, currency))
      : ''
  return { title, text: [reason, refund, text].filter(Boolean).join(' ') }
}
