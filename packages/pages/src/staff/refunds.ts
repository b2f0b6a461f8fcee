import { MAX_REFUND_REASON_LENGTH, minorUnitDigits } from '@mediajobs/domain'
import type { FastifyReply } from 'fastify'
import { amountLike, decimalOf, scaled } from '../amounts.ts'
import { formOf } from '../forms.ts'
import { type Html, html, nothing } from '../html.ts'
import { change } from './change.ts'
import { changeForm, checkbox, field } from './change-form.ts'
import { badRequest, refusal } from './list.ts'
import { ifMay, menu } from './parts.ts'
import type { Payment, Refund } from './records.ts'
import type { Notice } from './send-staff-page.ts'
import type { StaffVisit } from './serve.ts'

export const TEXTS = {
  refund: 'Refund',
  refundAmount: (currency: string) => `Amount in ${currency}`,
  reason: 'Reason',
  manual: 'This only records the refund. Pay the money back yourself.',
  record: 'Record refund',
  outside: 'I already paid it back another way. Just record it.',
  badAmount: (like: string) => `Enter an amount, like ${like}.`,
  tooLarge: "That's more than can still be refunded.",
  done: {
    refunded: 'Refund on its way.',
    recorded: 'Refund recorded.',
  },
} as const

type Refunding = Pick<StaffVisit, 'request' | 'params' | 'staff'>

/** The form, with its input if refused. @param problem of the refused form */
export function refundForm(
  { request, params, staff }: Refunding,
  action: string,
  payment: Payment,
  problem: string | undefined,
): Html {
  const left = leftOf(payment)
  if (left <= 0) return nothing
  const { id, currency, provider, refundFailedAmount } = payment
  const isRefused = params.paymentId === id
  const sent = (name: string) => (isRefused ? formOf(request).text(name) : undefined)
  const proposed = refundFailedAmount > 0 ? Math.min(refundFailedAmount, left) : left
  const isManual = provider === 'MANUAL'
  const content = html`${isManual ? html`<p>${TEXTS.manual}</p>` : nothing}
${field({
  name: 'refundAmount',
  id: `refund-${id}`,
  label: TEXTS.refundAmount(currency),
  value: sent('refundAmount') ?? decimalOf(proposed, minorUnitDigits(currency)),
  problem: isRefused ? problem : undefined,
  isRequired: true,
  more: { inputmode: 'decimal', autofocus: isRefused },
})}
${field({ name: 'reason', id: `reason-${id}`, label: TEXTS.reason, value: sent('reason'), maxLength: MAX_REFUND_REASON_LENGTH })}
${isManual ? nothing : checkbox({ name: 'outside', label: TEXTS.outside, isChecked: sent('outside') !== undefined })}
<button class="danger">${isManual ? TEXTS.record : TEXTS.refund}</button>`
  return ifMay(staff, 'refundPayment', () =>
    menu(TEXTS.refund, changeForm({ action, isOnce: true, class: 'narrow', content }), isRefused),
  )
}

function leftOf(payment: Payment): number {
  if (payment.status !== 'SUCCEEDED') return 0
  const { paymentAmount, tipAmount, refundedAmount, disputedAmount } = payment
  return paymentAmount + tipAmount - refundedAmount - disputedAmount
}

interface Refunded {
  paymentId: string
  currency: string
  /** The URL to return to, with a notice of `done`. */
  back: (done: keyof (typeof TEXTS)['done']) => string
  /** Shows the form again. */
  show: (notice: Notice) => Promise<FastifyReply>
}

/** Refunds a payment, or records what was paid back another way. */
export function refund(
  visit: StaffVisit,
  { paymentId, currency, back, show }: Refunded,
): Promise<FastifyReply> {
  const form = formOf(visit.request)
  const refundAmount = scaled(form.text('refundAmount') ?? '', minorUnitDigits(currency))
  if (typeof refundAmount !== 'number' || refundAmount === 0) {
    return badRequest(visit, TEXTS.badAmount(amountLike(currency)), show)
  }
  const reason = form.text('reason')?.trim() || null
  const outside = form.text('outside') === 'yes' && { provider: 'MANUAL' }
  return change<Refund>(visit, {
    call: {
      method: 'POST',
      url: `/payments/${paymentId}/refunds`,
      payload: { refundAmount, reason, ...outside },
    },
    done: ({ body }) =>
      visit.reply.redirect(back(body.status === 'SUCCEEDED' ? 'recorded' : 'refunded'), 303),
    refuse: ({ body }) => show(refusal(body, { refund_too_large: TEXTS.tooLarge })),
  })
}
