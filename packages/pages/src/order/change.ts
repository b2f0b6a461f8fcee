import type { Schemas } from '@mediajobs/client'
import type { Format } from '../format.ts'
import { attributes, type Html, html, nothing } from '../html.ts'
import { dayOf } from '../staff/day.ts'
import type { View } from './situation.ts'
import type { OrderTexts } from './texts.ts'

export type Slots = Schemas['Slots']['data']

interface Context {
  texts: OrderTexts
  format: Format
  /** The order's page, from here. */
  here: string
}

/** The way to the client's changes, while they may make one. */
export function changeLink({ change }: View, { texts, here }: Context): Html {
  if (!change.canReschedule && !change.canCancel) return nothing
  const label = change.canReschedule ? texts.change.either : texts.change.cancel
  return html`<p class="unprinted"><a class="button" href="${here}/change">${label}</a></p>`
}

/** The forms that move and cancel an order, each with its fee. */
export function changeForms(order: View, slots: Slots, context: Context): Html {
  const { texts, format, here } = context
  const { change, project, organization } = order
  const at = project?.scheduledTime ?? order.startsAt ?? ''
  const until = change.until
    ? html`<p class="soft">${texts.change.until(format.dayAndTime(change.until))}</p>`
    : nothing
  return html`<p><a href="${here}">${texts.change.back}</a></p>
<h1>${texts.change.title}</h1>
<p>${texts.change.now(format.dayAndTime(at))}</p>
${change.canReschedule || change.canCancel ? until : html`<p>${texts.change.tooLate(organization.name)}</p>`}
${change.canReschedule ? move(order, slots, context) : nothing}
${change.canCancel ? cancel(order, context) : nothing}`
}

function move(order: View, slots: Slots, { texts, format, here }: Context): Html {
  const { rescheduleFeeAmount: fee } = order.change
  const words = texts.change
  if (slots.length === 0)
    return html`<h2>${words.move}</h2><p>${words.noTimes(order.organization.name)}</p>`
  const byDay = Map.groupBy(slots, ({ startsAt }) => dayOf(startsAt, order.organization.timeZone))
  const options = [...byDay.values()].map(
    (day) =>
      html`<optgroup label="${format.weekday(day[0]?.startsAt ?? '')}">${day.map(({ startsAt }) => html`<option value="${startsAt}">${format.time(startsAt)}</option>`)}</optgroup>`,
  )
  return html`<section aria-labelledby="move"><h2 id="move">${words.move}</h2>
<form method="post" action="${here}/reschedule">${feeField(fee)}
<p><label for="startsAt">${words.newTime}</label>
<select id="startsAt" name="startsAt" required>${options}</select></p>
<p>${feeWords(order, format, fee, words.moveFee, words.moveFree)}</p>
<p><button class="go">${words.move}</button></p></form></section>`
}

function cancel(order: View, { texts, format, here }: Context): Html {
  const { cancelFeeAmount: fee } = order.change
  const words = texts.change
  const currency = order.change.feeCurrency ?? order.currency
  const back = Math.max(order.paidAmount - order.refundedAmount - fee, 0)
  const refund =
    back > 0 && currency ? html` ${words.refund(format.money(back, currency))}` : nothing
  return html`<section aria-labelledby="cancel"><h2 id="cancel">${words.cancel}</h2>
<p>${feeWords(order, format, fee, words.cancelFee, words.cancelFree)}${refund}</p>
<details><summary>${words.cancel}…</summary><form method="post" action="${here}/cancel">${feeField(fee)}
<p>${words.sure}</p><p><button class="danger">${words.cancel}</button></p></form></details></section>`
}

function feeWords(
  { change, currency }: View,
  format: Format,
  fee: number,
  say: (amount: string) => string,
  free: string,
): string {
  const unit = change.feeCurrency ?? currency
  return fee > 0 && unit !== null ? say(format.money(fee, unit)) : free
}

function feeField(fee: number): Html {
  return html`<input${attributes({ type: 'hidden', name: 'expectedFeeAmount', value: String(fee) })}>`
}
