import { type Html, html, nothing } from '../html.ts'
import { GUEST, type Member, type View } from './view.ts'

/** Who orders, and the terms. Shown on every step. */
export function banner(view: View): Html {
  const { member, isGuestByChoice, texts } = view
  if (isGuestByChoice) {
    return html`<p class="who"><button class="quiet" name="become" value="" formnovalidate>${texts.bookAsMember}</button></p>`
  }
  if (!member) return nothing
  const { customer, group } = member
  const name = group ? `${customer.name} · ${group.name}` : customer.name
  const terms = [agreedTerms(view, member), discount(view, member)].filter(Boolean).join(' ')
  return html`<div class="who"><p><span>${texts.bookingAs} <b dir="auto">${name}</b></span>
<button class="quiet" name="become" value="${GUEST}" formnovalidate>${texts.notYou}</button></p>
${terms ? html`<p class="soft" dir="auto">${terms}</p>` : nothing}</div>`
}

/** `Invoiced to Acme Realty, due 30 days after booking.` Empty if the form's own payment applies. */
function agreedTerms({ texts, form }: View, { group }: Member): string {
  if (!group) return ''
  const { paymentTerms, netDays, billedTo } = group
  const { invoiced } = texts
  switch (paymentTerms) {
    case 'NET_DAYS':
      return form.confirmation === 'BY_STAFF'
        ? invoiced.afterConfirmation(billedTo, netDays ?? 0)
        : invoiced.afterBooking(billedTo, netDays ?? 0)
    case 'ON_DELIVERY':
      return invoiced.onDelivery(billedTo)
    case 'PREPAY':
      return billedTo === null ? '' : invoiced.plain(billedTo)
  }
}

function discount({ texts, format }: View, { group }: Member): string {
  const { discountBasisPoints } = group ?? {}
  return discountBasisPoints ? texts.groupDiscount(format.percent(discountBasisPoints)) : ''
}
