import type { Client, ClientBase, QueryConfig, QueryResult } from 'pg'
import type { Refusals } from './database-error.ts'
import { onServerError, sendWithCallback, socketOf } from './pg-internals.ts'
import type { ResponseTimeout } from './response-timeout.ts'

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
  onServerError(client, (error) => refusals.note(error))
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

// Identifies the notice by PostgreSQL's function: its text is localized.
const WAIT_FOR_STANDBYS = 'SyncRepWaitForLSN'

const cutShort = new WeakSet<ClientBase>()

/**
 * The wait for the synchronous standby was cancelled, for example by `pg_cancel_backend`. The server reports success,
 * but a failover would lose the commit. docs/contract.md#c15-unreplicated
 */
class NotReplicated extends Error {
  // SQLSTATE transaction_resolution_unknown
  readonly code = '08007'

  constructor() {
    super('the wait for the synchronous standby was cancelled: only the primary has the change')
  }
}

function watchReplication(client: ClientBase): void {
  client.on('notice', ({ routine }) => {
    if (routine === WAIT_FOR_STANDBYS) cutShort.add(client)
  })
}

/** Sends a statement. @throws the driver's error, or {@link NotReplicated} */
export function sendStatement(
  client: ClientBase,
  config: QueryConfig,
  values?: unknown[],
): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    const sent = values === undefined ? config : { ...config, values }
    sendWithCallback(client, sent, (error, result) => {
      const failure = error ?? (cutShort.delete(client) ? new NotReplicated() : undefined)
      if (failure) reject(failure)
      else resolve(result)
    })
  })
}
