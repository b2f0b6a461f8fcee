import { minorUnitDigits } from '@mediajobs/domain/money'

const DECIMAL = /^\d+(?:\.(\d+))?$/
// As in `1,250`, `1.250,00` or `1 250.00`, never in `0,125`.
const GROUPED = /^[1-9]\d{0,2}([,.'’])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d+)?$/

/** An example of an amount in a currency, with its decimals. */
export function amountLike(currency: string): string {
  const digits = minorUnitDigits(currency)
  return digits === 0 ? '250' : `250 or ${(99.5).toFixed(digits)}`
}

export function decimalOf(value: number, digits: number): string {
  return (value / 10 ** digits).toFixed(digits)
}

/**
 * Shifts the decimal point of a number in text form: floating point could lose a cent. Accepts a decimal comma and
 * grouping. A lone `1.250` is a decimal, as is `1,250` if `digits` is at least three.
 *
 * @returns the problem, if it isn't a number or has too many decimals
 */
export function scaled(text: string, digits: number): number | 'not a number' | 'too precise' {
  const decimal = ungrouped(text.replaceAll(/\s/g, ''), digits).replace(',', '.')
  const [match, decimals = ''] = DECIMAL.exec(decimal) ?? []
  if (match === undefined) return 'not a number'
  if (decimals.length > digits) return 'too precise'
  return Number(decimal.replace('.', '') + '0'.repeat(digits - decimals.length))
}

function ungrouped(text: string, digits: number): string {
  const [, separator] = GROUPED.exec(text) ?? []
  if (separator === undefined) return text
  const isAlone = /^\d+\D\d+$/.test(text)
  const isDecimal = isAlone && (separator === '.' || digits >= 3)
  return isDecimal ? text : text.replaceAll(separator, '')
}

// As in `2,500` or `2.500`, never in `2.5`.
const GROUPING = /[\s,.'’](?=\d{3}(?!\d))/g
const WHOLE = /^\d{1,15}$/

/** A whole number with or without grouping; `undefined` for other texts. */
export function wholeOf(text: string): number | undefined {
  const digits = text.replaceAll(GROUPING, '')
  return WHOLE.test(digits) ? Number(digits) : undefined
}
