import { termsAtSize } from '@mediajobs/domain'
import { attributes, type Html, html, nothing } from '../../html.ts'
import type { Offer, Offers } from '../records.ts'
import type { Staff } from '../staff.ts'
import type { Offered, Quote } from './read.ts'
import { TEXTS } from './texts.ts'

/** The price of the selection. */
export function priceOf(staff: Pick<Staff, 'format'>, quote: Offered['quote']): Html {
  const minutes = typeof quote === 'object' ? quote.durationMinutes : null
  return html`<div id="quote" aria-live="polite" data-minutes="${minutes ?? ''}">${contentOf(staff, quote)}</div>`
}

function contentOf(staff: Pick<Staff, 'format'>, quote: Offered['quote']): Html {
  if (quote === undefined) return html`<p class="soft">${TEXTS.noQuote}</p>`
  if (typeof quote === 'string') return html`<p class="alarm">${quote}</p>`
  return prices(staff, quote)
}

function prices({ format }: Pick<Staff, 'format'>, quote: Quote): Html {
  const { currency, lineItems, discountAmount, taxAmount, totalAmount } = quote
  const row = (label: string, amount: number, name?: string) => {
    const style = attributes({ class: name })
    return html`<dt${style} dir="auto">${label}</dt><dd${style}>${format.money(amount, currency)}</dd>`
  }
  return html`<dl class="prices">${lineItems.map(({ description, quantity, unitAmount }) =>
    row(description, quantity * unitAmount),
  )}${discountAmount > 0 ? row(TEXTS.discountLine, -discountAmount) : nothing}${
    taxAmount > 0 ? row(taxLabel(quote, format), taxAmount) : nothing
  }${row(TEXTS.total, totalAmount, 'total')}</dl>`
}

/** The tax's label, with the rate if there is only one. */
function taxLabel({ lineItems }: Quote, { percent }: Staff['format']): string {
  const rates = new Set(lineItems.map(({ taxBasisPoints }) => taxBasisPoints ?? 0))
  const [rate = 0] = rates
  return rates.size === 1 ? TEXTS.taxAt(percent(rate)) : TEXTS.tax
}

/** An offer's length and price for a property of `size`. With tiers, the page's module keeps them current. */
export function termsOf(staff: Pick<Staff, 'format'>, offer: Offer, size: number | null): Html {
  const { id, sizeTiers } = offer
  const name = attributes({ class: 'soft', dir: 'auto', id: sizeTiers && `terms-${id}` })
  return html`<span${name}>${termsText(staff, offer, size)}</span>`
}

function termsText({ format }: Pick<Staff, 'format'>, offer: Offer, size: number | null): string {
  const price = priceText({ format }, offer, size)
  const { durationMinutes } = termsAtSize(offer, size) ?? offer
  return durationMinutes === null ? price : `${format.minutesShort(durationMinutes)} · ${price}`
}

/** The price of an offer. @param size `null` if unknown */
export function priceText(
  { format }: Pick<Staff, 'format'>,
  offer: Offer,
  size: number | null,
): string {
  const { currency, sizeTiers } = offer
  const terms = termsAtSize(offer, size)
  if (terms) return format.money(terms.priceAmount, currency)
  if (size !== null) return TEXTS.noPrice
  const lowest = Math.min(...(sizeTiers ?? []).map(({ priceAmount }) => priceAmount))
  return TEXTS.from(format.money(lowest, currency))
}

/** The terms of offers that depend on the size. */
export function sizedTerms(staff: Pick<Staff, 'format'>, offers: Offers, size: number | null) {
  const sized = [...offers.packages, ...offers.addOns].filter(({ sizeTiers }) => sizeTiers !== null)
  return html`<div id="terms">${sized.map((each) => termsOf(staff, each, size))}</div>`
}
