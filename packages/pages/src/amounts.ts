const DECIMAL = /^\d+(?:\.(\d+))?$/

export function decimalOf(value: number, digits: number): string {
  return (value / 10 ** digits).toFixed(digits)
}

/**
 * Shifts the decimal point of a number in text form: floating point could lose a cent. Accepts a decimal comma.
 *
 * @returns the problem, if it isn't a number or has too many decimals
 */
export function scaled(text: string, digits: number): number | 'not a number' | 'too precise' {
  const decimal = text.replaceAll(/\s/g, '').replace(',', '.')
  const [match, decimals = ''] = DECIMAL.exec(decimal) ?? []
  if (match === undefined) return 'not a number'
  if (decimals.length > digits) return 'too precise'
  return Number(decimal.replace('.', '') + '0'.repeat(digits - decimals.length))
}

// As in `2,500` or `2.500`, never in `2.5`.
const GROUPING = /[\s,.'’](?=\d{3}(?!\d))/g
const WHOLE = /^\d{1,15}$/

/** A whole number with or without grouping; `undefined` for other texts. */
export function wholeOf(text: string): number | undefined {
  const digits = text.replaceAll(GROUPING, '')
  return WHOLE.test(digits) ? Number(digits) : undefined
}
