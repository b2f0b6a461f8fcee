import { checkLedger } from '@mediajobs/operations/payments'
import type { Store } from '@mediajobs/outbox'
import t from 'tap'

/** Checks an organization's ledger after each test of the file, as `admin check-ledger` does. */
export function keepLedger({ database }: Pick<Store, 'database'>, organizationId: string): void {
  t.afterEach(async () => {
    const differences = await checkLedger(database, organizationId)
    // An assertion would come after the end of its test.
    if (differences.length > 0) throw new Error(`the ledger: ${JSON.stringify(differences)}`)
  })
}
