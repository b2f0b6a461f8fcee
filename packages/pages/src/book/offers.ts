import { termsAtSize } from '@mediajobs/domain'
import { attributes, type Html, html, nothing } from '../html.ts'
import { sizeOf } from './draft.ts'
import { lengthText, type Offer, priceOf, type View } from './view.ts'

/** The packages and add-ons, with their prices for this property. */
export function offersStep(view: View): Html {
  const { form, draft, texts, problems } = view
  const chosen = new Set(draft.addOnIds)
  const only = form.packages.length === 1
  const group = (legend: string, name: string, offers: readonly Offer[]) =>
    html`<fieldset class="offers"><legend class="${name === 'packageId' ? 'hidden' : ''}">${legend}</legend>
${problem(problems.get(name))}
${offers.map((offer) => {
  const isChosen =
    name === 'packageId' ? only || draft.packageId === offer.id : chosen.has(offer.id)
  return choice(view, offer, name, isChosen)
})}</fieldset>`
  return html`${form.packages.length === 0 ? nothing : group(texts.packages, 'packageId', form.packages)}
${form.addOns.length === 0 ? nothing : group(texts.addOns, 'addOnIds', form.addOns)}
<p class="by-hand"><button name="to" value="same" formnovalidate>${texts.update}</button></p>`
}

function choice(view: View, offer: Offer, name: string, isChosen: boolean): Html {
  const { draft, format, texts } = view
  const size = sizeOf(draft)
  const amount = priceOf(offer, size)
  const hasPrice = amount !== undefined
  // The same duration as the API computes.
  const { durationMinutes } = termsAtSize(offer, Number.isNaN(size) ? null : size) ?? offer
  const length = hasPrice && durationMinutes ? lengthText(view, durationMinutes) : ''
  const input = attributes({
    type: name === 'packageId' ? 'radio' : 'checkbox',
    name,
    value: offer.id,
    checked: isChosen && hasPrice,
    disabled: !hasPrice,
    required: name === 'packageId',
  })
  const price = hasPrice ? format.money(amount, offer.currency) : texts.noPrice
  return html`<label class="offer"><input${input}><span><b dir="auto">${offer.name}</b>
${length ? html`<span class="soft">${length}</span>` : nothing}
${offer.description ? html`<span class="soft text" dir="auto">${offer.description}</span>` : nothing}</span>
<b class="price">${name === 'addOnIds' && hasPrice ? '+ ' : ''}${price}</b></label>`
}

export function problem(text: string | undefined): Html {
  return text === undefined ? nothing : html`<p class="alarm" role="alert">${text}</p>`
}
