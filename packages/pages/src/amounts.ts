const DECIMAL = /^\d+(?:\.(\d+))?$/

export function decimalOf(value: number, digits: number): string {
  return (value / 10 ** digits).toFixed(digits)
}

/**
 * Shifts the digits of a written number as text: floating point could lose a cent. Accepts a decimal comma.
 *
 * @returns what is wrong, if it isn't a number or has more decimals
 */
export function scaled(text: string, digits: number): number | 'not a number' | 'too precise' {
  const decimal = text.replaceAll(/\s/g, '').replace(',', '.')
  const [match, decimals = ''] = DECIMAL.exec(decimal) ?? []
  if (match === undefined) return 'not a number'
  if (decimals.length > digits) return 'too precise'
  return Number(decimal.replace('.', '') + '0'.repeat(digits - decimals.length))
}
