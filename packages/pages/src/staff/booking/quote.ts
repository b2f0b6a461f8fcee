import { type Html, html, nothing } from '../../html.ts'
import type { Staff } from '../staff.ts'
import type { Offered, Quote } from './read.ts'
import { TEXTS } from './texts.ts'

/** The price of what is chosen. The module of the page brings it up to date; without it a button does. */
export function quoteBox(staff: Staff, quote: Offered['quote']): Html {
  const { locale } = staff.organization
  return html`<section class="quote" aria-labelledby="quote-title"><h3 id="quote-title">${TEXTS.quote}</h3>
<div id="quote" aria-live="polite" data-locale="${locale ?? 'en'}" data-none="${TEXTS.noQuote}" data-discount="${TEXTS.discountLine}" data-tax="${TEXTS.tax}" data-total="${TEXTS.total}">${contentOf(staff, quote)}</div>
<button name="do" value="quote" class="by-hand">${TEXTS.quoteButton}</button></section>`
}

function contentOf(staff: Staff, quote: Offered['quote']): Html {
  if (quote === undefined) return html`<p>${TEXTS.noQuote}</p>`
  if (typeof quote === 'string') return html`<p class="alarm">${quote}</p>`
  return prices(staff, quote)
}

function prices({ format }: Staff, quote: Quote): Html {
  const { currency, lineItems, discountAmount, taxAmount, totalAmount } = quote
  const row = (label: string, amount: number, name = '') =>
    html`<dt${name ? html` class="${name}"` : nothing} dir="auto">${label}</dt><dd${name ? html` class="${name}"` : nothing}>${format.money(amount, currency)}</dd>`
  return html`<dl class="prices">${lineItems.map(({ description, quantity, unitAmount }) =>
    row(description, quantity * unitAmount),
  )}${discountAmount > 0 ? row(TEXTS.discountLine, -discountAmount) : nothing}${
    taxAmount > 0 ? row(TEXTS.tax, taxAmount) : nothing
  }${row(TEXTS.total, totalAmount, 'total')}</dl>`
}
