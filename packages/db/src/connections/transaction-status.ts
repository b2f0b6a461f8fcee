import type { PoolClient } from 'pg'

/** What the server reported last: `I` outside of a transaction, `T` inside one, `E` inside a failed one. */
export function transactionStatus(client: PoolClient): string | null {
  // `@types/pg` does not have this method of `pg`.
  return (client as unknown as { getTransactionStatus(): string | null }).getTransactionStatus()
}
