import type { BulkImportKind } from '@mediajobs/domain'
import { DUPLICATE_EMAIL } from '../customers.ts'
import type { CheckedRow } from './bulk-import.ts'

/**
 * Violations of rows that repeat a value of an earlier row of the same file, by index. No externalId may
 * be in a file twice. A repeated email is found when the rows are written. A dry run keeps none of its
 * rows, so it needs this check for emails too.
 */
export function repeatsIn(
  rows: readonly CheckedRow[],
  kind: BulkImportKind,
  dryRun: boolean,
): Map<number, string> {
  const repeats = new Map<number, string>()
  const numberOf = new Map<string, number>()
  const emails = new Set<string>()
  for (const [i, { data, violations }] of rows.entries()) {
    const { externalId, email } = data
    if (typeof externalId === 'string' && externalId !== '') {
      const earlier = numberOf.get(externalId)
      if (earlier === undefined) numberOf.set(externalId, i + 1)
      else repeats.set(i, `externalId is that of row ${earlier}`)
    }
    if (!dryRun || kind !== 'CUSTOMERS' || violations.length > 0 || repeats.has(i)) continue
    const address = String(email).toLowerCase()
    if (emails.has(address)) repeats.set(i, `email: ${DUPLICATE_EMAIL}`)
    emails.add(address)
  }
  return repeats
}
