import type { Client } from 'pg'

// SQLSTATE read_only_sql_transaction: the statement would write, and the server does not accept writes.
const READ_ONLY = '25006'

/**
 * Ends a connection when its server refuses a write because it is read-only. It is a standby then, such as a
 * former primary after a failover. The host name may already lead to the new primary, but an open connection
 * stays where it is. Statements that were sent behind the refused one fail too.
 * docs/contract.md#c15-read-only
 */
export function leaveReadOnlyServer(client: Client): void {
  const { connection } = client
  connection.on('errorMessage', ({ code }: { code?: string }) => {
    // Not `client.end`: it waits for the server, which may vanish meanwhile.
    if (code === READ_ONLY) connection.stream.destroy()
  })
}
