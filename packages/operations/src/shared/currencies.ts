import { currencies } from 'countries-list/currencies'
import { invalid } from './errors.ts'

const inUse: ReadonlySet<string> = new Set(
  Object.entries(currencies).flatMap(([code, { withdrawn }]) => (withdrawn ? [] : [code])),
)

interface Priced {
  currency?: string | null | undefined
}

/** Whether `code` is a current currency of ISO 4217. The package countries-list has a copy of that list. */
export function isCurrencyInUse(code: string): boolean {
  return inUse.has(code)
}

/**
 * Checks a new currency. A record whose currency was withdrawn keeps it, and no other record gets it.
 *
 * @throws {OperationError} `invalid` when `input` has a new currency that is not in use.
 */
export function checkNewCurrency(before: Priced, { currency }: Priced): void {
  if (currency == null || currency === before.currency || isCurrencyInUse(currency)) return
  throw invalid('currency', 'wrong_format', 'must be a current ISO 4217 currency code, like USD')
}
