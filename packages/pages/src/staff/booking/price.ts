import { attributes, type Html, html, nothing } from '../../html.ts'
import type { Staff } from '../staff.ts'
import type { Offered, Quote } from './read.ts'
import { TEXTS } from './texts.ts'

/** The price of what is chosen. */
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
    const total = attributes({ class: name })
    return html`<dt${total} dir="auto">${label}</dt><dd${total}>${format.money(amount, currency)}</dd>`
  }
  return html`<dl class="prices">${lineItems.map(({ description, quantity, unitAmount }) =>
    row(description, quantity * unitAmount),
  )}${discountAmount > 0 ? row(TEXTS.discountLine, -discountAmount) : nothing}${
    taxAmount > 0 ? row(TEXTS.tax, taxAmount) : nothing
  }${row(TEXTS.total, totalAmount, 'total')}</dl>`
}
