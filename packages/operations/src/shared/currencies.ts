import { currencies } from 'countries-list/currencies'
import { invalid } from './errors.ts'

const inUse: ReadonlySet<string> = new Set(
  Object.entries(currencies).flatMap(([code, { withdrawn }]) => (withdrawn ? [] : [code])),
)

interface Priced {
  currency?: string | null | undefined
}

/** Whether `code` is a current ISO 4217 currency, according to countries-list. */
export function isCurrencyInUse(code: string): boolean {
  return inUse.has(code)
}

/**
 * Refuses a change to a withdrawn currency; a record may keep one.
 *
 * @throws {OperationError} `invalid`.
 */
export function checkNewCurrency(before: Priced, { currency }: Priced): void {
  if (currency == null || currency === before.currency || isCurrencyInUse(currency)) return
  throw invalid('currency', 'wrong_format', 'must be a current ISO 4217 currency code, like USD')
}
