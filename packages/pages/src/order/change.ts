import type { Schemas } from '@mediajobs/client'
import { type Language, mailUrl, phoneUrl } from '@mediajobs/domain'
import type { Format } from '../format.ts'
import { attributes, type Html, html, nothing } from '../html.ts'
import { slotPicker } from '../slots.ts'
import type { View } from './situation.ts'
import type { OrderTexts } from './texts.ts'

export type Slots = Schemas['Slots']['data']

interface Context {
  language: Language
  texts: OrderTexts
  format: Format
  /** The order page's relative URL. */
  here: string
}

/** The client's choice so far. */
export interface Chosen {
  /** `''` for the first one. */
  day: string
  startsAt?: string
}

/** The field name of a day's times, so a time chosen on another day doesn't count. */
export const timeField = (day: string) => `startsAt-${day}`

/** The link to the change page. If the client may not change the order, whom to contact, until the shoot begins. */
export function changeLink(order: View, { texts, here }: Context): Html {
  const { change, organization } = order
  if (!change.canReschedule && !change.canCancel) {
    return isAhead(order) ? askStudio(organization, texts) : nothing
  }
  const label = change.canReschedule ? texts.change.either : texts.change.cancel
  return html`<p class="unprinted"><a class="button" href="${here}/change">${label}</a></p>`
}

function isAhead({ status, project, startsAt }: View): boolean {
  if (status === 'REQUESTED') return true
  const { status: work, scheduledTime } = project ?? {}
  if (work !== 'PENDING' && work !== 'BOOKED') return false
  return startsAt === null || Date.parse(scheduledTime ?? startsAt) > Date.now()
}

function askStudio({ name, contactPhone, contactEmail }: View['organization'], texts: OrderTexts) {
  const phone = contactPhone && phoneUrl(contactPhone)
  const ways = [
    contactPhone &&
      html` <span dir="ltr">${phone ? html`<a href="${phone}">${contactPhone}</a>` : contactPhone}</span>`,
    contactEmail && html` <a href="${mailUrl(contactEmail)}">${contactEmail}</a>`,
  ].filter(Boolean)
  const separated = ways.map((way, i) => html`${i > 0 ? ' ·' : ''}${way}`)
  return html`<p class="unprinted">${texts.change.ask(name)}${ways.length > 0 ? ':' : '.'}${separated}</p>`
}

/** The forms that move and cancel an order, each with its fee. */
export function changeForms(order: View, slots: Slots, chosen: Chosen, context: Context): Html {
  const { texts, format, here } = context
  const { change, project, organization } = order
  const { until, canReschedule, canCancel } = change
  const at = project?.scheduledTime ?? order.startsAt
  const back = html`<p class="way"><a href="${here}">${texts.change.back}</a></p>
<h1>${texts.change.title}</h1>`
  if (!canReschedule && !canCancel) {
    return html`${back}<p>${texts.change.notHere(organization.name)}</p>`
  }
  return html`${back}
${at ? html`<p class="when"><time datetime="${at}"><b>${format.weekday(at)}</b> <span>${format.time(at)}</span></time></p>` : nothing}
${until ? html`<p class="soft">${texts.change.until(format.dayAndTime(until))}</p>` : nothing}
${canReschedule ? move(order, slots, chosen, context) : nothing}
${canCancel ? cancel(order, context) : nothing}`
}

function move(
  order: View,
  slots: Slots,
  { day, startsAt }: Chosen,
  { language, texts, format, here }: Context,
): Html {
  const { rescheduleFeeAmount: fee } = order.change
  const words = texts.change
  const { name, timeZone } = order.organization
  if (slots.length === 0)
    return html`<section><h2>${words.move}</h2><p>${words.noTimes(name)}</p></section>`
  const turn = (to: string | undefined, label: string, sign: string) =>
    to === undefined
      ? nothing
      : html`<a href="${here}/change?day=${to}" aria-label="${label}">${sign}</a>`
  return html`<section aria-labelledby="move"><h2 id="move">${words.move}</h2>
<form method="post" action="${here}/reschedule">${feeField(fee)}
${slotPicker({
  language,
  format,
  slots: slots.map((slot) => slot.startsAt),
  timeZone,
  wanted: day,
  turn,
  input: (time, of) => ({ name: timeField(of), checked: time === startsAt }),
})}
<p>${feeWords(order, format, fee, words.moveFee, words.moveFree)} <span class="soft">${texts.zone(format.zone())}</span></p>
<p><button class="go">${words.move}</button></p></form></section>`
}

function cancel(order: View, { texts, format, here }: Context): Html {
  const { cancelFeeAmount: fee } = order.change
  const words = texts.change
  const currency = order.change.feeCurrency ?? order.currency
  const left = order.paidAmount - order.refundedAmount - order.disputedAmount
  const back = Math.max(left - fee, 0)
  const refund =
    back > 0 && currency ? html` ${words.refund(format.money(back, currency))}` : nothing
  const disputed =
    order.disputedAmount > 0 && currency
      ? html`<p>${texts.disputedRefund(format.money(order.disputedAmount, currency), order.organization.name)}</p>`
      : nothing
  return html`<section aria-labelledby="cancel"><h2 id="cancel">${words.cancel}</h2>
<p>${feeWords(order, format, fee, words.cancelFee, words.cancelFree)}${refund}</p>${disputed}
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
