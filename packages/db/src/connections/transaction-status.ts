import type { PoolClient } from 'pg'

/** What the server said last: `I` outside of a transaction, `T` inside, `E` inside a failed one. */
export function transactionStatus(client: PoolClient): string | null {
  return (client as unknown as { getTransactionStatus(): string | null }).getTransactionStatus()
}
