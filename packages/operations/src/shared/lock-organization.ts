import type { Transaction } from '@mediajobs/db'

/** Serializes callers until the commit, so that counts are exact. Foreign keys take a weaker lock and don't wait. */
export async function lockOrganization(tx: Transaction, id: string): Promise<void> {
  await tx.query('select from organizations where id = $1 for no key update', [id])
}
