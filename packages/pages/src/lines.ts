import { FEE_LINES, type Language } from '@mediajobs/domain'
import type { Format } from './format.ts'
import { attributes, type Html, html, nothing } from './html.ts'

const TEXTS = {
  en: {
    item: 'Item',
    amount: 'Amount',
    discount: 'Discount',
    tax: 'Tax',
    total: 'Total',
    feeLines: new Map<string, string>(),
  },
  es: {
    item: 'Concepto',
    amount: 'Monto',
    discount: 'Descuento',
    tax: 'Impuestos',
    total: 'Total',
    feeLines: new Map([
      [FEE_LINES.RESCHEDULE, 'Cargo por cambio de hora'],
      [FEE_LINES.CANCEL, 'Cargo por cancelación'],
    ]),
  },
}

interface Line {
  description: string
  quantity: number
  unitAmount: number
}

/** A sum below the lines. */
type Sum = readonly [label: string, amount: number, currency?: string]

interface Lines {
  language: Language
  format: Format
  currency: string
  lineItems: readonly Line[]
  /** Whether the service wrote the lines, for a fee. */
  isFee?: boolean
  sums: readonly (Sum | false)[]
  /** The label of the emphasized sum. Defaults to the total. */
  main?: string
}

/** What an order or an invoice charges for. */
export function linesTable({
  language,
  format,
  currency,
  lineItems,
  isFee = false,
  sums,
  main = TEXTS[language].total,
}: Lines): Html {
  const { item, amount, feeLines } = TEXTS[language]
  const row = ([label, value, unit = currency]: Sum | [Html, number], isMain = false) =>
    html`<tr${attributes({ class: isMain && 'main' })}><th scope="row" dir="auto">${label}</th><td>${format.money(value, unit)}</td></tr>`
  return html`<table class="lines"><thead class="hidden"><tr><th scope="col">${item}</th><th scope="col">${amount}</th></tr></thead>
<tbody>${lineItems.map(({ description, quantity, unitAmount }) =>
    row([
      quantity === 1
        ? html`${(isFee && feeLines.get(description)) || description}`
        : html`${description} <span class="soft">× ${quantity}</span>`,
      quantity * unitAmount,
    ]),
  )}</tbody>
<tfoot>${sums.map((sum) => (sum ? row(sum, sum[0] === main) : nothing))}</tfoot></table>`
}

/** Discount, tax and total. */
export function totals(
  language: Language,
  charged: { discountAmount: number; taxAmount: number; totalAmount: number },
): (Sum | false)[] {
  const { discount, tax, total } = TEXTS[language]
  const { discountAmount, taxAmount, totalAmount } = charged
  return [
    discountAmount > 0 && [discount, -discountAmount],
    taxAmount > 0 && [tax, taxAmount],
    [total, totalAmount],
  ]
}
