import { attributes, type Html, html, nothing } from '../html.ts'
import { sizeOf } from './draft.ts'
import { priceOf, type View } from './view.ts'

/** The price and the main button, always in view. */
export function dock(view: View): Html {
  const { quote, texts, format } = view
  const shown = quote
    ? html`<b class="price">${format.money(quote.totalAmount, quote.currency)}</b>`
    : html`<b class="price">${lowest(view)}</b>`
  const seen = attributes({ type: 'hidden', name: 'shownAmount', value: quote?.totalAmount ?? '' })
  return html`<div class="dock"><p><span class="soft">${what(view)}</span>${shown}</p>
<input${seen}><button class="go"${attributes({ 'data-next': texts.next })}>${go(view)}</button></div>`
}

/** Label of the price. */
function what({ form, draft, quote, texts, format }: View): Html | string {
  if (!quote) return nothing
  const { dueAmount, totalAmount, currency } = quote
  if (dueAmount > 0 && dueAmount < totalAmount) return texts.now(format.money(dueAmount, currency))
  const ids = [draft.packageId, ...draft.addOnIds]
  const [first, ...more] = [...form.packages, ...form.addOns].filter(({ id }) => ids.includes(id))
  return html`<span dir="auto">${first?.name ?? ''}</span>${more.length > 0 ? ` + ${more.length}` : ''}`
}

/** Before a package is chosen: the lowest price. */
function lowest({ form, draft, texts, format }: View): string {
  const size = sizeOf(draft)
  const prices = form.packages.flatMap((offer) => {
    const tiers = (offer.sizeTiers ?? []).map(({ priceAmount }) => priceAmount)
    const amount = priceOf(offer, size) ?? (size === null ? Math.min(...tiers) : undefined)
    return amount === undefined ? [] : { amount, currency: offer.currency }
  })
  const [first] = prices.toSorted((a, b) => a.amount - b.amount)
  return first ? texts.from(format.money(first.amount, first.currency)) : ''
}

/** Label of the main button. */
function go({ step, form, draft, quote, texts, format }: View): string {
  if (step === 'time' && draft.startsAt) return texts.hold(format.time(draft.startsAt))
  if (step !== 'details') return texts.next
  if (!quote || quote.dueAmount === 0) {
    return form.confirmation === 'BY_STAFF' ? texts.request : texts.book
  }
  const amount = format.money(quote.dueAmount, quote.currency)
  return quote.dueAmount < quote.totalAmount ? texts.payDeposit(amount) : texts.pay(amount)
}
