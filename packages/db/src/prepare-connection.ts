// What a new connection is told and watched for before its first statement.
import type { Client, ClientBase } from 'pg'
import { onServerError, type ResponseTimeout, socketOf, watchReplication } from './connection.ts'
import type { Refusals } from './database-error.ts'

/** Sets up a new connection. Callers needn't wait: see {@link withoutJit}. */
export function prepareConnection(
  client: Client,
  timeout: ResponseTimeout,
  refusals: Refusals,
): void {
  void withoutJit(client)
  timeout.watch(client)
  leaveReadOnlyServer(client)
  watchReplication(client)
  onServerError(client, (error) => refusals.record(error))
}

/**
 * Disables JIT on a new connection: a compilation takes hundreds of milliseconds, and kept 0.3 to 0.6 of a core busy
 * under an idle dispatcher (docs/operating.md). Callers needn't wait: it is pipelined ahead of the first statement, which
 * fails if this fails.
 */
export async function withoutJit(client: ClientBase): Promise<void> {
  await client.query('set jit = off').catch(() => {})
}

// SQLSTATE read_only_sql_transaction
const READ_ONLY = '25006'

/**
 * Closes the connection when the server rejects a write as read-only, such as a demoted primary after a failover: the
 * host name may already resolve to the new one. Pipelined statements fail too. docs/contract.md#c15-read-only
 */
function leaveReadOnlyServer(client: Client): void {
  onServerError(client, ({ code }) => {
    // Not `client.end`: it waits for the server, which may vanish.
    if (code === READ_ONLY) socketOf(client).destroy()
  })
}
